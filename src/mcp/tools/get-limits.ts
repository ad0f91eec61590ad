import * as z from 'zod/mini';
import { limitStatus } from '../../documents/program.ts';
import { budgetDocument } from '../../operators/budget-report.ts';
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
