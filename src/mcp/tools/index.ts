/** Every tool, in the order in which a trip is planned. */
import { limitStatus } from '../../documents/operators.ts';
import { date, list, object, pick, text } from '../../shape.ts';
import { defineTool, type Tool } from '../tool.ts';
import compareQuotes from './compare-quotes.ts';
import { listDepots, listExtras, searchVehicles } from './lists.ts';
import { getBookingLink, getQuote } from './prices.ts';

const getLimits = defineTool({
  name: 'get_limits',
  description: "Today's date at each operator, and what is left of the request limit. Costs nothing.",
  command: {
    args: {},
    flags: {},
    // Open sessions know more than the files that `rental limits` reads.
    run: async (_, context) => {
      const operators = (await context.sessions()).map(async ({ operator: { name, timeZone }, today, budget }) => {
        return { ...(await budget()), operator: name, today: today(), timeZone };
      });
      return { value: { operators: await Promise.all(operators) } };
    },
  },
  asks: 'all',
  inputs: [],
  output: {
    operators: list(
      object({
        ...{ operator: text, today: date, timeZone: text },
        ...pick(limitStatus, 'limit', 'windowMs', 'used', 'free', 'others', 'next'),
      }),
    ),
  },
});

export const tools: readonly Tool[] = [
  listDepots,
  searchVehicles,
  listExtras,
  getQuote,
  compareQuotes,
  getBookingLink,
  getLimits,
];
