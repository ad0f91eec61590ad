import * as z from 'zod/mini';
import * as answers from '../../api/answers.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { orUnknownId } from '../../planner/unknown-ids.ts';
import { depotsToName, givenVehicle, tripInWords, withName } from '../documents.ts';
import { text } from '../../shape.ts';
import { tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const priceUnit = 'not stated: a day or a rental, with or without a cap, and extras can differ';

export default defineTool({
  name: 'list_extras',
  title: 'List extras',
  description:
    'Step 3. Accessories and insurance plans of a vehicle. Prices have no unit, so do not compare them: a quote shows what an extra costs. Costs 2 to 4 requests.',
  asks: 'one',
  input: z.strictObject({ vehicle: vehicleInput, ...tripInput }),
  output: {
    ...{ trip: text, vehicle: givenVehicle, priceUnit: text },
    ...{ accessories: answers.extras, insuranceTypes: answers.extras },
  },
  pages: { lists: ['accessories', 'insuranceTypes'], limit: 100 },
  async run({ vehicle: query, ...input }, { session, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const { id: vehicleId, name } = await readVehicle(query, trip, session, { allowPart: false, note });
    const lists = Promise.all([
      session.service.accessories(vehicleId, trip),
      session.service.insuranceTypes(vehicleId, trip),
    ]);
    const [accessories, insuranceTypes] = await orUnknownId(lists, { trip, vehicleId }, session);
    const depots = await depotsToName(session);
    const vehicle = await withName({ id: vehicleId, name }, trip, session);
    return { trip: tripInWords(trip, depots), vehicle, priceUnit, accessories, insuranceTypes };
  },
});
