/** The tools for one vehicle: its price, and where a person books it. */
import * as answers from '../../api/answers.ts';
import { extrasFlags, tripFlags } from '../../cli/trip-flags.ts';
import bookLink from '../../commands/book-link.ts';
import quote from '../../commands/quote.ts';
import { booking, checkoutUrl, namedVehicle } from '../../documents/planning.ts';
import { defineTool } from '../tool.ts';

const [trip, extras] = [Object.keys(tripFlags), Object.keys(extrasFlags)];

export const getQuote = defineTool({
  name: 'get_quote',
  description:
    'Step 4. The total price of a vehicle with extras, what it is made of, until when it holds, and the link where a person books. Costs 1 or 2 requests with ids, up to 5 with names, more with cheapest.',
  command: quote,
  asks: 'one',
  inputs: ['vehicle', ...trip, ...extras, 'max-total'],
  output: { ...answers.quote.fields, vehicle: namedVehicle, checkoutUrl },
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
