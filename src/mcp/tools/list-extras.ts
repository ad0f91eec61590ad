import * as z from 'zod/mini';
import { accessoriesSchema, insurancePlansSchema } from '../../api/schemas.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { namedSchema, notesShape, tripDocument, tripSchema } from '../documents.ts';
import { tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'list_extras',
  title: 'List extras',
  description:
    "A vehicle's accessories and insurance plans, prices in NZD. Step 3. Costs 2 requests, and 1 more if the vehicle is named instead of given by its id.",
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput }),
  output: z.object({
    trip: tripSchema,
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
    return { trip: tripDocument(trip, depots), vehicle, accessories, insuranceTypes };
  },
});
