/**
 * What a hurried reader concludes from the amounts of compare_quotes: which can be compared, and
 * with what.
 */
import { expect, test } from 'vitest';
import { clockFromFriday, plantSandbox } from '../sandbox/support.ts';
import { serviceOf } from '../support/fleet.ts';
import { operator } from '../support/operator.ts';
import { plant } from '../support/service.ts';
import type { ComparePlan } from '../../src/documents/compare-plan.ts';
import { planNote } from '../../src/mcp/tools/comparison-notes.ts';
import { planner, rowsOf, type Called } from './support.ts';

const trip = { pick_up: ['auckland airport'], from: '2030-03-04', nights: '3' };

/** `happy` charges calendar days, at least five. */
function twoOperators() {
  const now = clockFromFriday();
  const sandboxes = { lucky: plantSandbox({ now }), happy: plantSandbox({ variant: 'b', now }) };
  return planner(
    Object.entries(sandboxes).map(([name, { baseUrl }]) => ({ address: baseUrl, name })),
    { now },
  );
}

function estimateOf({ document }: Called, vehicleId: string): unknown {
  const rows = [
    ...rowsOf(document),
    ...((document['unranked'] ?? []) as Record<string, unknown>[]),
  ];
  const row = rows.find((one) => one['vehicleId'] === vehicleId);
  return row?.['estimate'] ?? row?.['bareEstimate'];
}

test('an estimate says whether the charged days are known, and counts those that a quote showed', async () => {
  const { call } = twoOperators();
  const estimates = { ...trip, quote: 'none' };
  const before = await call('compare_quotes', estimates);
  const about = { lucky: '307.05', happy: '317.40' };
  expect(estimateOf(before, 'lucky:101')).toBe(`about ${about.lucky} or more`);
  expect(estimateOf(before, 'happy:8101')).toBe(`about ${about.happy} or more`);
  expect(before.text).toContain('compare no estimates of different operators');
  await call('compare_quotes', { ...trip, operator: ['happy'], vehicle: ['Matai Compact Car'] });
  const after = await call('compare_quotes', estimates);
  expect(estimateOf(after, 'lucky:101')).toBe(`about ${about.lucky} or more`);
  expect(estimateOf(after, 'happy:8101')).toBe('about 529.00');
});

test(
  'without a requested extra, an estimate counts the days that quotes have shown',
  { tags: ['long'] },
  async () => {
    const { call } = twoOperators();
    const input = { ...trip, accessory: ['camping chair'] };
    const called = await call('compare_quotes', input);
    const bare = called.document['unranked'] as Record<string, string>[];
    expect(
      bare.map(({ bareEstimate }) => bareEstimate).filter((text) => text?.includes('more')),
    ).toEqual([]);
    const happy = bare.find(({ vehicleId }) => vehicleId?.startsWith('happy:'));
    const quote = {
      pick_up: 'auckland airport',
      from: trip.from,
      nights: 3,
      vehicle: happy?.['vehicleId'],
    };
    const { totalAmount } = (await call('get_quote', quote)).document;
    expect(happy?.['bareEstimate']).toBe(`about ${Number(totalAmount).toFixed(2)}`);
  },
);

/** `fee` is charged for trips that start on 10 January. The rates differ by day. */
function withFeeOnTenth(fee: number) {
  const rates: Record<string, Record<number, number>> = {
    '2030-01-10': { 1: 100, 2: 95 },
    '2030-01-11': { 1: 90, 2: 130 },
  };
  const { baseUrl } = plant(
    serviceOf({
      vehicles: (date) => ({ 1: ['Kea', rates[date]![1]!], 2: ['Moa', rates[date]![2]!] }),
      quote: (query) => {
        const date = query.get('pick_up_date')!;
        const rentalFee = 7 * rates[date]![Number(query.get('vehicle_id'))]!;
        const routeFee = date === '2030-01-10' ? fee : 0;
        const none = { accessoriesFee: 0, insuranceFee: 0, accessories: [], insurance: null };
        return {
          priceBreakdown: { rentalFee, routeFee, ...none },
          totalAmount: rentalFee + routeFee,
        };
      },
    }),
  );
  return planner([{ address: baseUrl }]).call('compare_quotes', {
    ...{ pick_up: ['1'], from: '2030-01-10..2030-01-11', nights: '7', quote: 'best:1' },
  });
}

test.each([50, 0])(
  'an estimate has the route fee (%d) of a quote on its dates; a note says if fees differ',
  async (fee) => {
    const { document, text } = await withFeeOnTenth(fee);
    expect(rowsOf(document)).toMatchObject([
      { vehicleId: 1, totalAmount: 630 },
      { vehicleId: 1, estimate: `about ${700 + fee}.00`, starts: '10 Jan 2030' },
      { vehicleId: 2, totalAmount: 665 + fee },
      { vehicleId: 2, estimate: 'about 910.00', starts: '11 Jan 2030' },
    ]);
    expect(text.includes('; an operator may add a fee on some dates; only a quote')).toBe(fee > 0);
  },
);

test('up to two estimates of a vehicle have rows of their own, and more are a range', async () => {
  const ratesOf = (kinds: number) =>
    plant(
      serviceOf({
        vehicles: (date) => ({ 1: ['Kea', 100 + (Number(date.slice(-2)) % kinds)] }),
      }),
    ).baseUrl;
  const input = { pick_up: ['1'], from: '2030-01-10..2030-01-15', nights: '7', quote: 'none' };
  const estimates = async (kinds: number) => {
    const { document } = await planner([{ address: ratesOf(kinds) }]).call('compare_quotes', input);
    return rowsOf(document).map(({ estimate, starts }) => [estimate, starts]);
  };
  expect(await estimates(2)).toEqual([
    ['about 700.00 or more', '10, 12, 14 Jan 2030'],
    ['about 707.00 or more', '11, 13, 15 Jan 2030'],
  ]);
  expect(await estimates(6)).toEqual([['about 700.00–735.00 or more', '10–15 Jan 2030']]);
});

