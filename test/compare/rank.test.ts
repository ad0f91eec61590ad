import { describe, expect, test } from 'vitest';
import { offerData } from '../../src/compare/document.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import fc from '../support/property.ts';
import { offer, offers, vehicle } from './samples.ts';

describe('rankOffers', () => {
  test('ranks whole offers, then incomplete, then unquoted ones; closed days are last in each', () => {
    const date = '2026-12-20';
    const closed = [
      { purpose: 'pick-up', depotId: 1, depot: 'A', date, nearest: [], message: '' },
    ] as const;
    const unquoted = (amount: number) => ({
      ...offer(0),
      quote: undefined,
      vehicle: vehicle(1, 'V', amount),
    });
    const cheapClosed = offer(1, { ranksLastBecauseOf: closed });
    const dear = offer(9);
    const lacking = offer(1, { missing: ['a'] });
    const lackingClosed = offer(0.5, { missing: ['a'], ranksLastBecauseOf: closed });
    const unquotedCheap = unquoted(80);
    const unquotedDear = unquoted(90);
    const unquotedClosed = { ...unquoted(70), ranksLastBecauseOf: closed };
    expect(
      rankOffers([
        unquotedClosed,
        unquotedDear,
        unquotedCheap,
        cheapClosed,
        lackingClosed,
        lacking,
        dear,
      ]),
    ).toEqual([
      { rank: 1, offer: dear },
      { rank: 2, offer: cheapClosed },
      ...[lacking, lackingClosed, unquotedCheap, unquotedDear, unquotedClosed].map((one) => ({
        rank: undefined,
        offer: one,
      })),
    ]);
  });

  test('keeps every offer, ranks by total, and does not depend on the order of the offers', () => {
    fc.assert(
      fc.property(offers, (list) => {
        const ordered = rankOffers(list);
        expect(new Set(ordered.map((one) => one.offer))).toEqual(new Set(list));
        expect(ordered).toHaveLength(list.length);
        for (const { rank, offer: one } of ordered) {
          const cheaper = list.filter(
            ({ quote, missing }) =>
              missing.length === 0 &&
              quote.currency === one.quote?.currency &&
              quote.totalAmount < one.quote.totalAmount,
          );
          expect(rank).toBe(one.missing.length > 0 ? undefined : cheaper.length + 1);
        }
        const shown = (all: typeof list) =>
          rankOffers(all).map(({ rank, offer: one }) => [
            rank,
            { ...one, quote: one.quote?.totalAmount },
          ]);
        expect(shown([...list].reverse())).toEqual(shown(list));
      }),
    );
  });
});

test.each([
  [700, '2026-12-27', 100],
  [100, '2026-12-23', 33.33],
  [100, '2026-12-20', null],
] as const)('a total of %d for 2026-12-20 to %s is %s a night', (total, dropOffDate, each) => {
  expect(offerData({ rank: 1, offer: offer(total, { dropOffDate }) }).perNight).toBe(each);
  const unpriced = { ...offer(total, { dropOffDate }), quote: undefined };
  expect(offerData({ rank: undefined, offer: unpriced }).perNight).toBeNull();
});
