import * as z from 'zod/mini';
import { checkoutLink, searchLink } from '../../api/links.ts';
import { UsageError } from '../../errors.ts';
import { booking } from '../../documents/planning.ts';
import { dayNotes } from '../../planner/closed-days.ts';
import { chosenIds, extraWords } from '../../planner/proof.ts';
import { readExtras } from '../../planner/extras.ts';
import { readVehicle } from '../../planner/selection.ts';
import { readTrip } from '../../planner/trip.ts';
import { givenVehicle, tripInWords, withSeenName } from '../documents.ts';
import { optional, text } from '../../shape.ts';
import { extrasInput, extrasRequest, tripInput, tripRequest, vehicleInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'get_booking_link',
  title: 'Get a booking link',
  description:
    'Step 5. The page where a person books: the search, or the checkout if a vehicle is given. Costs nothing with ids, which it does not check; names cost up to 4 requests.',
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
    const unlisted = [trip.pickUpDepotId, trip.dropOffDepotId].filter((id) => !depots.some((one) => one.id === id));
    const unchecked = unlisted.map((id) => `depot ${id}`);
    if (query === undefined) {
      note(...uncheckedNotes(unchecked));
      return { kind: 'search' as const, url: searchLink(siteUrl, trip), trip: described };
    }
    const vehicle = await readVehicle(query, trip, session, { allowPart: false, note });
    const { asked, offered } = await readExtras(extras, vehicle.id, trip, session, note);
    const known = { accessory: offered.accessories, insurance: offered.plans };
    const byId = asked.filter(({ kind, id }) => !known[kind].some((one) => one.id === id));
    if (vehicle.name === undefined) unchecked.push(`vehicle ${vehicle.id}`);
    note(...uncheckedNotes([...unchecked, ...byId.map(({ kind, id }) => `${extraWords[kind]} ${id}`)]));
    const url = checkoutLink(siteUrl, { ...trip, vehicleId: vehicle.id, ...chosenIds(asked) });
    return { kind: 'checkout' as const, url, trip: described, vehicle: await withSeenName(vehicle, session) };
  },
});

/** Ids go into the link as they are. */
function uncheckedNotes(ids: readonly string[]): string[] {
  return ids.length === 0
    ? []
    : [`not checked with the operator: ${listedIds([...new Set(ids)])}; get_quote checks them`];
}

function listedIds(ids: readonly string[]): string {
  return ids.length > 8 ? `${ids.slice(0, 8).join(', ')} and ${ids.length - 8} more` : ids.join(', ');
}
