/** What a model must know of the amounts of a comparison, besides the notes of the command. */
import { groupBy, hasSeveral } from '../../base/group-by.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import { hasAllExtras, isPriced, awaitsQuote, type Comparison } from '../../documents/offers.ts';
import { requestsInWords } from '../../views/plan-words.ts';
import { defaultMaxRequests } from '../../planner/question.ts';
import type { Session } from '../../planner/session.ts';

/**
 * Returns a function that says whether quotes showed all costs that an estimate stands for: the
 * charged days, and, if the offer has the requested extras, these and the fee of a one-way trip.
 * The days can also be known from quotes before this comparison.
 */
export function estimateChecker(
  { offers }: Comparison,
  sessions: readonly Pick<Session, 'operator' | 'chargedDays'>[],
) {
  const quoted = offers.filter(isPriced);
  const operators = new Set(quoted.map(({ operator }) => operator));
  const costs = new Set(quoted.flatMap(costsOf));
  const chargedAt = new Map(
    sessions.map(({ operator, chargedDays }) => [operator.name, chargedDays]),
  );
  return (offer: OfferDocument): boolean => {
    const isQuotedAt = operators.has(offer.operator) && hasAllExtras(offer);
    const areDaysKnown =
      isQuotedAt || chargedAt.get(offer.operator)?.daysFor(offer.nights) !== undefined;
    const areOtherCostsKnown = costsOf(offer).every((cost) => costs.has(cost));
    return areDaysKnown && (!hasAllExtras(offer) || areOtherCostsKnown);
  };
}

/** The costs of an offer besides its charged days. */
function costsOf({ operator, vehicle, selection }: OfferDocument): string[] {
  const {
    pick_up_depot_id: pickUp,
    drop_off_depot_id: dropOff,
    accessory_ids: accessories,
    insurance_id,
  } = selection;
  const hasExtras = accessories.length > 0 || insurance_id !== null;
  return [
    ...(hasExtras ? [`${operator} vehicle ${vehicle.vehicleId}`] : []),
    ...(pickUp === dropOff ? [] : [`${operator} from ${pickUp} to ${dropOff}`]),
  ];
}

/** How estimates are made: from quotes of the comparison, or from daily rates alone. */
const bases = {
  quotes:
    'the daily rate × the days that these quotes charged, with the fees and extras that they show',
  rates:
    'the daily rate × the days that this operator charged before, or else × the nights, without fees and extras',
};

export function comparisonNotes(
  { offers, pricing }: Comparison,
  coversAllCosts: (offer: OfferDocument) => boolean,
): string[] {
  const estimated = offers.filter((offer) => !isPriced(offer));
  const isBare = estimated.some((offer) => !awaitsQuote(offer));
  const isOfQuotes = offers.some(isPriced) && estimated.some(awaitsQuote);
  const basis = isOfQuotes ? bases.quotes + dateFeeWords(offers) : bases.rates;
  // Without `pricing`, every offer was priced.
  const favoursShorter = pricing !== undefined && hasSeveral(offers, ({ nights }) => nights);
  return [
    favoursShorter &&
      'totals favour shorter trips; one call for each length finds the cheapest of each',
    estimated.length > 0 && `"about" is an estimate: ${basis}; only a quote has the price`,
    isOfQuotes && isBare && `bareEstimate is ${bases.rates}`,
    !estimated.every(coversAllCosts) &&
      '"or more": no quote has shown how many days this operator charges, or what the extras or the route cost, so compare no estimates of different operators, lengths or vehicles',
    hasSeveral(offers.filter(isPriced), ({ currency }) => currency) &&
      'totals are in several currencies, which are not compared: each currency has its own cheapest',
  ].filter((note) => note !== false);
}

/** Warns of route fees that differ by date; empty if all quotes of a route have the same fee. */
function dateFeeWords(offers: Comparison['offers']): string {
  const byRoute = groupBy(offers.filter(isPriced), ({ operator, selection }) =>
    [operator, selection.pick_up_depot_id, selection.drop_off_depot_id].join(' '),
  );
  const isByDate = [...byRoute.values()].some((list) =>
    hasSeveral(list, ({ priceBreakdown }) => priceBreakdown.routeFee),
  );
  return isByDate ? '; an operator may add a fee on some dates' : '';
}

/** Says how many requests and calls a plan needs, and how to ask for less if it is refused. */
export function planNote(plan: ComparePlan, maxRequests: unknown): string {
  const { requests, operators, quote } = plan;
  const windows = Math.max(0, ...operators.map((one) => Math.ceil(one.requests / one.limit)));
  return [
    requestsInWords(plan),
    windows > 1 && `about ${windows} calls, because each ends at the request limit`,
    maxRequests === undefined &&
      requests > defaultMaxRequests &&
      `more than ${defaultMaxRequests} are refused without max_requests: give fewer starts, nights or depots${quote === 'all' ? ', or quote: best' : ''}`,
  ]
    .filter((part) => part !== false)
    .join('; ');
}
