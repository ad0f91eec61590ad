import * as z from 'zod/mini';
import { checkoutLink, searchLink } from '../../api/links.ts';
import { UsageError } from '../../errors.ts';
import { booking } from '../../documents/quotes.ts';
import { dayNotes } from '../../planner/closed-days.ts';
import { chosenIds } from '../../planner/proof.ts';
import { readExtras, readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { givenVehicle, tripInWords } from '../documents.ts';
import { optional, text } from '../../shape.ts';
import { extrasInput, extrasRequest, tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_booking_link',
  title: 'Get a booking link',
  description:
    'Step 5. The page where a person books: the search page of the operator, or its checkout if a vehicle is given. Costs nothing with ids, up to 4 requests with names.',
  asks: 'one',
  input: z.strictObject({ ...tripInput, vehicle: z.optional(vehicleInput), ...extrasInput }),
  output: { ...booking, trip: text, vehicle: optional(givenVehicle) },
  async run({ vehicle: query, ...input }, { session, note }) {
    const { siteUrl } = session.operator;
    const extras = extrasRequest(input);
    if (query === undefined && (extras.accessory ?? extras.insurance) !== undefined) {
      throw new UsageError('accessories and insurance go with a vehicle', { hint: 'also give vehicle' });
    }
    const { value: trip, notes } = await readTrip(tripRequest(input), session);
    note(...notes);
    const depots = await session.depots.stored();
    note(...dayNotes([trip], depots, session.today));
    const described = tripInWords(trip, depots);
    if (query === undefined) return { kind: 'search' as const, url: searchLink(siteUrl, trip), trip: described };
    const vehicle = await readVehicle(query, trip, session, { allowPart: false, note });
    const { asked } = await readExtras(extras, vehicle.id, trip, session, note);
    const url = checkoutLink(siteUrl, { ...trip, vehicleId: vehicle.id, ...chosenIds(asked) });
    return { kind: 'checkout' as const, url, trip: described, vehicle };
  },
});
