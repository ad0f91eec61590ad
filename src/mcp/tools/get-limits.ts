import * as z from 'zod/mini';
import { limitStatus } from '../../documents/program.ts';
import type { OperatorBudget } from '../../operators/budgets.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_limits',
  title: 'Get request limits',
  description:
    'What is left of the request limit, which all rental processes of this user share, and when the next request can be sent. Costs nothing.',
  asks: 'none',
  input: z.strictObject({}),
  output: z.object({
    operators: z.array(z.omit(limitStatus, { origin: true, proxy: true, gate: true, pacing: true, server: true })),
  }),
  run: async (_, { budgets }) => ({ operators: (await budgets()).map(budgetDocument) }),
});

/** Instants in ISO 8601, durations in ms, null for what does not apply. */
function budgetDocument({ gate, pacing, next, server: _, ...budget }: OperatorBudget): object {
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