test('totals above max_total are marked, and those within it counted', async () => {
  const { call } = twoOperators();
  const { document, text } = await call('compare_quotes', { ...trip, max_total: '300' });
  const rows = rowsOf(document);
  for (const { totalAmount, aboveMaxTotal } of rows)
    expect([totalAmount, aboveMaxTotal]).toEqual([
      totalAmount,
      Number(totalAmount) > 300 ? 'yes' : undefined,
    ]);
  const within = rows.filter(({ totalAmount }) => Number(totalAmount) <= 300).length;
  expect(within).toBeGreaterThan(0);
  expect(within).toBeLessThan(rows.length);
  expect(text).toMatch(new RegExp(`^withinMaxTotal: ${within}$`, 'm'));
  expect((await call('compare_quotes', trip)).document).not.toHaveProperty('withinMaxTotal');
});

test('what is said of the others is about the cheapest, and no note names a flag', async () => {
  const { call } = planner([{ address: plantSandbox().baseUrl }]);
  const input = { ...trip, from: '2030-03-01..2030-03-31', start_on: ['fri'], quote: 'best:5' };
  const first = await call('compare_quotes', input);
  const [cheapest] = rowsOf(first.document);
  expect(first.text).toContain(
    `no other is likely to cost less than ${Number(cheapest?.['totalAmount']).toFixed(2)}, the cheapest found`,
  );
  expect(first.text).not.toContain('--');
});

test('only answers that are older than five minutes are said to be stored', async () => {
  const { call, pass } = planner([{ address: operator().baseUrl }]);
  const input = { pick_up: ['1'], from: '2030-01-07', nights: '7' };
  await call('compare_quotes', input);
  expect((await call('compare_quotes', input)).text).not.toContain('reused');
  pass(6 * 60_000);
  const { text } = await call('compare_quotes', input);
  expect(text).toContain('notes: reused the availability of 1 trip, at most 6 min old');
  expect(text).toContain('notes: reused 2 quotes that are still valid');
});

test.each([
  ['all', null, 'at least 7 requests, no wait'],
  ['best:10', null, 'about 7 requests, no wait'],
  ['best:10', 1_300, 'about 7 requests, no wait; at most 1,300'],
  ['best:10', 7, 'about 7 requests, no wait'],
])('a plan with --quote %s and at most %s is in words: %s', (quote, mostRequests, words) => {
  expect(
    planNote({ quote, mostRequests, requests: 7, trips: 1, seconds: 0, operators: [] }, undefined),
  ).toBe(words);
});

/** A comparison whose operator allows this number of requests, so that it is cut after them. */
async function cutAfter(requests: number, input: object) {
  const { baseUrl } = operator({ accessories: () => ({ 1: 'Seat' }) });
  const limit = { requests, windowMs: 60_000 };
  const { call } = planner([{ address: baseUrl, limit }], { maxWaitMs: 0 });
  return call('compare_quotes', { pick_up: ['1'], from: '2030-01-07', nights: '7', ...input });
}

test('an estimate of a vehicle whose extras no quote has shown says that it may be more', async () => {
  const { document, text } = await cutAfter(4, { accessory: ['seat'] });
  const estimates = rowsOf(document).flatMap(({ estimate }) => estimate ?? []);
  expect(document).toMatchObject({ priced: 1 });
  expect(estimates).toEqual([expect.stringMatching(/^about [\d.]+ or more$/)]);
  expect(text).toContain('what the extras or the route cost');
  const without = rowsOf((await cutAfter(2, {})).document).flatMap(
    ({ estimate }) => estimate ?? [],
  );
  expect(without).toEqual([expect.stringMatching(/^about [\d.]+$/)]);
});

test('a comparison that was cut says nothing of the offers that it did not price', async () => {
  const { document, text } = await cutAfter(2, { max_total: '1' });
  expect(document).toMatchObject({ withinMaxTotal: 0 });
  expect(text).toContain('no total so far is within max_total 1.00 NZD: the lowest is 696.50 NZD');
  expect(text).toContain('There may be cheaper ones');
  expect(text).not.toMatch(/other would|others would|--/);
});

test('a comparison without any price says so in its first line, and counts none within a limit', async () => {
  const { document, text } = await cutAfter(1, { max_total: '900' });
  expect(text).toMatch(/^next: nothing is priced yet: call compare_quotes again/);
  expect(document).not.toHaveProperty('withinMaxTotal');
  const unsearched = await cutAfter(1, { pick_up: ['auckland'] });
  expect(unsearched.text).toMatch(/^next: not searched yet: call/);
});

test.each([
  ['best:10', 'about 412 requests', 'give fewer starts, nights or depots'],
  ['all', 'at least 412 requests', 'give fewer starts, nights or depots, or quote: best'],
])(
  'a plan with --quote %s that would be refused says how to ask for less',
  (quote, count, less) => {
    const own = {
      operator: 'lucky',
      requests: 412,
      limit: 100,
    } as ComparePlan['operators'][number];
    const plan = {
      quote,
      mostRequests: null,
      requests: 412,
      trips: 1,
      seconds: 240,
      operators: [own],
    };
    const words = `${count}, about 4 min; about 5 calls, because each ends at the request limit`;
    expect(planNote(plan, undefined)).toBe(
      `${words}; more than 300 are refused without max_requests: ${less}`,
    );
    expect(planNote(plan, 500)).toBe(words);
  },
);
