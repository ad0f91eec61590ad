/** The tools for one vehicle: its price, and where a person books it. */
import * as answers from '../../api/answers.ts';
import { extrasFlags, tripFlags } from '../../cli/trip-flags.ts';
import bookLink from '../../commands/book-link.ts';
import quote from '../../commands/quote.ts';
import { tripOf } from '../../documents/offers.ts';
import { booking, checkoutUrl, namedVehicle, type quote as document } from '../../documents/planning.ts';
import { timeLeft } from '../../planner/calendar.ts';
import { perNight } from '../../planner/sweep/rank.ts';
import { amount, integer, list, optional, text, type ValueOf } from '../../shape.ts';
import { defineTool } from '../tool.ts';

const [trip, extras] = [Object.keys(tripFlags), Object.keys(extrasFlags)];

export const getQuote = defineTool({
  name: 'get_quote',
  description:
    'Step 4. The total price of a vehicle with extras, what it is made of, how long it holds, and the link where a person books. Costs 1 or 2 requests with ids, up to 5 with names, more with cheapest.',
  command: quote,
  asks: 'one',
  inputs: ['vehicle', ...trip, ...extras, 'max-total'],
  output: {
    ...answers.quote.fields,
    vehicle: namedVehicle,
    ...{ perNight: optional(amount), secondsLeft: integer, missing: optional(list(text)), checkoutUrl },
  },
  show: (value: ValueOf<typeof document.value>, { now }) => ({
    ...value,
    vehicle: value.vehicle ?? { id: value.selection.vehicle_id },
    perNight: perNight({ ...tripOf(value), quote: value }),
    secondsLeft: Math.max(0, Math.floor(timeLeft(value.expiresAt, now()) / 1000)),
    // Of days without times, notes tell.
    missing: value.warnings?.flatMap((one) => ('kind' in one ? [one.name ?? String(one.id ?? one.kind)] : [])),
  }),
});

export const getBookingLink = defineTool({
  name: 'get_booking_link',
  description:
    'Step 5. The page where a person books: the search, or the checkout if a vehicle is given. Costs nothing with ids, which it does not check, as get_quote does; names cost up to 4 requests, cheapest more.',
  command: bookLink,
  asks: 'one',
  inputs: [...trip, 'vehicle', ...extras],
  output: { ...booking, vehicle: namedVehicle },
});
