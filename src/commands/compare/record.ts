/** Offers and failures as objects of `--json`, and as rows of tables. */
import { selectionFields } from '../../api/links.ts';
import { recordMaker } from '../../document.ts';
import { offerRecords, type FailureDocument, type OfferDocument } from '../../documents/compare.ts';
import { quoteDocument } from '../../documents/planning.ts';
import { nights } from '../../planner/calendar.ts';
import type { SweepFailure } from '../../planner/sweep/events.ts';
import type { Bundle, OfferGroup } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { checkoutUrlOf, perNight, selectionOf, type Ranked } from '../../planner/sweep/rank.ts';
import type { Row } from '../../result.ts';

/** What the cheapest offer of a group has besides its own fields. */
export type GroupFields = Pick<OfferDocument, 'count' | 'highest'>;

/** Null for an offer that is in no group. */
export function groupFields(group: OfferGroup | undefined): GroupFields {
  return { count: group?.count ?? null, highest: group?.highest?.quote.totalAmount ?? null };
}

const noGroup: GroupFields = { count: undefined, highest: undefined };

/** The quote's fields, as in `quote --json`, with its rank, its trip and what its group has. */
export function offerData({ rank, offer }: Ranked, group = noGroup): OfferDocument {
  const { quote, operator, pickUp, dropOff, vehicle, missing, closed, reused } = offer;
  const own = {
    rank: rank ?? null,
    count: group.count,
    highest: group.highest,
    perNight: perNight(offer) ?? null,
    nights: nights(offer.pickUpDate, offer.dropOffDate),
    operator,
    pickUp,
    dropOff,
    vehicle,
    missing,
    warnings: closed.length === 0 ? undefined : closed,
    reused,
  };
  const booking = { selection: selectionFields(selectionOf(offer)), checkoutUrl: checkoutUrlOf(offer) };
  if (quote === undefined)
    return { ...own, priced: false, estimate: offer.estimate, totalAmount: null, currency: null, ...booking };
  return quoteDocument(quote, booking, { ...own, priced: true });
}

export function failureData({ operator, step, trip, vehicle, error, unsent }: SweepFailure): FailureDocument {
  return {
    operator,
    step,
    pick_up_depot_id: trip?.pickUpDepotId ?? null,
    drop_off_depot_id: trip?.dropOffDepotId ?? null,
    pick_up_date: trip?.pickUpDate ?? null,
    drop_off_date: trip?.dropOffDate ?? null,
    vehicle: vehicle ?? null,
    code: error.code,
    status: error.status ?? null,
    reason: unsent === 0 ? error.message : `given up, ${unsent} not asked: ${error.message}`,
    unasked: unsent,
  };
}

const offerRecord = recordMaker(offerRecords);

/** A row of a table: names are told apart. */
export function labelledRecord(
  ranked: Ranked,
  { vehicleLabel, placeLabel, placeKey }: Identity,
  group?: GroupFields,
): Row {
  const { offer } = ranked;
  const vehicle = vehicleLabel(offer.operator, offer.vehicle);
  const labels = { vehicle, place: placeLabel(offer), placeKey: placeKey(offer) };
  return Object.assign(offerRecord(offerData(ranked, group)), labels);
}

/** A row of a table for offers that differ only in start or depots. */
export function bundleRecord({ first, starts, routes, expiresAt }: Bundle, identity: Identity): Row {
  const row = { ...labelledRecord(first, identity), starts, routes: routes.length, expiresAt: expiresAt ?? null };
  if (routes.length === 1) return row;
  return {
    ...row,
    placeLabel: identity.placeLabel(first.offer),
    place: `${routes.length} routes: ${routes.map(identity.placeLabel).join(', ')}`,
  };
}
