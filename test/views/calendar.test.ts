import { expect, test } from 'vitest';
import { offerData } from '../../src/compare/document.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { rankedByCurrency, startOf, type PricedOffer } from '../../src/documents/offers.ts';
import { calendarOf } from '../../src/views/calendar.ts';
import { comparison, offers } from '../compare/samples.ts';
import fc from '../support/property.ts';

test('without dates a calendar is empty', () => {
  expect(calendarOf([], comparison())).toEqual({ columns: [], rows: [], legend: [] });
});

test("no offer is cheaper than its cell, and a length's cheapest starts are marked", () => {
  fc.assert(
    fc.property(offers, (list) => {
      const ranked = rankedByCurrency(rankOffers(list).map(offerData))[0] ?? [];
      const dates = ranked.map(({ selection }) => ({ ...selection, trips: 1, answered: 1 }));
      const { columns, rows } = calendarOf(ranked, comparison({ dates, offers: ranked }));
      const cellOf = (offer: PricedOffer) => {
        return rows.find(({ date }) => date === startOf(offer))?.cells[
          columns.indexOf(offer.nights)
        ];
      };
      for (const one of ranked)
        expect(cellOf(one)?.offer?.totalAmount).toBeLessThanOrEqual(one.totalAmount);
      for (const [place] of columns.entries()) {
        const cells = rows
          .flatMap((row) => row.cells[place] ?? [])
          .filter(({ offer }) => offer !== undefined);
        const totals = cells.map(({ offer }) => offer?.totalAmount ?? Infinity);
        const best = totals.map((total) => total === Math.min(...totals));
        const hasMarks = best.includes(false);
        expect(cells.map(({ sign }) => sign === '*')).toEqual(
          best.map((isBest) => hasMarks && isBest),
        );
      }
    }),
  );
});

test('a day that was not asked for looks unlike one without an offer', () => {
  const dates = [
    { pick_up_date: '2030-01-05', drop_off_date: '2030-01-12', trips: 1, answered: 1 },
    { pick_up_date: '2030-01-06', drop_off_date: '2030-01-14', trips: 1, answered: 0 },
  ] as const;
  const { rows } = calendarOf([], comparison({ dates }));
  expect(rows.map(({ cells }) => cells.map(({ sign }) => sign))).toEqual([
    ['–', ''],
    ['', '?'],
  ]);
});
