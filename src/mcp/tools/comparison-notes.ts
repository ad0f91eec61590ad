/** What a model must know of the amounts of a comparison, besides the notes of the command. */
import { isSeveral } from '../../base/group-by.ts';
import { isPriced, isUnpriced, type Comparison } from '../../documents/offers.ts';

/** How the estimates are made depends on what was to be priced. */
const bases = {
  best: 'the daily rate × the days that these quotes charged, with the fees and extras that they show',
  none: 'the daily rate × the nights, or × the days that this operator charged before, without fees',
  all: 'the daily rate × the nights, without fees and extras',
};

export function comparisonNotes({ plan, offers }: Comparison): string[] {
  const basis = plan.quote === 'none' || plan.quote === 'all' ? plan.quote : 'best';
  const isEstimated = offers.some(isUnpriced);
  const isBare = offers.some((offer) => !isPriced(offer) && !isUnpriced(offer));
  return [
    isEstimated && `"about" is an estimate: ${bases[basis]}; only a quote has the price`,
    isBare && `bareEstimate is ${bases.all}`,
    isSeveral(offers.filter(isPriced), ({ currency }) => currency) &&
      'totals are in several currencies, which are not compared: each currency has its own cheapest',
  ].filter((note) => note !== false);
}
