/** What a model must know of the amounts of a comparison, besides the notes of the command. */
import { isSeveral } from '../../base/group-by.ts';
import { countInWords, plural } from '../../base/words.ts';
import type { ComparePlan, OfferDocument } from '../../documents/compare.ts';
import { hasAllExtras, isPriced, isUnpriced, type Comparison } from '../../documents/offers.ts';
import type { Session } from '../../planner/session.ts';

/** Estimates are made of the quotes of the comparison at the operator, or else of the days that earlier ones showed to be charged. */
export function daysKnownIn({ offers }: Comparison, sessions: readonly Pick<Session, 'operator' | 'chargedDays'>[]) {
  const quotedAt = new Set(offers.filter(isPriced).map(({ operator }) => operator));
  const chargedAt = new Map(sessions.map(({ operator, chargedDays }) => [operator.name, chargedDays]));
  return (offer: OfferDocument): boolean =>
    (quotedAt.has(offer.operator) && hasAllExtras(offer)) ||
    chargedAt.get(offer.operator)?.daysFor(offer.nights) !== undefined;
}

/** How the estimates are made depends on what was to be priced. */
const bases = {
  quotes: 'the daily rate × the days that these quotes charged, with the fees and extras that they show',
  rates: 'the daily rate × the days that this operator charged before, or else × the nights, without fees and extras',
};

export function comparisonNotes({ offers }: Comparison, areDaysKnown: (offer: OfferDocument) => boolean): string[] {
  const open = offers.filter((offer) => !isPriced(offer));
  const isBare = open.some((offer) => !isUnpriced(offer));
  const isOfQuotes = offers.some(isPriced) && open.some(isUnpriced);
  return [
    open.length > 0 && `"about" is an estimate: ${isOfQuotes ? bases.quotes : bases.rates}; only a quote has the price`,
    isOfQuotes && isBare && `bareEstimate is ${bases.rates}`,
    !open.every(areDaysKnown) &&
      '"or more": no quote has shown how many days this operator charges, so compare no estimates of different operators or lengths',
    isSeveral(offers.filter(isPriced), ({ currency }) => currency) &&
      'totals are in several currencies, which are not compared: each currency has its own cheapest',
  ].filter((note) => note !== false);
}

/** What the numbers of a plan mean. */
export function planNote({ requests, mostRequests, quote }: ComparePlan): string {
  const usual = plural(requests, 'request');
  if (mostRequests === null) return `${quote === 'all' ? 'at least' : 'about'} ${usual}`;
  return mostRequests > requests ? `usually ${usual}, up to ${countInWords(mostRequests)}` : `up to ${usual}`;
}
