import { expect, test } from 'vitest';
import { offerData } from '../../src/compare/document.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { awaitsQuote, isPriced, rankedByCurrency } from '../../src/documents/offers.ts';
import { offer } from '../compare/samples.ts';

const documentsOf = (...all: Parameters<typeof rankOffers>[0]) => rankOffers(all).map(offerData);

test('no offers make no ranking', () => {
  expect(rankedByCurrency([])).toEqual([]);
});

test('each currency has a ranking of its own, best first', () => {
  const offers = documentsOf(offer(300), offer(90, { currency: 'AUD' }), offer(200));
  const totals = rankedByCurrency(offers).map((list) => list.map(({ totalAmount }) => totalAmount));
  expect(totals.toSorted((a, b) => b.length - a.length)).toEqual([[200, 300], [90]]);
});

test('an offer that lacks an extra has no rank and waits for no quote', () => {
  const [lacking] = documentsOf(offer(300, { missing: ['bike rack'] }));
  expect(rankedByCurrency([lacking!])).toEqual([]);
  expect([isPriced(lacking!), awaitsQuote(lacking!)]).toEqual([true, false]);
});
