import { expect, test } from 'vitest';
import type { Comparison } from '../../src/documents/offers.ts';
import {
  isBestCertain,
  searchVerdict,
  type SearchVerdict,
} from '../../src/views/search-verdict.ts';
import { pricingInWords } from '../../src/views/pricing.ts';
import { comparison } from '../compare/samples.ts';

const pricing = {
  offers: 3,
  priced: 1,
  lowestEstimate: null,
  belowEstimate: false,
  couldBeBelow: 0,
} satisfies Comparison['pricing'];
const notAsked = { ...pricing, tripsNotAsked: 2 };

interface Expected {
  readonly kind: SearchVerdict['kind'];
  readonly [part: string]: unknown;
}

test.each<[string, Partial<Comparison>, Expected]>([
  ['all offers priced', {}, { kind: 'complete' }],
  ['extras that were not looked up', { uncheckedExtras: [] }, { kind: 'extras-unchecked' }],
  [
    'failures, with all priced that was listed',
    { partial: true },
    { kind: 'incomplete', why: 'failed', counts: undefined },
  ],
  [
    'an interruption before any offer',
    { partial: true, interrupted: true, pricing: { ...pricing, offers: 0, priced: 0 } },
    { kind: 'incomplete', why: 'stopped', counts: undefined },
  ],
  [
    'no other that can be cheaper',
    { pricing },
    { kind: 'searched', others: { kind: 'unlikely' }, trips: { kind: 'all-asked' } },
  ],
  [
    'trips without a rate to judge them by',
    { pricing: { ...notAsked, lowestRate: null } },
    { kind: 'searched', trips: { kind: 'unknown' } },
  ],
  [
    'trips that any rate could make the cheapest',
    { pricing: { ...notAsked, lowestRate: 50, neededRate: null } },
    { kind: 'searched', trips: { kind: 'possible' } },
  ],
  [
    'trips that need a lower rate than any that was seen',
    { pricing: { ...notAsked, lowestRate: 50, neededRate: 50 } },
    { kind: 'searched', trips: { kind: 'unlikely', need: { below: 50, lowestSeen: 50 } } },
  ],
  [
    'trips that need a rate that was seen',
    { pricing: { ...notAsked, lowestRate: 49, neededRate: 50 } },
    { kind: 'searched', trips: { kind: 'possible', need: { below: 50, lowestSeen: 49 } } },
  ],
])('the verdict on %s', (_, parts, verdict) => {
  const document = comparison(parts);
  expect(searchVerdict(document)).toMatchObject(verdict);
  expect(isBestCertain(document)).toBe(verdict.kind === 'complete');
});

test('only a verdict that leaves a doubt has words', () => {
  expect(pricingInWords(comparison(), {})).toBeUndefined();
  expect(pricingInWords(comparison({ partial: true }), {})).toBeUndefined();
  const day = { pick_up_date: '2030-01-05', drop_off_date: '2030-01-12' } as const;
  const dates = [{ ...day, trips: 5, answered: 3, notAsked: 2 }];
  expect(pricingInWords(comparison({ pricing: notAsked, dates }), {})).toBe(
    '0 of 0 listed offers priced, 3 of 5 trips looked up',
  );
});
