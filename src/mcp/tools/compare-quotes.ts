import * as answers from '../../api/answers.ts';
import compare from '../../commands/compare/index.ts';
import { recordMaker } from '../../document.ts';
import { failure, offer, offerRecords, sweepPlan, type OfferDocument } from '../../documents/compare.ts';
import { failureRows } from '../../documents/failures.ts';
import { labelsIn } from '../../documents/labels.ts';
import { isPriced, type Comparison } from '../../documents/offers.ts';
import { groupBy } from '../../group-by.ts';
import { expiriesOf } from '../../planner/expiry.ts';
import { formatMoney } from '../../planner/money.ts';
import { listed } from '../../planner/names.ts';
import { usualMaxRequests } from '../../planner/sweep/spending.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { amount, count, flag, list, object, optional, pick, text, type Row } from '../../shape.ts';
import { defineTool } from '../tool.ts';
import { isComplete, stepAfterPlan, stepAfter } from './next-step.ts';

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
    plan: optional(object(pick(sweepPlan, 'requests', 'mostRequests', 'counted', 'trips'))),
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
    note(...nightsNotes(offers), ...missingNotes(value.offers.filter((one) => !isShown(one))));
    return {
      offers: offers.map(recordOf),
      expiresAt: expiriesOf(offers.filter(isPriced))[0],
      failures: failureRows(value.failures, labelsIn(value)),
      complete: isComplete(value),
      next: stepAfter(value),
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
function missingNotes(unpriced: readonly OfferDocument[]): string[] {
  const lacking = groupBy(unpriced, ({ missing }) => missing.join(', '));
  return [...lacking].flatMap(([extras, offers]) => {
    const vehicles = new Map(offers.map(({ vehicle }) => [vehicle.vehicleId, namedVehicle(vehicle)]));
    return extras === '' ? [] : [`not priced without ${extras}: ${listed([...vehicles.values()])}`];
  });
}

/** A short rental costs less than a long one, so the total alone does not tell which is the better price. */
function nightsNotes(offers: readonly OfferDocument[]): string[] {
  const ranked = offers.filter(({ rank, perNight }) => rank !== null && perNight !== null);
  const lengths = ranked.map(({ nights }) => nights);
  const best = ranked.toSorted((a, b) => Number(a.perNight) - Number(b.perNight))[0];
  if (best === undefined || new Set(lengths).size < 2) return [];
  const { vehicle, selection, nights, perNight } = best;
  return [
    `the trips have ${Math.min(...lengths)} to ${Math.max(...lengths)} nights, and rank is by the total; the lowest perNight is ` +
      `${formatMoney(Number(perNight))}: ${vehicle.name} (${vehicle.vehicleId}) from ${selection.pick_up_date}, ${nights} nights`,
  ];
}
