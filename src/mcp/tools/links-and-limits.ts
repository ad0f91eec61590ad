/** The tools that send nothing, if they get ids. */
import bookLink from '../../commands/book-link.ts';
import { limitStatus } from '../../documents/operators.ts';
import { booking, type bookLink as document } from '../../documents/planning.ts';
import { budgetDocument } from '../../operators/budgets.ts';
import { idOf, isId } from '../../planner/names.ts';
import { date, list, object, optional, text, type ValueOf } from '../../shape.ts';
import { tripInputs, tripSays } from '../inputs.ts';
import { defineTool } from '../tool.ts';
import { givenVehicle, withName } from '../vehicle-names.ts';

export const getBookingLink = defineTool({
  name: 'get_booking_link',
  title: 'Get a booking link',
  description:
    'Step 5. The page where a person books: the search, or the checkout if a vehicle is given. Costs nothing with ids, which it does not check; names cost up to 4 requests.',
  command: bookLink,
  asks: 'one',
  inputs: [...tripInputs, 'vehicle', 'accessory', 'insurance'],
  needs: ['pick-up', 'from', 'to|nights'],
  says: tripSays,
  output: { ...booking, trip: optional(text), vehicle: optional(givenVehicle) },
  show: async ({ kind, url, vehicle }: ValueOf<typeof document.value>, { trip, session, options, note }) => {
    if (
      Object.values(options)
        .flat()
        .some((one) => typeof one === 'string' && isId(one))
    )
      note('ids are in the link as they were given; get_quote checks them');
    const id = options['vehicle'];
    const byId = vehicle ?? (typeof id === 'string' && isId(id) ? { id: idOf(id) } : undefined);
    return { kind, url, trip, vehicle: byId && (await withName(byId, session)) };
  },
});

const { limit, windowMs, used, free, others, next } = limitStatus;

export const getLimits = defineTool({
  name: 'get_limits',
  title: 'Get request limits',
  description: "Today's date at each operator, and what is left of the request limit. Costs nothing.",
  // Open sessions know more than the files that `rental limits` reads.
  command: { args: {}, flags: {}, run: async () => undefined },
  asks: 'none',
  inputs: [],
  needs: [],
  output: {
    operators: list(
      object({
        ...{ operator: text, today: optional(date), timeZone: text },
        ...{ limit, windowMs, used, free, others, next: optional(next) },
      }),
    ),
  },
  show: async (_, { sessions }) => {
    const operators = (await sessions.budgets()).map(({ operator, today, timeZone, ...budget }) => {
      const { next: after, ...rest } = budgetDocument({ ...budget, operator });
      return { ...rest, operator, today, timeZone, next: after ?? undefined };
    });
    return { operators };
  },
});
