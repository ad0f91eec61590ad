/** How the second operator charges: calendar days, at least five, and a fee on public holidays. */
import { describe, expect, test } from 'vitest';
import { formatDay, parseDay } from '../../src/sandbox/calendar.ts';
import { isPublicHoliday } from '../../src/sandbox/holidays.ts';
import { ask, friday, plantSandbox, query } from './support.ts';

const airports = { a: ['1', '10'], b: ['5001', '5007'] } as const;
const vehicles = { a: '101', b: '8101' } as const;

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly isReturn?: boolean;
  readonly extras?: Record<string, string>;
}

function parametersOf(
  variant: 'a' | 'b',
  { from, to, isReturn = true, extras }: Wanted,
): Record<string, string> {
  const [pickUp, other] = airports[variant];
  return {
    pick_up_depot_id: pickUp,
    drop_off_depot_id: isReturn ? pickUp : other,
    pick_up_date: from,
    drop_off_date: to,
    vehicle_id: vehicles[variant],
    ...extras,
  };
}

/** The quote of a vehicle that is always available, and its daily rate. */
async function priced(variant: 'a' | 'b', wanted: Wanted) {
  const { baseUrl } = plantSandbox({ variant, now: () => friday });
  const parameters = query(parametersOf(variant, wanted));
  const list = await ask(`${baseUrl}/vehicles/availability${parameters}`);
  const [{ rentalDailyRate: rate }] = list.json;
  const { json: quote } = await ask(`${baseUrl}/quotes${parameters}`);
  return { rate: rate as number, total: quote.totalAmount as number, ...quote.priceBreakdown };
}

const plus = (date: string, days: number): string => formatDay(parseDay(date)! + days);

describe('days', () => {
  const extras = { insurance_id: '11', accessory_ids: '75' };

  test.each([
    [0, 5],
    [1, 5],
    [4, 5],
    [5, 6],
    [7, 8],
    [12, 13],
  ])('the second operator charges %i nights as %i days, also for extras', async (nights, days) => {
    const { rate, ...fees } = await priced('b', {
      from: '2027-03-02',
      to: plus('2027-03-02', nights),
      extras,
    });
    expect(fees.rentalFee).toBeCloseTo(days * rate, 6);
    expect(fees).toMatchObject({
      routeFee: 0,
      insuranceFee: days * 36,
      accessoriesFee: Math.min(days, 10) * 5,
    });
    expect(fees.total).toBeCloseTo(fees.rentalFee + fees.insuranceFee + fees.accessoriesFee, 6);
  });

  test('13 nights are the 14 days from which the second operator gives a discount', async () => {
    const { rate, rentalFee } = await priced('b', { from: '2027-03-02', to: '2027-03-15' });
    expect(rentalFee).toBeCloseTo(14 * rate * 0.95, 2);
  });

  test.each([0, 1, 4, 5, 7])(
    'the first operator charges %i nights, at least one',
    async (nights) => {
      const { rate, rentalFee, routeFee } = await priced('a', {
        from: '2026-12-25',
        to: plus('2026-12-25', nights),
      });
      expect(rentalFee).toBeCloseTo(Math.max(1, nights) * rate, 6);
      expect(routeFee).toBe(0);
    },
  );
});

