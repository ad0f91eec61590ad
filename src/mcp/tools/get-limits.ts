import * as z from 'zod/mini';
import { limitStatus } from '../../documents/operators.ts';
import { budgetDocument } from '../../operators/budgets.ts';
import { date, list, object, optional, text } from '../../shape.ts';
import { defineTool } from '../tool.ts';

const { limit, windowMs, used, free, others, next } = limitStatus;

export default defineTool({
  name: 'get_limits',
  title: 'Get request limits',
  description: "Today's date at each operator, and what is left of the request limit. Costs nothing.",
  asks: 'none',
  input: z.strictObject({}),
  output: {
    operators: list(
      object({
        ...{ operator: text, today: optional(date), timeZone: text },
        ...{ limit, windowMs, used, free, others, next: optional(next) },
      }),
    ),
  },
  async run(_, { budgets }) {
    const operators = (await budgets()).map(({ operator, today, timeZone, ...budget }) => {
      const { next: after, ...rest } = budgetDocument({ ...budget, operator });
      return { ...rest, operator, today, timeZone, next: after ?? undefined };
    });
    return { operators };
  },
});
