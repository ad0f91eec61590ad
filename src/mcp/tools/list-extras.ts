import * as z from 'zod/mini';
import { extras } from '../../api/answers.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { givenVehicle, tripInWords } from '../documents.ts';
import { text } from '../../shape.ts';
import { tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_extras',
  title: 'List extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle, prices in NZD. Costs 2 requests, and 1 for the name of a vehicle.',
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput }),
  output: { trip: text, vehicle: givenVehicle, accessories: extras, insuranceTypes: extras },
  pages: { lists: ['accessories', 'insuranceTypes'], limit: 100 },
  async run({ vehicle: query, ...input }, { session, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const vehicle = await readVehicle(query, trip, session, { allowPart: false, note });
    const [accessories, insuranceTypes] = await Promise.all([
      session.service.accessories(vehicle.id, trip),
      session.service.insuranceTypes(vehicle.id, trip),
    ]);
    const depots = await session.depots.stored();
    return { trip: tripInWords(trip, depots), vehicle, accessories, insuranceTypes };
  },
});
