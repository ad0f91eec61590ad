import * as z from 'zod/mini';
import { pricedExtra, pricing } from '../../documents/extras.ts';
import { mostPriced, priceExtras, wantedExtras } from '../../planner/priced-extras.ts';
import { pricingDocument, pricingNotes } from '../../planner/pricing-answer.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { orUnknownId } from '../../planner/unknown-ids.ts';
import { depotsToName, givenVehicle, tripInWords, withName } from '../documents.ts';
import { errorReport } from '../errors.ts';
import { list, optional, text } from '../../shape.ts';
import { texts, tripInput, tripRequest, vehicleInput, yesNo } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const { totalWithout, currency, requests } = pricing;
const priceUnit = 'not stated: a day or a rental, with or without a cap, and extras can differ';

export default defineTool({
  name: 'list_extras',
  title: 'List extras',
  description: `Step 3. Accessories and insurance plans of a vehicle. Prices have no unit, so do not compare them: priced gives tripCost. Costs 2 to 4 requests, with priced 1 more and 1 for each extra (${mostPriced} at most).`,
  asks: 'one',
  input: z.strictObject({
    vehicle: vehicleInput,
    ...tripInput,
    extras: z.optional(texts('Only these: ids, names, parts')),
    priced: z._default(yesNo('Get tripCost from quotes'), false),
  }),
  output: {
    ...{ trip: text, vehicle: givenVehicle, priceUnit: text },
    ...{ totalWithout: optional(totalWithout), currency: optional(currency), requests: optional(requests) },
    ...{ accessories: list(pricedExtra), insuranceTypes: list(pricedExtra) },
  },
  pages: { lists: ['accessories', 'insuranceTypes'], limit: 100 },
  async run({ vehicle: query, extras: written, priced, ...input }, { session, signal, note }) {
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const { id: vehicleId, name } = await readVehicle(query, trip, session, { allowPart: false, note });
    const lists = Promise.all([
      session.service.accessories(vehicleId, trip),
      session.service.insuranceTypes(vehicleId, trip),
    ]);
    const [accessories, plans] = await orUnknownId(lists, { trip, vehicleId }, session);
    const wanted = wantedExtras({ accessories, plans }, written, note);
    const about = { trip: tripInWords(trip, await depotsToName(session)), priceUnit };
    const named = () => withName({ id: vehicleId, name }, trip, session);
    if (!priced) {
      const of = (kind: string) => wanted.filter((one) => one.kind === kind).map(({ extra }) => extra);
      return { ...about, vehicle: await named(), accessories: of('accessory'), insuranceTypes: of('insurance') };
    }
    // The rest of the budget is not waited for: the caller can name what is left.
    const most = Math.max(1, Math.min(mostPriced, session.allowance().free - 1));
    const rental = { ...trip, vehicleId };
    const found = await orUnknownId(
      priceExtras(rental, wanted, session, { most, signal }),
      { trip, vehicleId },
      session,
    );
    note(...pricingNotes(found, (error) => errorReport(error).message));
    // Prices come before a name.
    return { ...about, vehicle: await named(), ...pricingDocument(found) };
  },
});
