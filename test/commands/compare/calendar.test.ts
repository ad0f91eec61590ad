/** What a cell of the calendar says where it has no total. */
import { expect, test } from 'vitest';
import { offerData } from '../../../src/compare/document.ts';
import { calendarOf } from '../../../src/documents/calendar.ts';
import { rankedByCurrency, startOf, type Comparison, type PricedOffer } from '../../../src/documents/offers.ts';
import { rankOffers } from '../../../src/compare/engine/offer.ts';
import { offers } from '../../compare/samples.ts';
import fc from '../../support/property.ts';
import { fleets, type Fleet } from '../../support/fleet.ts';

const from = ['compare', '--pick-up', '1', '--nights', '7'];
const week = [...from, '--from', '2030-01-05..2030-01-08'];

/** The calendar itself, line by line, without headings and what follows. */
function lines(text: string): string[] {
  return (text.split('\n\n')[1] ?? '').split('\n');
}

function legend(text: string): string {
  return text.split('\n').find((line) => /^[*–~?] /.test(line)) ?? '';
}

test('a date that failed keeps its row, and one of which only a part was answered has its own sign', async () => {
  /** On the 6th a quote fails, on the 7th nothing is available, on the 8th the service fails. */
  const lucky: Fleet = {
    vehicles: (date) => {
      if (date === '2030-01-08') return { status: 503, error: 'Back soon' };
      if (date === '2030-01-07') return {};
      return { 11: 'Kea', 12: 'Moa' };
    },
    quote: (query) => {
      const isFailing = query.get('vehicle_id') === '11' && query.get('pick_up_date') === '2030-01-06';
      return isFailing ? { status: 503, error: 'Back soon' } : {};
    },
  };
  const { shown } = fleets({ lucky });
  const text = await shown([...week, '--view', 'calendar', '--retries', '0']);
  expect(lines(text)).toEqual([
    'FROM       7 nights',
    'Sat 5 Jan   110.00*',
    'Sun 6 Jan   120.00?',
    'Mon 7 Jan        –',
    'Tue 8 Jan        ?',
  ]);
  expect(legend(text)).toBe('* the cheapest of its column   – nothing available   ? not all of it was answered');
});

test('a date that has only offers without a wanted extra has its own sign', async () => {
  const lucky: Fleet = {
    vehicles: (date) => (date > '2030-01-06' ? {} : { 12: 'Moa', ...(date === '2030-01-05' && { 11: 'Kea' }) }),
    accessories: (id) => (id === 11 ? { 1: 'Bike rack' } : {}),
  };
  const { shown } = fleets({ lucky });
  const seat = ['--accessory', 'bike rack', '--view', 'calendar', '--from', '2030-01-05..2030-01-07'];
  const text = await shown([...from, ...seat]);
  expect(lines(text)).toEqual([
    'FROM       7 nights',
    'Sat 5 Jan   110.00*',
    'Sun 6 Jan        ~',
    'Mon 7 Jan        –',
  ]);
  expect(legend(text)).toBe(
    '* the cheapest of its column   – nothing available   ~ available, without a total to compare',
  );
});

test('totals in two currencies are two calendars', async () => {
  /** Moa is priced in AUD on the first two days, Kea always in NZD and only from the second day on. */
  const lucky: Fleet = {
    vehicles: (date) => ({
      ...(date !== '2030-01-05' && { 11: 'Kea' }),
      ...(date <= '2030-01-06' && { 12: 'Moa' }),
    }),
    quote: (query) => ({ currency: query.get('vehicle_id') === '12' ? 'AUD' : 'NZD' }),
  };
  const { shown } = fleets({ lucky });
  const text = await shown([...week, '--view', 'calendar']);
  const [first = '', second = ''] = text.split(/^(?=Cheapest total of 2 offers)/m);
  expect(first).toMatch(/^Cheapest total of 3 offers in NZD/);
  expect(second).toMatch(/^Cheapest total of 2 offers in AUD/);
  const cells = (calendar: string) =>
    lines(calendar)
      .slice(1)
      .map((line) => line.replaceAll(/ +/g, ' '));
  expect(cells(first)).toEqual(['Sat 5 Jan ~', 'Sun 6 Jan 110.00*', 'Mon 7 Jan 110.00*', 'Tue 8 Jan 110.00*']);
  expect(cells(second)).toEqual(['Sat 5 Jan 120.00*', 'Sun 6 Jan 120.00*', 'Mon 7 Jan ~', 'Tue 8 Jan ~']);
});

test('outside a terminal there are offers, as without --view', async () => {
  const { rental } = fleets({ lucky: { vehicles: () => ({ 11: 'Kea' }) } });
  const line = [...week, '--fields', 'rank,totalAmount', '--quote', 'all'];
  const { stdout } = await rental(line);
  expect(await rental([...line, '--view', 'calendar'])).toMatchObject({ code: 0, stdout });
});

test('no offer is cheaper than its cell, and the cheapest of each column are marked', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const ranked = rankedByCurrency(rankOffers(list).map(offerData))[0] ?? [];
      const dates = ranked.map(({ selection }) => ({ ...selection, trips: 1, answered: 1 }));
      const document = { dates, offers: ranked, failures: [] } as unknown as Comparison;
      const { columns, rows } = calendarOf(ranked, document);
      const cellOf = (offer: PricedOffer) => {
        return rows.find(({ date }) => date === startOf(offer))?.cells[columns.indexOf(offer.nights)];
      };
      for (const one of ranked) expect(cellOf(one)?.offer?.totalAmount).toBeLessThanOrEqual(one.totalAmount);
      for (const [place] of columns.entries()) {
        const cells = rows.flatMap((row) => row.cells[place] ?? []).filter(({ offer }) => offer !== undefined);
        const totals = cells.map(({ offer }) => offer?.totalAmount ?? Infinity);
        const best = totals.map((total) => total === Math.min(...totals));
        expect(cells.map(({ sign }) => sign === '*')).toEqual(best);
      }
    }),
  );
});

test('a day that was not asked for looks unlike one without an offer', () => {
  const dates = [
    { pick_up_date: '2030-01-05', drop_off_date: '2030-01-12', trips: 1, answered: 1 },
    { pick_up_date: '2030-01-06', drop_off_date: '2030-01-14', trips: 1, answered: 0 },
  ];
  const { rows } = calendarOf([], { dates, offers: [], failures: [] } as unknown as Comparison);
  expect(rows.map(({ cells }) => cells.map(({ sign }) => sign))).toEqual([
    ['–', ''],
    ['', '?'],
  ]);
});
