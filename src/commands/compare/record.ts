/** Offers and failures as records of the line formats and as objects of `--json`. */
import { nights } from '../../planner/calendar.ts';
import type { SweepFailure } from '../../planner/sweep/events.ts';
import type { Bundle, OfferGroup } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { perNight, type Ranked } from '../../planner/sweep/rank.ts';
import { placed, type Column, type Row } from '../../result.ts';
import { quoteDocument } from '../shared/own-fields.ts';
import { selectionDocument } from '../../documents/selection.ts';

/** The columns of `plain` and `csv`; `kind` is offer or failure. */
export const recordColumns: readonly Column[] = (
  'kind rank totalAmount currency perNight nights operator vehicleId vehicle rentalDailyRate pick_up_depot_id pickUp ' +
  'drop_off_depot_id dropOff pick_up_date drop_off_date rentalFee routeFee accessoriesFee insuranceFee missing quoteId ' +
  'expiresAt reused checkoutUrl step code status reason unasked instead'
)
  .split(' ')
  .map((key) => ({ key }));

/** `more` are fields of ours; `around` is what the document has besides its lists. */
export function offerRecord(ranked: Ranked, more?: Row, around?: Row): Row {
  return placed(Object.assign(offerFields(ranked), more), () => {
    const item = offerData(ranked, more);
    return { ...around, ...item, offers: item };
  });
}

function offerFields({ rank, offer }: Ranked) {
  const { quote, vehicle, missing, instead } = offer;
  const fees = quote?.priceBreakdown;
  return {
    kind: 'offer',
    rank: rank ?? null,
    totalAmount: quote?.totalAmount ?? null,
    currency: quote?.currency ?? null,
    perNight: perNight(offer) ?? null,
    nights: nights(offer.pickUpDate, offer.dropOffDate),
    operator: offer.operator,
    pickUp: offer.pickUp,
    dropOff: offer.dropOff,
    vehicleId: vehicle.vehicleId,
    vehicle: vehicle.name,
    rentalDailyRate: vehicle.rentalDailyRate,
    pick_up_depot_id: offer.pickUpDepotId,
    drop_off_depot_id: offer.dropOffDepotId,
    pick_up_date: offer.pickUpDate,
    drop_off_date: offer.dropOffDate,
    rentalFee: fees?.rentalFee ?? null,
    routeFee: fees?.routeFee ?? null,
    accessoriesFee: fees?.accessoriesFee ?? null,
    insuranceFee: fees?.insuranceFee ?? null,
    missing: missing.join(', '),
    quoteId: quote?.quoteId ?? null,
    expiresAt: quote?.expiresAt ?? null,
    reused: offer.reused,
    checkoutUrl: offer.checkoutUrl,
    instead: instead.join(', '),
  };
}

/** A row of a table: names are told apart. */
export function labelledRecord(ranked: Ranked, { vehicleLabel, placeLabel, placeKey }: Identity): Row {
  const { offer } = ranked;
  const vehicle = vehicleLabel(offer.operator, offer.vehicle);
  return Object.assign(offerFields(ranked), { vehicle, place: placeLabel(offer), placeKey: placeKey(offer) });
}

/** A row of a table for offers that differ only in start or depots. */
export function bundleRecord({ first, starts, routes, expiresAt }: Bundle, identity: Identity): Row {
  const row = { ...labelledRecord(first, identity), starts, routes: routes.length, expiresAt: expiresAt ?? null };
  if (routes.length === 1) return row;
  return { ...row, place: `${routes.length} routes: ${routes.map(identity.placeLabel).join(', ')}` };
}

export const groupRecordColumns: readonly Column[] = [...recordColumns, { key: 'count' }, { key: 'highest' }];

const noGroup: Row = { count: undefined, highest: undefined };

/** What the cheapest offer of a group has besides its own fields; null for an offer that is in no group. */
export function groupFields(group: OfferGroup | undefined): Row {
  return { count: group?.count ?? null, highest: group?.highest.quote.totalAmount ?? null };
}

/** The quote's fields, as in `quote --json`, with its rank, its trip and `more` fields of ours. */
export function offerData({ rank, offer }: Ranked, more: Row = noGroup): Row {
  const { quote, operator, pickUp, dropOff, vehicle, missing, instead, reused, checkoutUrl } = offer;
  const own = Object.assign({ rank: rank ?? null }, more, {
    perNight: perNight(offer) ?? null,
    nights: nights(offer.pickUpDate, offer.dropOffDate),
    ...{ operator, pickUp, dropOff, vehicle, missing, instead, reused },
  });
  const booking = { selection: selectionDocument(offer.selection), checkoutUrl };
  if (quote === undefined) return { ...own, totalAmount: null, currency: null, ...booking };
  return quoteDocument(quote, booking, own);
}

export function failureRecord(failure: SweepFailure, around: Row = {}): Row {
  const { vehicle } = failure;
  const item = failureData(failure);
  const record = { kind: 'failure', ...item, vehicle: vehicle?.name ?? null, vehicleId: vehicle?.vehicleId ?? null };
  return placed(record, () => ({ ...around, ...item, failures: item }));
}

export function failureData({ operator, step, trip, vehicle, error, unsent }: SweepFailure): Record<string, unknown> {
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
