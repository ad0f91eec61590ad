import * as answers from '../../api/answers.ts';
import compare from '../../commands/compare/index.ts';
import { failure, offer, sweepPlan, type FailureDocument, type OfferDocument } from '../../documents/compare.ts';
import { isPriced, type Comparison } from '../../documents/offers.ts';
import { checkoutUrl } from '../../documents/planning.ts';
import { expiriesOf } from '../../planner/expiry.ts';
import { formatMoney } from '../../planner/money.ts';
import { listed } from '../../planner/names.ts';
import { namedVehicle } from '../../planner/selection.ts';
import { groupBy } from '../../planner/sweep/rank.ts';
import { amount, count, date, flag, integer, list, object, optional, text, type ValueOf } from '../../shape.ts';
import { limitSays, tripSays } from '../inputs.ts';
import { isComplete, nextStep, stepAfterPlan } from '../next-step.ts';
import { defineTool } from '../tool.ts';

/** What is absent is not there: no rank, no total, nothing missing. */
const oneOffer = object({
  ...{ rank: optional(integer), totalAmount: optional(amount), currency: optional(text), estimate: optional(amount) },
  ...{ perNight: optional(amount), routeFee: optional(amount), nights: offer.nights, operator: text },
  ...{ pickUp: text, dropOff: optional(text), pick_up_date: date, drop_off_date: date },
  ...{ vehicleId: answers.vehicle.fields.vehicleId, vehicle: text },
  ...{ missing: optional(offer.missing), warnings: optional(list(text)), checkoutUrl: optional(checkoutUrl) },
});

const oneFailure = object({
  ...{ operator: text, step: text, trip: optional(text), vehicle: optional(text) },
  ...{ code: text, reason: text, unasked: optional(failure.unasked) },
});

const { requests, mostRequests, counted, cells, seconds } = sweepPlan;

export default defineTool({
  name: 'compare_quotes',
  title: 'Compare quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators, cheapest total first, those with warnings last, each with its booking link. 1 request for the depots, each trip and each quote: above 100, start with dry_run. If complete is false, do what next says.',
  command: compare,
  asks: 'several',
  inputs: [
    ...['pick-up', 'drop-off', 'from', 'flex', 'nights', 'to', 'vehicle', 'berths', 'max-rate', 'accessory'],
    ...['insurance', 'quote', 'max-total', 'dry-run', 'max-requests'],
  ],
  needs: ['pick-up', 'from', 'nights|to'],
  says: {
    ...limitSays,
    accessory: tripSays.accessory,
    'max-requests': 'More is an error (default: 300)',
    'max-total': 'A note says if every total is above: 1500, or 1500 NZD',
  },
  output: {
    plan: optional(object({ requests, mostRequests, counted, cells, seconds: optional(seconds) })),
    offers: list(oneOffer),
    notQuoted: optional(count),
    expiresAt: optional(answers.quote.fields.expiresAt),
    failures: list(oneFailure),
    complete: flag,
    next: optional(text),
  },
  pages: { lists: ['offers', 'failures'], limit: 20 },
  show: (value: Comparison | Pick<Comparison, 'plan'>, { options, note }) => {
    if (!('offers' in value)) {
      const { seconds: time, ...own } = value.plan;
      const next = stepAfterPlan(value.plan, Number(options['maxRequests'] ?? 300));
      // A time would only seem to be a bound while a part is not counted.
      const shown = { ...own, seconds: own.counted ? time : undefined };
      return { plan: shown, offers: [], failures: [], complete: false, next };
    }
    const isShown = (one: OfferDocument): boolean => value.plan.quote === 'none' || isPriced(one);
    const offers = value.offers.filter(isShown);
    note(...nightsNotes(offers), ...missingNotes(value.offers.filter((one) => !isShown(one))));
    return {
      offers: offers.map(offerOf),
      notQuoted: value.offers.length - offers.length || undefined,
      expiresAt: expiriesOf(offers.filter(isPriced))[0],
      failures: failuresOf(value.failures),
      complete: isComplete(value),
      next: nextStep(value),
    };
  },
});

function offerOf(one: OfferDocument): ValueOf<typeof oneOffer> {
  const { rank, perNight, nights, operator, pickUp, dropOff, vehicle, missing, warnings = [], selection } = one;
  const fee = isPriced(one) ? one.priceBreakdown.routeFee : 0;
  return {
    rank: rank ?? undefined,
    ...(isPriced(one) ? { totalAmount: one.totalAmount, currency: one.currency } : { estimate: one.estimate }),
    perNight: perNight ?? undefined,
    routeFee: fee === 0 ? undefined : fee,
    ...{
      nights,
      operator,
      pickUp,
      dropOff: selection.drop_off_depot_id === selection.pick_up_depot_id ? undefined : dropOff,
    },
    ...{ pick_up_date: selection.pick_up_date, drop_off_date: selection.drop_off_date },
    ...{ vehicleId: vehicle.vehicleId, vehicle: vehicle.name },
    missing: missing.length === 0 ? undefined : missing,
    warnings: warnings.length === 0 ? undefined : warnings.map(({ purpose }) => `no ${purpose} times`),
    // An offer that lacks an extra would be booked without it.
    checkoutUrl: missing.length === 0 ? one.checkoutUrl : undefined,
  };
}

/** Failures that differ only in the vehicle are one, which names them. */
function failuresOf(failures: readonly FailureDocument[]): ValueOf<typeof oneFailure>[] {
  const alike = groupBy(failures, ({ vehicle: __, ...rest }) => JSON.stringify(rest));
  return [...alike.values()].flatMap((all) => {
    const vehicles = all.flatMap(({ vehicle }) => (vehicle === null ? [] : [namedVehicle(vehicle)]));
    return all.slice(0, 1).map(({ operator, step, code, reason, unasked, ...trip }) => ({
      ...{ operator, step, code, reason, unasked: unasked || undefined },
      trip: tripOf(trip),
      vehicle: vehicles.length === 0 ? undefined : listed(vehicles),
    }));
  });
}

function tripOf({ pickUp, dropOff, pick_up_date: from, drop_off_date: to }: Partial<FailureDocument>) {
  if (from == null || to == null) return undefined;
  return `${pickUp ?? ''}${dropOff === pickUp ? '' : ` → ${dropOff ?? ''}`}, ${from} to ${to}`;
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
