import * as z from 'zod/mini';
import { limitStatus } from '../../documents/operators.ts';
import { budgetDocument } from '../../operators/budget-report.ts';
import { list, object } from '../../shape.ts';
import { defineTool } from '../tool.ts';

const { operator, limit, windowMs, used, free, others, next } = limitStatus;

export default defineTool({
  name: 'get_limits',
  title: 'Get request limits',
  description:
    'What is left of the request limit, which all rental processes of this user share, and when the next request can be sent. Costs nothing.',
  asks: 'none',
  input: z.strictObject({}),
  output: { operators: list(object({ operator, limit, windowMs, used, free, others, next })) },
  run: async (_, { budgets }) => ({ operators: (await budgets()).map(budgetDocument) }),
});
