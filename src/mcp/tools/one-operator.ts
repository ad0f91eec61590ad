/** The tools that ask one operator: what it has, what a vehicle costs, and where a person books it. */
import * as answers from '../../api/answers.ts';
import type { Depot } from '../../api/types.ts';
import { extrasFlags, timeFlags, tripFlags } from '../../cli/trip-flags.ts';
import { booking, checkoutUrl, namedVehicle } from '../../documents/planning.ts';
import type { availability as vehiclesDocument } from '../../documents/planning.ts';
import { hoursInWords } from '../../planner/depot-times.ts';
import { list, object, pick, text, type ValueOf } from '../../shape.ts';
import type { ToolDefinition } from '../tool.ts';

const [trip, chosen] = [Object.keys(tripFlags), Object.keys(extrasFlags)];

export const listDepots: ToolDefinition = {
  name: 'list_depots',
  description: 'Step 1, if you do not know the depots: their ids and hours. Costs 1 request, then none for 10 minutes.',
  command: 'depots',
  asks: 'one',
  inputs: ['search'],
  output: { depots: list(object({ ...pick(answers.depot.fields, 'id', 'name'), hours: text })) },
  limit: 50,
  show: (all: readonly Depot[]) => ({
    depots: all.map((one) => ({ id: one.id, name: one.name, hours: hoursInWords(one) })),
  }),
};

export const searchVehicles: ToolDefinition = {
  name: 'search_vehicles',
  description:
    'Step 2. Vehicles free for the trip, lowest daily rate (NZD) first; only get_quote gives the total. Costs 1 or 2 requests.',
  command: 'availability',
  asks: 'one',
  inputs: trip,
  output: {
    vehicles: list(object(pick(answers.vehicle.fields, 'vehicleId', 'name', 'rentalDailyRate'))),
  },
  limit: 100,
  show: (vehicles: ValueOf<typeof vehiclesDocument.value>) => ({ vehicles }),
};

export const listExtras: ToolDefinition = {
  name: 'list_extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle. Prices have no unit, a day or a rental, so do not compare them: a quote shows what an extra costs. Costs 2 to 4 requests.',
  command: 'extras',
  asks: 'one',
  inputs: ['vehicle', ...trip],
  output: { vehicle: namedVehicle, accessories: answers.extras, insuranceTypes: answers.extras },
  limit: 100,
};

export const getQuote: ToolDefinition = {
  name: 'get_quote',
  description:
    'Step 4. The total price of a vehicle with extras, what it is made of, until when it holds, and the link where a person books. Costs 1 or 2 requests with ids, up to 5 with names, more with cheapest.',
  command: 'quote',
  asks: 'one',
  inputs: ['vehicle', ...trip, ...Object.keys(timeFlags), ...chosen, 'max-total'],
  output: { ...answers.quote.fields, vehicle: namedVehicle, checkoutUrl },
};

export const getBookingLink: ToolDefinition = {
  name: 'get_booking_link',
  description:
    'Step 5. The page where a person books: the search, or the checkout if a vehicle is given. Costs nothing with ids, which it does not check, as get_quote does; names cost up to 4 requests, cheapest more.',
  command: 'book-link',
  asks: 'one',
  inputs: [...trip, 'vehicle', ...chosen],
  output: { ...booking, vehicle: namedVehicle },
};
