import * as answers from '../../api/answers.ts';
import compare from '../../commands/compare/index.ts';
import { recordMaker } from '../../document.ts';
import { failure, offer, offerRecords, sweepPlan, type OfferDocument } from '../../documents/compare.ts';
import { failureRows } from '../../documents/failures.ts';
import { labelsIn } from '../../documents/labels.ts';
import { isPriced, type Comparison } from '../../documents/offers.ts';
import { isTransientCode } from '../../errors.ts';
import { expiriesOf } from '../../planner/expiry.ts';
import { listed } from '../../planner/names.ts';
import { requestCeiling } from '../../planner/sweep/plan.ts';
import { usualMaxRequests } from '../../planner/sweep/spending.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { amount, count, flag, list, object, optional, pick, text, type Row } from '../../shape.ts';
import { defineTool } from '../tool.ts';

const { fields: offerFields } = offerRecords.item;

export default defineTool({
  name: 'compare_quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators, cheapest total first, those with noTimes last, each with its booking link. 1 request for the depots, each trip and each quote: above 100, start with dry_run. If complete is false, do what next says.',
  command: compare,
  asks: 'several',
  inputs: [
    ...['pick-up', 'drop-off', 'from', 'flex', 'nights', 'to', 'vehicle', 'accessory'],
    ...['insurance', 'quote', 'max-total', 'dry-run', 'max-requests'],
  ],
  output: {
    plan: optional(object(pick(sweepPlan, 'requests', 'mostRequests', 'trips'))),
    offers: list(
      object({
        ...pick(offerFields, 'rank', 'totalAmount', 'currency', 'perNight', 'routeFee', 'nights', 'operator'),
        ...pick(offerFields, 'pickUp', 'dropOff', 'pick_up_date', 'drop_off_date', 'vehicleId', 'vehicle', 'noTimes'),
        ...{ missing: optional(offer.missing), estimate: optional(amount), checkoutUrl: offer.checkoutUrl },
      }),
    ),
    expiresAt: optional(answers.quote.fields.expiresAt),
    failures: list(object({ ...pick(failure, 'operator', 'step', 'code', 'reason'), count, example: optional(text) })),
    complete: flag,
    next: optional(text),
  },
  limit: 20,
  show: (value: Comparison | Pick<Comparison, 'plan'>, { options, note }) => {
    if (!('offers' in value)) {
      const next = stepAfterPlan(value.plan, Number(options['maxRequests'] ?? usualMaxRequests));
      return { plan: value.plan, offers: [], failures: [], complete: false, next };
    }
    const isShown = (one: OfferDocument): boolean => value.plan.quote === 'none' || isPriced(one);
    const offers = value.offers.filter(isShown);
    const next = stepAfter(value);
    note(...lackingNote(value.offers.filter((one) => !isShown(one))));
    return {
      offers: offers.map(recordOf),
      expiresAt: expiriesOf(offers.filter(isPriced))[0],
      failures: failureRows(value.failures, labelsIn(value)),
      complete: next === undefined,
      next,
    };
  },
});

const offerRecord = recordMaker(offerRecords);

function recordOf(one: OfferDocument): Row {
  const record = offerRecord(one);
  return {
    ...record,
    dropOff: one.dropOff === one.pickUp ? undefined : one.dropOff,
    routeFee: record['routeFee'] || undefined,
    estimate: isPriced(one) ? undefined : one.estimate,
    missing: one.missing,
    // An offer that lacks an extra would be booked without it.
    checkoutUrl: one.missing.length === 0 ? one.checkoutUrl : undefined,
  };
}

/** Vehicles that were not priced because they lack an extra, on some date. */
function lackingNote(unpriced: readonly OfferDocument[]): string[] {
  const lacking = unpriced.filter(({ missing }) => missing.length > 0);
  const vehicles = new Map(lacking.map(({ vehicle }) => [vehicle.vehicleId, namedVehicle(vehicle)]));
  return vehicles.size === 0 ? [] : [`not priced, because they lack an extra: ${listed([...vehicles.values()])}`];
}

const again = 'call compare_quotes again';

/** After a dry run: a call that is allowed. */
function stepAfterPlan({ requests }: Comparison['plan'], maxRequests: number): string {
  if (requests > requestCeiling) return `ask for fewer trips: a call sends at most ${requestCeiling} requests`;
  return `${again} without dry_run${requests > maxRequests ? ` and with max_requests ${requests}` : ''} to get the offers`;
}

/** Undefined if the same call cannot give more: what an operator refuses, or does not have, stays so. */
function stepAfter({ interrupted, failures }: Comparison): string | undefined {
  if (!interrupted && !failures.some(({ code }) => isTransientCode(code))) return undefined;
  const seconds = Math.max(0, ...failures.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  const later = seconds > 0 ? ` in ${seconds} s` : '';
  return `${again} with the same input${later}: it goes on from the answers that are stored`;
}
