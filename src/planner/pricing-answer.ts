/** What is told about the costs of extras: the part of the document that commands and tools share, and notes. */
import type { RentalError } from '../errors.ts';
import { numberText } from '../json.ts';
import { listed } from './names.ts';
import type { ExtrasPricing, PricedExtra } from './priced-extras.ts';
import { groupBy } from './sweep/rank.ts';

export function pricingDocument({ without, requests, extras: priced }: ExtrasPricing) {
  const of = (kind: PricedExtra['kind']) => priced.filter((one) => one.kind === kind).map(costDocument);
  return {
    ...{ totalWithout: without.totalAmount, currency: without.currency, requests },
    accessories: of('accessory'),
    insuranceTypes: of('insurance'),
  };
}

function costDocument({ extra: { id, name, price }, ...cost }: PricedExtra) {
  if ('problem' in cost) return { id, name, price };
  return { id, name, price, tripCost: cost.tripCost, tripCostFrom: cost.tripCostFrom };
}

const problems = { unlisted: 'its quote does not show it', unasked: 'not asked for, too many at once' } as const;

/** What the amounts leave open. `wordsOf` has the words for an error. */
export function pricingNotes({ extras }: ExtrasPricing, wordsOf: (error: RentalError) => string): string[] {
  const unpriced = groupBy(
    extras.filter((one) => 'problem' in one),
    ({ problem }) => (typeof problem === 'string' ? problems[problem] : wordsOf(problem)),
  );
  const changed = extras.flatMap((one) =>
    'problem' in one || one.totalChange === undefined
      ? []
      : [
          `with ${listed([one.extra])} the total changes by ${numberText(one.totalChange)}, not by ${numberText(one.tripCost)}`,
        ],
  );
  return [
    ...[...unpriced].map(([why, items]) => `no amount for ${listed(items.map(({ extra }) => extra))}: ${why}`),
    ...changed,
  ];
}
