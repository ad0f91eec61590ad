/** The tools that list what an operator has. */
import * as answers from '../../api/answers.ts';
import type { Depot } from '../../api/types.ts';
import availability from '../../commands/availability.ts';
import depots from '../../commands/depots.ts';
import extras from '../../commands/extras.ts';
import type { availability as vehiclesDocument, extras as extrasDocument } from '../../documents/planning.ts';
import { hoursInWords } from '../../planner/depot-times.ts';
import { berthsOf } from '../../planner/vehicle-limits.ts';
import { count, list, object, optional, text, type ValueOf } from '../../shape.ts';
import { limitSays, tripInputs, tripSays } from '../inputs.ts';
import { defineTool } from '../tool.ts';
import { givenVehicle, withName } from '../vehicle-names.ts';

const { id, name, opening_hours_description, pickup_times, drop_off_times } = answers.depot.fields;

export const listDepots = defineTool({
  name: 'list_depots',
  title: 'List depots',
  description: 'Step 1, if you do not know the depots: their ids and hours. Costs 1 request, then none for 10 minutes.',
  command: depots,
  asks: 'one',
  inputs: ['search', 'day'],
  needs: [],
  says: { day: 'Every time of this day, and the words of the operator: sat, 2026-12-20' },
  output: {
    depots: list(
      object({
        ...{ id, name, hours: optional(text), opening_hours_description: optional(opening_hours_description) },
        ...{ pickup_times: optional(pickup_times), drop_off_times: optional(drop_off_times) },
      }),
    ),
  },
  pages: { lists: ['depots'], limit: 25 },
  show: (all: readonly Depot[], { options }) => ({
    depots: all.map((one) => {
      if (options['day'] !== undefined) return one;
      // Made only for the depots that are shown.
      return {
        id: one.id,
        name: one.name,
        get hours() {
          return hoursInWords(one);
        },
      };
    }),
  }),
});

const { vehicleId, rentalDailyRate } = answers.vehicle.fields;

export const searchVehicles = defineTool({
  name: 'search_vehicles',
  title: 'Search vehicles',
  description:
    'Step 2. Vehicles free for the trip, lowest daily rate (NZD) first; only get_quote gives the total. berths is read from the name. Costs 1 or 2 requests.',
  command: availability,
  asks: 'one',
  inputs: [...tripInputs, 'berths', 'max-rate'],
  needs: ['pick-up', 'from', 'to|nights'],
  says: { ...tripSays, ...limitSays },
  always: { sort: 'price' },
  output: {
    trip: optional(text),
    vehicles: list(object({ vehicleId, name: answers.vehicle.fields.name, rentalDailyRate, berths: optional(count) })),
  },
  pages: { lists: ['vehicles'], limit: 100 },
  show: (vehicles: ValueOf<typeof vehiclesDocument.value>, { trip, note }) => {
    if (vehicles.length === 0) note('no vehicle is available: try other dates or depots');
    return { trip, vehicles: vehicles.map((vehicle) => ({ ...vehicle, berths: berthsOf(vehicle.name) })) };
  },
});

const priceUnit = 'not stated: a day or a rental, with or without a cap, and extras can differ';

export const listExtras = defineTool({
  name: 'list_extras',
  title: 'List extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle. Prices have no unit, so do not compare them: a quote shows what an extra costs. Costs 2 to 4 requests.',
  command: extras,
  asks: 'one',
  inputs: ['vehicle', ...tripInputs],
  needs: ['vehicle'],
  says: tripSays,
  output: {
    ...{ trip: optional(text), vehicle: givenVehicle, priceUnit: text },
    ...{ accessories: answers.extras, insuranceTypes: answers.extras },
  },
  pages: { lists: ['accessories', 'insuranceTypes'], limit: 100 },
  show: async ({ vehicle, ...lists }: ValueOf<typeof extrasDocument.value>, { trip, session }) => ({
    ...{ trip, vehicle: await withName(vehicle ?? { id: lists.vehicleId }, session), priceUnit },
    ...{ accessories: lists.accessories, insuranceTypes: lists.insuranceTypes },
  }),
});
