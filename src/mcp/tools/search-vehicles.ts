import * as z from 'zod/mini';
import { closedDaysOf } from '../../planner/closed-days.ts';
import { compareMoney } from '../../planner/money.ts';
import { readTrip } from '../../planner/trip.ts';
import { notesShape, tripDocument, tripSchema, vehicleSchema } from '../documents.ts';
import { tripInput, tripRequest } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'search_vehicles',
  title: 'Search vehicles',
  description:
    'Vehicles that are free for two depots and two dates, lowest daily rate (NZD) first. Step 2. Costs 1 request, and 1 more for names of depots if they are not stored. A rate is not a price: get_quote gives the total.',
  asks: 'one',
  input: z.strictObject(tripInput),
  output: z.object({ trip: tripSchema, vehicles: z.array(vehicleSchema), ...notesShape }),
  async run(input, { session, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicles = await session.service.availability(trip);
    const depots = await session.depots.stored();
    note(...closedDaysOf([trip], depots, session.today).map(({ message }) => message));
    if (vehicles.length === 0) note('no vehicle is available: try other dates or depots');
    return {
      trip: tripDocument(trip, depots),
      vehicles: [...vehicles].sort((a, b) => compareMoney(a.rentalDailyRate, b.rentalDailyRate)),
    };
  },
});