describe('public holidays', () => {
  test.each([
    ['neither end', 0, '2026-12-20', '2027-01-05', true],
    ['the pick-up', 50, '2026-12-26', '2027-01-04', true],
    ['the drop-off', 50, '2026-12-20', '2027-01-02', true],
    ['both ends', 100, '2026-12-26', '2027-01-02', true],
    ['both ends, on one day', 100, '2027-02-06', '2027-02-06', true],
    ['both ends, to the other island', 295, '2026-12-26', '2027-01-02', false],
    ['both ends, for so long that the route is free', 100, '2026-12-26', '2027-02-06', false],
  ])(
    'on a public holiday at %s, the route fee of the second operator is %i',
    async (_, routeFee, from, to, isReturn) => {
      const { total, rentalFee, ...fees } = await priced('b', { from, to, isReturn });
      expect(fees.routeFee).toBe(routeFee);
      expect(total).toBeCloseTo(rentalFee + routeFee, 6);
    },
  );

  test('the first operator has no holiday fee', async () => {
    const holidays = { from: '2026-12-25', to: '2027-01-01' };
    expect(await priced('a', holidays)).toMatchObject({ routeFee: 0 });
    expect(await priced('a', { ...holidays, isReturn: false })).toMatchObject({ routeFee: 195 });
  });

  test.each([
    [2026, '01-01 01-02 02-06 04-03 04-06 04-25 06-01 07-10 10-26 12-25 12-26'],
    [2027, '01-01 01-02 02-06 03-26 03-29 04-25 06-07 06-25 10-25 12-25 12-26'],
    // Easter Monday is ANZAC Day.
    [2011, '01-01 01-02 02-06 04-22 04-25 06-06 10-24 12-25 12-26'],
    // Easter is very early in this year, which has no date of Matariki.
    [2160, '01-01 01-02 02-06 03-21 03-24 04-25 06-02 10-27 12-25 12-26'],
  ])('are in %i: %s', (year, expected) => {
    const first = parseDay(`${year}-01-01`)!;
    const days = Array.from({ length: 366 }, (_, index) => first + index).filter(isPublicHoliday);
    const dates = days.map(formatDay).filter((date) => date.startsWith(String(year)));
    expect(dates.map((date) => date.slice(5)).join(' ')).toBe(expected);
  });

  test('each year has Matariki, on a Friday of June or July, until 2052', () => {
    for (let year = 2022; year <= 2052; year += 1) {
      const first = parseDay(`${year}-06-08`)!;
      const days = Array.from({ length: 54 }, (_, index) => first + index).filter(isPublicHoliday);
      // 1970-01-01 was a Thursday.
      expect([year, days.map((day) => (day + 4) % 7)]).toEqual([year, [5]]);
    }
  });
});

test('the second operator charges what the example of docs/sandbox.md says', async () => {
  const example = await priced('b', { from: '2026-12-26', to: '2027-01-02', isReturn: false });
  expect(example).toMatchObject({ rate: 105.8, rentalFee: 846.4, routeFee: 295, total: 1141.4 });
});

test('the booking page of the second operator shows the days charged and the holiday fee', async () => {
  const { siteUrl } = plantSandbox({ variant: 'b', now: () => friday });
  const holidays = parametersOf('b', { from: '2026-12-26', to: '2027-01-02', isReturn: false });
  const page = await ask(`${siteUrl}/book${query(holidays)}`);
  expect(page.text).toContain('Rimu 2-berth Campervan, 8 days: $');
  expect(page.text).toContain('Route fee, with $100.00 for public holidays: $295.00');
  const plain = parametersOf('b', { from: '2027-03-02', to: '2027-03-09', isReturn: false });
  expect((await ask(`${siteUrl}/book${query(plain)}`)).text).toContain('Route fee: $195.00');
});

describe('opening hours', () => {
  test('the last pick-up of the second operator is at 16:00 on every day', async () => {
    const { baseUrl } = plantSandbox({ variant: 'b' });
    const { json } = await ask(`${baseUrl}/depots`);
    for (const {
      pickup_times: pickUp,
      drop_off_times: dropOff,
      opening_hours_description: hours,
    } of json) {
      for (const day of ['weekday', 'weekend']) {
        const times = (list: readonly { day: string; time: string }[]) =>
          list.filter((entry) => entry.day === day).map(({ time }) => time);
        for (const list of [pickUp, dropOff])
          expect([times(list)[0], times(list).at(-1)]).toEqual(['09:00', '16:00']);
      }
      expect(hours).toContain('closed on 25 December and 1 January');
    }
  });

  test.each([
    ['2026-12-25', '2026-12-30', '25 December'],
    ['2026-12-20', '2026-12-25', '25 December'],
    ['2026-12-20', '2027-01-01', '1 January'],
  ])('no vehicle is available from %s to %s, and a quote says why', async (from, to, day) => {
    const { baseUrl } = plantSandbox({ variant: 'b', now: () => friday });
    const parameters = query(parametersOf('b', { from, to }));
    expect((await ask(`${baseUrl}/vehicles/availability${parameters}`)).json).toEqual([]);
    const quote = await ask(`${baseUrl}/quotes${parameters}`);
    expect(quote.status).toBe(404);
    expect(quote.json.error).toBe(
      `Vehicle 8101 is not available for the selected depots and dates: the depots are closed on ${day}`,
    );
  });

  test('a rental over closed days is available, also from such a day at the first operator', async () => {
    await expect(priced('b', { from: '2026-12-24', to: '2027-01-02' })).resolves.toMatchObject({
      routeFee: 50,
    });
    await expect(priced('a', { from: '2026-12-25', to: '2027-01-01' })).resolves.toMatchObject({
      routeFee: 0,
    });
  });
});
