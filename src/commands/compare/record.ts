/** Offers and failures as records of the line formats and as objects of `--json`. */
import type { Offer, Ranked } from '../../planner/sweep/rank.ts';
import { perNight } from '../../planner/sweep/rank.ts';
import { nights } from '../../planner/calendar.ts';
import type { Selection } from '../../api/types.ts';
import type { Column, Row } from '../../result.ts';
import { selectionData } from '../shared/selection.ts';
import type { Leg } from './leg.ts';
import type { Failure } from './report.ts';

/** An offer with the question that its link and its quote answer. */
export type SelectedOffer = Offer & { readonly selection: Selection };

/** Of `plain` and `csv`; `kind` is offer or failure. */
export const recordColumns: readonly Column[] = [
  'kind',
  'rank',
  'totalAmount',
  'currency',
  'perNight',
  'nights',
  'operator',
  'vehicleId',
  'vehicle',
  'rentalDailyRate',
  'pick_up_depot_id',
  'pickUp',
  'drop_off_depot_id',
  'dropOff',
  'pick_up_date',
  'drop_off_date',
  'rentalFee',
  'routeFee',
  'accessoriesFee',
  'insuranceFee',
  'missing',
  'quoteId',
  'expiresAt',
  'reused',
  'checkoutUrl',
  'step',
  'code',
  'status',
  'reason',
  'unasked',
].map((key) => ({ key }));

export function offerRecord({ rank, offer }: Ranked, leg: Leg): Row {
  const { quote, vehicle, missing } = offer;
  const fees = quote?.priceBreakdown;
  return {
    kind: 'offer',
    rank: rank ?? null,
    totalAmount: quote?.totalAmount ?? null,
    currency: quote?.currency ?? null,
    ...placeOf(offer, leg),
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
  };
}

/** The quote as it was served, as in `quote --json`, and where it stands. */
export function offerData({ rank, offer }: Ranked, leg: Leg): Record<string, unknown> {
  const { quote, vehicle, missing, reused, checkoutUrl } = offer;
  return {
    rank: rank ?? null,
    ...placeOf(offer, leg),
    vehicle,
    missing,
    reused,
    ...(quote ?? { totalAmount: null, currency: null }),
    selection: selectionData((offer as SelectedOffer).selection),
    checkoutUrl,
  };
}

function placeOf(offer: Offer, leg: Leg) {
  const each = perNight(offer);
  return {
    perNight: each === undefined ? null : Number(each),
    nights: nights(offer.pickUpDate, offer.dropOffDate),
    operator: offer.operator,
    pickUp: leg.depotName(offer.pickUpDepotId),
    dropOff: leg.depotName(offer.dropOffDepotId),
  };
}

export function failureRecord(failure: Failure): Row {
  const { vehicle } = failure;
  return {
    kind: 'failure',
    ...failureData(failure),
    vehicle: vehicle?.name ?? null,
    vehicleId: vehicle?.vehicleId ?? null,
  };
}

export function failureData({ leg, step, trip, vehicle, error, unasked }: Failure): Record<string, unknown> {
  return {
    operator: leg.operator.name,
    step,
    pick_up_depot_id: trip?.pickUpDepotId ?? null,
    drop_off_depot_id: trip?.dropOffDepotId ?? null,
    pick_up_date: trip?.pickUpDate ?? null,
    drop_off_date: trip?.dropOffDate ?? null,
    vehicle: vehicle ?? null,
    code: error.code,
    status: error.status ?? null,
    reason: reasonOf(error.message, unasked),
    unasked,
  };
}

function reasonOf(message: string, unasked: number): string {
  return unasked === 0 ? message : `given up, ${unasked} not asked: ${message}`;
}
