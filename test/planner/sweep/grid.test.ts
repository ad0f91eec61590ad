import { expect, test } from 'vitest';
import { buildGrid, gridEntries, type GridEntry } from '../../../src/planner/sweep/grid.ts';
import fc from '../../support/property.ts';
import { offer, offers, quote, vehicle } from './samples.ts';

const byOperator = { columnOf: (one: { operator: string }) => one.operator, byColumn: false };

test('a cell shows its cheapest offer; rows are sorted by date, columns keep the order of the entries', () => {
  const list = [
    offer(300, { pickUpDate: '2026-12-21' }),
    offer(200, { pickUpDate: '2026-12-21' }),
    offer(250, { pickUpDate: '2026-12-21' }),
    offer(100, { operator: 'happy' }),
    offer(150),
  ];
  const entries: GridEntry[] = [
    { date: '2026-12-22', column: 'lucky', state: 'none' },
    { date: '2026-12-20', column: 'lucky', state: 'none' },
    { date: '2026-12-21', column: 'happy', state: 'none' },
  ];
  const { columns, rows } = buildGrid({ ...byOperator, entries, offers: list });
  expect(columns).toEqual(['lucky', 'happy']);
  expect(rows.map(({ date, cells }) => [date, ...cells.map(({ best }) => best?.quote.totalAmount)])).toEqual([
    ['2026-12-20', 150, 100],
    ['2026-12-21', 200, undefined],
    ['2026-12-22', undefined, undefined],
  ]);
  expect(rows[0]?.cells).toMatchObject([
    { shade: 0.5, isCheapest: false, state: 'none' },
    // An offer can be in a column without an entry.
    { shade: 0, isCheapest: true, state: 'none' },
  ]);
  expect(rows[1]?.cells).toMatchObject([
    { shade: 1, isCheapest: false },
    { best: undefined, shade: 0, isCheapest: false },
  ]);
});

test('with byColumn, an offer is compared only with the offers of its column', () => {
  const list = [offer(100), offer(300, { pickUpDate: '2026-12-21' }), offer(900, { operator: 'happy' })];
  const { rows } = buildGrid({ ...byOperator, byColumn: true, entries: [], offers: list });
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
    const entries = states.map((state): GridEntry => ({ date: '2026-12-20', column: 'a', state }));
    return buildGrid({ ...byOperator, entries, offers: [] }).rows[0]?.cells[0];
  };
  expect(cell('none', 'none')).toMatchObject({ best: undefined, state: 'none' });
  expect(cell('none', 'unquoted', 'none')).toMatchObject({ state: 'unquoted' });
  expect(cell('foreign', 'incomplete', 'unquoted')).toMatchObject({ state: 'incomplete' });
  expect(cell('unanswered', 'incomplete', 'none')).toMatchObject({ state: 'unanswered' });
});

test('all cells with the lowest total are the cheapest, and a cell shows the first of equal offers', () => {
  const list = [offer(5, { pickUp: 'first' }), offer(5, { pickUp: 'second' }), offer(5, { operator: 'happy' })];
  const { rows } = buildGrid({ ...byOperator, entries: [], offers: list });
  expect(rows[0]?.cells).toMatchObject([
    { best: { pickUp: 'first' }, shade: 0, isCheapest: true },
    { shade: 0, isCheapest: true },
  ]);
});

test('no offer is cheaper than its cell shows; shades go from 0 to 1, and only the cheapest has 0', () => {
  fc.assert(
    fc.property(offers, fc.boolean(), (list, byColumn) => {
      const { columns, rows } = buildGrid({ ...byOperator, byColumn, entries: [], offers: list });
      const cells = rows.flatMap(({ date, cells: row }) =>
        row.map((cell, index) => ({ ...cell, date, column: columns[index] })),
      );
      for (const one of list) {
        const cell = cells.find(({ date, column }) => date === one.pickUpDate && column === one.operator);
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

test('without trips and offers the grid is empty', () => {
  expect(buildGrid({ ...byOperator, entries: [], offers: [] })).toEqual({ columns: [], rows: [] });
});

test('the entries of a trip tell why vehicles have no total', () => {
  const trip = { pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;
  const names = { operator: 'lucky', state: 'answered' } as const;
  const available = ['offered', 'incomplete', 'foreign', 'failed', 'unquoted'].map((name, id) => vehicle(id, name));
  const [offered, incomplete, foreign] = available.map((one) => offer(5, { vehicle: one }));
  if (offered === undefined || incomplete === undefined || foreign === undefined) throw new Error('no offers');
  const found = [offered, { ...incomplete, missing: ['rack'] }, { ...foreign, quote: quote(5, 'AUD') }];
  const trips = [
    { ...names, trip, available, selected: available.slice(0, 4) },
    { ...names, trip: { ...trip, pickUpDate: '2026-12-21' as const }, available: undefined, selected: [] },
  ];
  const columns = { ofTrip: () => ['all'], ofVehicle: (_: unknown, { name }: { name: string }) => name };
  expect(
    [...gridEntries(trips, found, 'NZD', columns)].map(({ date, column, state }) => [date, column, state]),
  ).toEqual([
    ['2026-12-20', 'all', 'none'],
    ['2026-12-20', 'offered', 'none'],
    ['2026-12-20', 'incomplete', 'incomplete'],
    ['2026-12-20', 'foreign', 'foreign'],
    ['2026-12-20', 'failed', 'unanswered'],
    ['2026-12-20', 'unquoted', 'unquoted'],
    ['2026-12-21', 'all', 'unanswered'],
  ]);
});
