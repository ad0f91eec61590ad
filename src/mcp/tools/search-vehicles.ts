import * as z from 'zod/mini';
import { dayNotes } from '../../planner/closed-days.ts';
import { byDailyRate } from '../../planner/money.ts';
import { readTrip } from '../../planner/trip.ts';
import { orUnknownId, refuseUnknownDepots } from '../../planner/unknown-ids.ts';
import { berthsOf, readVehicleLimits } from '../../planner/vehicle-limits.ts';
import { count, list, object, optional, text } from '../../shape.ts';
import { depotsToName, shownVehicle, tripInWords } from '../documents.ts';
import { limitsInput, tripInput, tripRequest } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'search_vehicles',
  title: 'Search vehicles',
  description:
    'Step 2. Vehicles free for the trip, lowest daily rate (NZD) first; only get_quote gives the total. berths is read from the name. Costs 1 or 2 requests.',
  asks: 'one',
  input: z.strictObject({ ...tripInput, ...limitsInput }),
  output: { trip: text, vehicles: list(object({ ...shownVehicle.fields, berths: optional(count) })) },
  pages: { lists: ['vehicles'], limit: 100 },
  async run({ berths, max_rate: maxRate, ...input }, { session, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicles = await orUnknownId(session.service.availability(trip), { trip }, session);
    const depots = await depotsToName(session);
    note(...dayNotes([trip], depots, session.today));
    if (vehicles.length === 0) {
      if (depots.length > 0) await refuseUnknownDepots(trip, session.depots);
      note('no vehicle is available: try other dates or depots');
    }
    const limits = readVehicleLimits({ berths, maxRate });
    const found = vehicles.filter(limits.fits);
    note(...limits.notes());
    return {
      trip: tripInWords(trip, depots),
      vehicles: byDailyRate(found).map((vehicle) => ({ ...vehicle, berths: berthsOf(vehicle.name) })),
    };
  },
});
