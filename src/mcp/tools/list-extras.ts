import * as z from 'zod/mini';
import { accessoriesSchema, insurancePlansSchema } from '../../api/schemas.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { namedSchema, notesShape, tripInWords } from '../documents.ts';
import { tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_extras',
  title: 'List extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle, prices in NZD. Costs 2 requests, and 1 for the name of a vehicle.',
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput }),
  output: z.object({
    trip: z.string(),
    vehicle: namedSchema,
    accessories: accessoriesSchema,
    insuranceTypes: insurancePlansSchema,
    ...notesShape,
  }),
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
