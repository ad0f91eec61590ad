/** Every tool, in the order in which a trip is planned. */
import { limitFields, nextRequestFields } from '../../documents/operators.ts';
import { any, date, list, object, pick, text } from '../../shape.ts';
import { commandNamed, type Command } from '../../cli/command.ts';
import type { Tool, ToolDefinition } from '../tool.ts';
import { compareQuotes } from './compare-quotes.ts';
import {
  getBookingLink,
  getQuote,
  listDepots,
  listExtras,
  searchVehicles,
} from './one-operator.ts';

const getLimits: ToolDefinition = {
  name: 'get_limits',
  description:
    "Today's date at each operator, and what is left of the request limit. Costs nothing.",
  command: {
    args: {},
    flags: {},
    // Open sessions know more than the files that `rental limits` reads.
    run: async (_, context) => {
      const operators = (await context.sessions()).map(
        async ({ operator: { name, timeZone }, today, readBudget }) => {
          const { limit, used, free, wait } = await readBudget();
          const left = { limit, used, free, ...nextRequestFields(wait) };
          return { operator: name, today: today(), timeZone, ...left };
        },
      );
      return {
        document: { value: any },
        value: { operators: await Promise.all(operators) },
        view: () => [],
      };
    },
  },
  asks: 'all',
  inputs: [],
  output: {
    operators: list(
      object({
        operator: text,
        today: date,
        timeZone: text,
        ...pick(limitFields, 'limit', 'used', 'free', 'nextAt', 'nextReason'),
      }),
    ),
  },
};

const definitions: readonly ToolDefinition[] = [
  listDepots,
  searchVehicles,
  listExtras,
  getQuote,
  compareQuotes,
  getBookingLink,
  getLimits,
];

/** Each tool with its command. */
export function toolsOf(commands: readonly Command[]): readonly Tool[] {
  return definitions.map((definition) => {
    const { command } = definition;
    return {
      ...definition,
      command: typeof command === 'string' ? commandNamed([command], commands).command! : command,
    };
  });
}
