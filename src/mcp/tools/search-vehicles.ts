import * as z from 'zod/mini';
import { closedDaysOf } from '../../planner/closed-days.ts';
import { compareMoney } from '../../planner/money.ts';
import { readTrip } from '../../planner/trip.ts';
import { list, text } from '../../shape.ts';
import { shownVehicle, tripInWords } from '../documents.ts';
import { tripInput, tripRequest } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'search_vehicles',
  title: 'Search vehicles',
  description:
    'Step 2. Vehicles that are free for the trip, lowest daily rate (NZD) first; only get_quote gives the total. Costs 1 request, and 1 for names of depots if they are not stored.',
  asks: 'one',
  input: z.strictObject(tripInput),
  output: { trip: text, vehicles: list(shownVehicle) },
  pages: { lists: ['vehicles'], limit: 100 },
  async run(input, { session, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicles = await session.service.availability(trip);
    const depots = await session.depots.stored();
    note(...closedDaysOf([trip], depots, session.today).map(({ message }) => message));
    if (vehicles.length === 0) note('no vehicle is available: try other dates or depots');
    return {
      trip: tripInWords(trip, depots),
      vehicles: [...vehicles].sort((a, b) => compareMoney(a.rentalDailyRate, b.rentalDailyRate)),
    };
  },
});
