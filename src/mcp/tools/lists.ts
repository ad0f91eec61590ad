/** The tools that list what an operator has. */
import * as answers from '../../api/answers.ts';
import type { Depot } from '../../api/types.ts';
import { tripFlags } from '../../cli/trip-flags.ts';
import availability from '../../commands/availability.ts';
import depots from '../../commands/depots.ts';
import extras from '../../commands/extras.ts';
import { namedVehicle, type availability as vehiclesDocument } from '../../documents/planning.ts';
import { hoursInWords } from '../../planner/depot-times.ts';
import { list, object, pick, text, type ValueOf } from '../../shape.ts';
import { defineTool } from '../tool.ts';

const trip = Object.keys(tripFlags);

export const listDepots = defineTool({
  name: 'list_depots',
  description: 'Step 1, if you do not know the depots: their ids and hours. Costs 1 request, then none for 10 minutes.',
  command: depots,
  asks: 'one',
  inputs: ['search'],
  output: { depots: list(object({ ...pick(answers.depot.fields, 'id', 'name'), hours: text })) },
  limit: 50,
  show: (all: readonly Depot[]) => ({
    depots: all.map((one) => ({ id: one.id, name: one.name, hours: hoursInWords(one) })),
  }),
});

export const searchVehicles = defineTool({
  name: 'search_vehicles',
  description:
    'Step 2. Vehicles free for the trip, lowest daily rate (NZD) first; only get_quote gives the total. Costs 1 or 2 requests.',
  command: availability,
  asks: 'one',
  inputs: trip,
  output: {
    vehicles: list(object(pick(answers.vehicle.fields, 'vehicleId', 'name', 'rentalDailyRate'))),
  },
  limit: 100,
  show: (vehicles: ValueOf<typeof vehiclesDocument.value>) => ({ vehicles }),
});

export const listExtras = defineTool({
  name: 'list_extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle. Prices have no unit, a day or a rental, so do not compare them: a quote shows what an extra costs. Costs 2 to 4 requests.',
  command: extras,
  asks: 'one',
  inputs: ['vehicle', ...trip],
  output: { vehicle: namedVehicle, accessories: answers.extras, insuranceTypes: answers.extras },
  limit: 100,
});
