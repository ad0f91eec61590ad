import { expect, test } from 'vitest';
import { offerData } from '../../src/compare/document.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { rankedByCurrency, startOf, type PricedOffer } from '../../src/documents/offers.ts';
import { calendarOf } from '../../src/views/calendar.ts';
import type { CalendarDate } from '../../src/shape.ts';
import { comparison, offer, offers, vehicle } from '../compare/samples.ts';
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

test('if only the cheapest of all was searched for, a cell says that it may have a lower total', () => {
  const on = (pickUpDate: CalendarDate, dropOffDate: CalendarDate) => ({ pickUpDate, dropOffDate });
  // For seven nights, only a dear vehicle was priced on the first start.
  const all = [
    offer(200, on('2030-01-05', '2030-01-10')),
    offer(250, on('2030-01-06', '2030-01-11')),
    offer(700, on('2030-01-05', '2030-01-12')),
    ...[on('2030-01-05', '2030-01-12'), on('2030-01-06', '2030-01-13')].map((dates) => {
      return { ...offer(1, dates), quote: undefined, vehicle: vehicle(12, 'Moa') };
    }),
  ];
  const documents = rankOffers(all).map(offerData);
  const dates = documents.map(({ selection }) => ({ ...selection, trips: 1, answered: 1 }));
  const document = comparison({ offers: documents, dates });
  const ranked = rankedByCurrency(document.offers)[0] ?? [];
  const signs = (isSearched: boolean) =>
    calendarOf(ranked, document, { isSearched }).rows.map(({ cells }) =>
      cells.map(({ sign }) => sign),
    );
  expect(signs(false)).toEqual([
    ['*', '~'],
    ['', '~'],
  ]);
  expect(signs(true)).toEqual([
    ['*', ''],
    ['', '~'],
  ]);
});
