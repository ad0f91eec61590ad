/** How much of a comparison was priced, in words. */
import { moneyInWords } from '../base/money.ts';
import { plural } from '../base/words.ts';
import type { Comparison } from './offers.ts';

type Pricing = NonNullable<Comparison['pricing']>;

interface Searched {
  /** Not all of the quotes that it takes were answered. */
  readonly isPartial: boolean;
  /** False: the cheapest were searched for in another view than the one that is shown. */
  readonly isSearched?: boolean;
}

/** `24 of 1860 offers priced; the others are estimated at 612.00 or more (daily rate × nights, and what quotes had on top)`. */
export function pricingInWords(pricing: Pricing, { isPartial, isSearched = true }: Searched): string {
  const { offers, priced, lowestEstimate, belowEstimate } = pricing;
  const doubts = [
    ...(isPartial ? ['not all of it was answered'] : []),
    ...(isSearched ? [] : ['the cheapest were looked for in another view']),
    ...(belowEstimate ? ['totals here can be below the daily rate'] : []),
  ];
  const how = '(daily rate × nights, and what quotes had on top)';
  return [
    `${priced} of ${plural(offers, 'offer')} priced`,
    ...(lowestEstimate === null ? [] : [`the others are estimated at ${moneyInWords(lowestEstimate)} or more ${how}`]),
    ...(doubts.length === 0 || priced === 0 ? [] : [`cheaper ones are possible: ${doubts.join(', ')}`]),
  ].join('; ');
}
