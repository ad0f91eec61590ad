import * as z from 'zod/mini';
import type { OperatorBudget } from '../../operators/budgets.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_limits',
  title: 'Get request limits',
  description:
    'What is left of the request limit of each operator, and when the next request can be sent. All rental processes of this user share it. Costs no request.',
  asks: 'none',
  input: z.strictObject({}),
  output: z.object({
    operators: z.array(
      z.object({
        operator: z.nullable(z.string()),
        origin: z.string(),
        limit: z.int(),
        windowMs: z.number(),
        used: z.int(),
        free: z.int(),
        others: z.int(),
        gate: z.nullable(z.object({ until: z.string(), reason: z.string() })),
        pacing: z.nullable(z.object({ everyMs: z.number(), probing: z.boolean() })),
        next: z.nullable(z.object({ at: z.string(), reason: z.string() })),
      }),
    ),
  }),
  run: (_, { budgets }) => Promise.resolve({ operators: budgets().map(budgetDocument) }),
});

/** Instants in ISO 8601, durations in ms, null for what does not apply. */
function budgetDocument({ gate, pacing, next, ...budget }: OperatorBudget): object {
  return {
    ...budget,
    gate: gate === undefined ? null : { until: isoInstant(gate.until), reason: gate.reason },
    pacing: pacing ?? null,
    next: next === undefined ? null : { at: isoInstant(next.at), reason: next.reason },
  };
}

function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
