/** How much of a comparison was priced, and what is to be expected of the rest. */
import { moneyInWords } from '../../base/money.ts';
import { plural } from '../../base/words.ts';
import type { SweepOutcome } from './outcome.ts';
import { isQuoted } from './rank.ts';

type Pricing = NonNullable<ReturnType<typeof pricingOf>>;

/** Undefined if all were priced, or nothing was to be. `documents/compare.ts` says what the fields are. */
export function pricingOf({
  plan,
  offers,
  isBelowEstimates,
}: Pick<SweepOutcome, 'plan' | 'offers' | 'isBelowEstimates'>) {
  const quoted = offers.filter(isQuoted);
  const rest = offers.filter((offer) => !isQuoted(offer) && offer.missing.length === 0);
  if (rest.length === 0 || plan.quote === 'none' || plan.quote === 'all') return undefined;
  const currencies = new Set(quoted.map(({ quote }) => quote.currency));
  const lowest = rest.reduce((least, { estimate = least }) => Math.min(least, estimate), Number.POSITIVE_INFINITY);
  return {
    offers: offers.length,
    priced: quoted.length,
    lowestEstimate: currencies.size === 1 && Number.isFinite(lowest) ? lowest : null,
    belowEstimate: isBelowEstimates,
  };
}

interface Searched {
  /** Not all of the quotes that it takes were answered. */
  readonly isPartial: boolean;
  /** False: the cheapest were looked for in another view than the one that is shown. */
  readonly isAsked?: boolean;
}

/** `24 of 1860 offers priced; the others are estimated at 612.00 or more (daily rate × nights, and what quotes had on top)`. */
export function pricingInWords(pricing: Pricing, { isPartial, isAsked = true }: Searched): string {
  const { offers, priced, lowestEstimate, belowEstimate } = pricing;
  const doubts = [
    ...(isPartial ? ['not all of it was answered'] : []),
    ...(isAsked ? [] : ['the cheapest were looked for in another view']),
    ...(belowEstimate ? ['totals here can be below the daily rate'] : []),
  ];
  const how = '(daily rate × nights, and what quotes had on top)';
  return [
    `${priced} of ${plural(offers, 'offer')} priced`,
    ...(lowestEstimate === null ? [] : [`the others are estimated at ${moneyInWords(lowestEstimate)} or more ${how}`]),
    ...(doubts.length === 0 || priced === 0 ? [] : [`cheaper ones are possible: ${doubts.join(', ')}`]),
  ].join('; ');
}
