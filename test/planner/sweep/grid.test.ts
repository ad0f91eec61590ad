import { expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/api/types.ts';
import { addDays, nights } from '../../../src/planner/calendar.ts';
import { buildGrid, gridEntries, type GridEntry } from '../../../src/planner/sweep/grid.ts';
import fc from '../../support/property.ts';
import { offer, offers, quote, vehicle } from './samples.ts';

const dates = (pickUpDate: CalendarDate, count: number) => ({
  pickUpDate,
  dropOffDate: addDays(pickUpDate, count) as CalendarDate,
});
const entry = (pickUpDate: CalendarDate, count: number, state: GridEntry['state'] = 'none'): GridEntry => {
  return { ...dates(pickUpDate, count), state };
};

test('a cell shows its cheapest offer; rows are sorted by date, columns keep the order of the entries', () => {
  const list = [
    offer(300, dates('2026-12-21', 7)),
    offer(200, dates('2026-12-21', 7)),
    offer(250, dates('2026-12-21', 7)),
    offer(100, dates('2026-12-20', 5)),
    offer(150, dates('2026-12-20', 7)),
  ];
  const entries = [entry('2026-12-22', 7), entry('2026-12-20', 7), entry('2026-12-21', 5)];
  const { columns, rows } = buildGrid(entries, list);
  expect(columns).toEqual([7, 5]);
  expect(rows.map(({ date, cells }) => [date, ...cells.map(({ best }) => best?.quote.totalAmount)])).toEqual([
    ['2026-12-20', 150, 100],
    ['2026-12-21', 200, undefined],
    ['2026-12-22', undefined, undefined],
  ]);
});

test('an offer is compared only with the offers of its column, and can be in one without an entry', () => {
  const list = [
    offer(100, dates('2026-12-20', 7)),
    offer(300, dates('2026-12-21', 7)),
    offer(900, dates('2026-12-20', 9)),
  ];
  const { rows } = buildGrid([], list);
  expect(rows.map(({ cells }) => cells.map(({ shade, isCheapest }) => [shade, isCheapest]))).toEqual([
    [
      [0, true],
      [0, true],
    ],
    [
      [1, false],
      [0, false],
    ],
  ]);
});

test('a cell takes the most important state of its entries', () => {
  const cell = (...states: GridEntry['state'][]) => {
    const entries = states.map((state) => entry('2026-12-20', 7, state));
    return buildGrid(entries, []).rows[0]?.cells[0];
  };
  expect(cell('none', 'none')).toMatchObject({ best: undefined, state: 'none' });
  expect(cell('none', 'unquoted', 'none')).toMatchObject({ state: 'unquoted' });
  expect(cell('foreign', 'incomplete', 'unquoted')).toMatchObject({ state: 'incomplete' });
  expect(cell('unanswered', 'incomplete', 'none')).toMatchObject({ state: 'unanswered' });
});

test('no offer is cheaper than its cell shows; shades go from 0 to 1, and only the cheapest has 0', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const { columns, rows } = buildGrid([], list);
      const cells = rows.flatMap(({ date, cells: row }) =>
        row.map((cell, index) => ({ ...cell, date, column: columns[index] })),
      );
      for (const one of list) {
        const count = nights(one.pickUpDate, one.dropOffDate);
        const cell = cells.find(({ date, column }) => date === one.pickUpDate && column === count);
        expect(Number(cell?.best?.quote.totalAmount)).toBeLessThanOrEqual(Number(one.quote.totalAmount));
      }
      for (const { best, shade, isCheapest } of cells) {
        expect(shade).toBeGreaterThanOrEqual(0);
        expect(shade).toBeLessThanOrEqual(1);
        if (best !== undefined) expect(isCheapest).toBe(shade === 0);
      }
      if (list.length > 0) expect(cells.some(({ isCheapest }) => isCheapest)).toBe(true);
    }),
  );
});

test('the entries of a trip tell why vehicles have no total', () => {
  const trip = { pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;
  const operator = 'lucky';
  const available = ['offered', 'incomplete', 'foreign', 'failed', 'unquoted'].map((name, id) => vehicle(id, name));
  const [offered, incomplete, foreign] = available.map((one) => offer(5, { vehicle: one }));
  if (offered === undefined || incomplete === undefined || foreign === undefined) throw new Error('no offers');
  const unquoted = { ...offered, vehicle: available[4]!, quote: undefined };
  const found = [unquoted, offered, { ...incomplete, missing: ['rack'] }, { ...foreign, quote: quote(5, 'AUD') }];
  const trips = [
    { operator, trip, available },
    { operator, trip: { ...trip, pickUpDate: '2026-12-21' as const }, available: undefined },
  ];
  expect([...gridEntries(trips, found, 'NZD')].map(({ pickUpDate, state }) => `${pickUpDate} ${state}`)).toEqual([
    '2026-12-20 none',
    '2026-12-20 none',
    '2026-12-20 incomplete',
    '2026-12-20 foreign',
    '2026-12-20 unanswered',
    '2026-12-20 unquoted',
    '2026-12-21 unanswered',
  ]);
});
