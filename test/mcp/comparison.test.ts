/**
 * What compare_quotes leaves out, puts last and says, so that its first offer is one to give to a
 * traveller; and comparisons that take long.
 */
import { expect, test, vi } from 'vitest';
import { meterOf } from '../../src/mcp/server.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { luckyRentals, plantDeployment } from '../support/deployments.ts';
import { serviceOf } from '../support/fleet.ts';
import { operator } from '../support/operator.ts';
import { always, never, plant } from '../support/service.ts';
import { planner, rowsOf } from './support.ts';

const trip = { pick_up: ['1'], from: '2030-01-07', nights: '7' };
/** Five trips of two vehicles. */
const comparison = { ...trip, flex: 2 };

/**
 * Vehicles 1 to 8, the cheapest first; only 7 and 8 have linen, which the service refuses for the
 * others.
 */
const linen = () =>
  plant(
    serviceOf({
      vehicles: () => Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, `Van ${id}`])),
      accessories: (id) => ({ 301: 'Child seat', ...(id > 6 && { 309: 'Linen and towels' }) }),
      quote: (query) =>
        query.get('accessory_ids') === '309' && Number(query.get('vehicle_id')) < 7
          ? { status: 400, error: 'not offered' }
          : {},
    }),
  );

test('offers with a day without times come last, and notes have the nearest days that have times', async () => {
  const { call } = planner([{ address: operator({ days: ['weekday'] }).baseUrl }]);
  // 12 January 2030 is a Saturday.
  const weekend = { pick_up: ['Auckland'], from: '2030-01-12..+2d', nights: '2', vehicle: ['11'] };
  const { document } = await call('compare_quotes', weekend);
  expect(rowsOf(document)).toMatchObject([
    { starts: '14 Jan 2030' },
    { starts: '12–13 Jan 2030', noTimes: 'pick-up' },
  ]);
  const nearest = 'nearest with times: Fri 11 Jan 2030 and Mon 14 Jan 2030';
  expect(String(document['notes'])).toContain(`on Sat 12 Jan 2030 and Sun 13 Jan 2030; ${nearest}`);
  const saturday = { pick_up: 'Auckland', from: '2030-01-12', to: '+2d', vehicle: '11' };
  for (const tool of ['get_quote', 'get_booking_link']) {
    const { notes } = (await call(tool, saturday)).document;
    expect(String(notes)).toContain(
      `Auckland lists no pick-up times on Sat 12 Jan 2030; ${nearest}`,
    );
  }
});

test('the best offers have links, progress counts each request, and notes say what got no quote', async () => {
  const { baseUrl, requests } = linen();
  const notices: { readonly progress: number }[] = [];
  const notify = async ({ params }: { readonly params?: object | undefined }) =>
    void notices.push(params as { progress: number });
  const meter = meterOf({ _meta: { progressToken: 7 }, notify });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call(
    'compare_quotes',
    { ...trip, quote: 'best:2', accessory: ['linen'] },
    { meter },
  );
  expect(document).not.toHaveProperty('next');
  expect(document).toMatchObject({
    offersTotal: 8,
    priced: 2,
    notPriced: 6,
    insurance: 'none: no plan is in the total',
    unranked: [1, 2, 3, 4, 5, 6].map((id) => ({
      vehicleId: id,
      missing: ['Linen and towels'],
      bareEstimate: `about ${700 + 7 * id}.00 or more`,
    })),
  });
  expect(rowsOf(document)).toMatchObject(
    [7, 8].map((id) => ({ vehicleId: id, totalAmount: 10 * id })),
  );
  for (const { vehicleId, checkoutUrl } of rowsOf(document) as {
    vehicleId: number;
    checkoutUrl: string;
  }[]) {
    const { pathname, searchParams } = new URL(checkoutUrl);
    expect([pathname, searchParams.get('vehicle_id')]).toEqual(['/book', String(vehicleId)]);
  }
  expect(notices.at(-1)).toEqual({
    progressToken: 7,
    progress: requests.length,
    total: expect.any(Number) as number,
  });
  const amounts = notices.map(({ progress }) => progress);
  expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b));
  const week = { ...trip, from: '2030-01-01..+6d', quote: 'best:1', limit: 1, max_total: 1 };
  const best = (await call('compare_quotes', week)).document;
  expect(String(best['notes'])).toMatch(
    /\d of 56 offers priced\. .* no other is likely to cost less than \d+\.\d\d, the cheapest found(; \d+ could cost the same)?,no total found is within max_total 1.00 NZD/,
  );
});

test('ten vehicles that lack an extra are listed, the cheapest, with the count of all', async () => {
  const vehicles = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [index + 1, `Van ${index + 1}`]),
  );
  const { call } = planner([
    {
      address: plant(
        serviceOf({
          vehicles: () => vehicles,
          accessories: (id) => ({ 301: 'Child seat', ...(id === 1 && { 309: 'Linen' }) }),
        }),
      ).baseUrl,
    },
  ]);
  const input = { ...trip, quote: 'all', accessory: ['child seat', 'linen'] };
  const { document } = await call('compare_quotes', input);
  expect(document).toMatchObject({ offersTotal: 25, priced: 1, incomplete: 24, unrankedTotal: 24 });
  const ids = (list: unknown) =>
    (list as { vehicleId: number }[]).map(({ vehicleId }) => vehicleId);
  expect(ids(document['unranked'])).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const all = (await call('compare_quotes', { ...input, limit: 40 })).document;
  expect(ids(all['unranked'])).toHaveLength(24);
});

test('totals that lack an extra are counted apart from those without a price', async () => {
  const breakdown = {
    rentalFee: 9,
    routeFee: 0,
    accessoriesFee: 0,
    insuranceFee: 0,
    accessories: [],
    insurance: null,
  };
  const service = serviceOf({
    vehicles: () => ({ 1: 'Kea', 2: 'Moa', 3: 'Tui' }),
    accessories: (id) => (id === 3 ? {} : { 301: 'Seat' }),
    quote: (query) => (query.get('vehicle_id') === '1' ? {} : { priceBreakdown: breakdown }),
  });
  const { call } = planner([{ address: plant(service).baseUrl }]);
  const { document } = await call('compare_quotes', { ...trip, accessory: ['seat'] });
  expect(document).toMatchObject({ offersTotal: 3, priced: 1, incomplete: 1, notPriced: 1 });
});

test('what has no times on every row is said once, beside the lists', async () => {
  const { call } = planner([{ address: operator({ days: ['weekday'] }).baseUrl }]);
  // 12 January 2030 is a Saturday.
  const saturday = { pick_up: ['1'], from: '2030-01-12', nights: '2' };
  const { document, text } = await call('compare_quotes', saturday);
  expect(document).toMatchObject({ noTimes: 'pick-up' });
  expect(text.match(/pick-up\b(?! times)/g)).toHaveLength(1);
});

test('a vehicle that lacks an extra is not priced, and asking again is not the next step', async () => {
  const { baseUrl, requests } = linen();
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('compare_quotes', {
    ...trip,
    vehicle: ['6', '7'],
    accessory: ['309'],
  });
  expect(document).toMatchObject({
    vehicles: [{ vehicleId: 7 }],
    unranked: [{ vehicleId: 6, missing: ['309'] }],
  });
  expect(document['unranked']).not.toHaveProperty('0.totalAmount');
  expect(document).not.toHaveProperty('failures');
  expect(document).not.toHaveProperty('next');
  expect(
    requests.filter((path) => path.startsWith('/quotes') && path.includes('vehicle_id=6')),
  ).toHaveLength(1);
});

test.each([
  ['vehicles', {}],
  ['trips', { nights: '7..35', vehicle: ['1'] }],
])(
  'a failure of many %s is said once, with an example, and no repetition is suggested',
  async (_, more) => {
    const vehicles = Object.fromEntries(
      Array.from({ length: 30 }, (__, index) => [index + 1, `Kea ${index}`]),
    );
    const soldOut = Object.keys(vehicles).slice(0, 29).map(Number);
    const { call } = planner([
      { address: operator({ vehicles: () => vehicles, soldOut }).baseUrl },
    ]);
    const { document } = await call('compare_quotes', { ...trip, quote: 'all', ...more });
    const example = 'Kea 0, Auckland, Mon 7 Jan 2030 – Mon 14 Jan 2030';
    expect(document).toMatchObject({ failures: [{ count: 29, code: 'not_available', example }] });
    expect(document).not.toHaveProperty('next');
  },
);

test('a comparison where nothing was answered is an error', async () => {
  const { baseUrl } = plant(always(400, { error: 'Closed for the winter' }));
  const { document, isError } = await planner([{ address: baseUrl }]).call(
    'compare_quotes',
    comparison,
  );
  expect(document).toMatchObject({ vehicles: [], failures: [{ code: 'refused', count: 5 }] });
  expect(isError).toBe(true);
});

test('a dry run has the plan alone', async () => {
  const { baseUrl, requests } = linen();
  const input = { ...trip, dry_run: true, quote: 'best:3', max_requests: 3 };
  const { document } = await planner([{ address: baseUrl }]).call('compare_quotes', input);
  expect(document).toEqual({
    plan: { requests: 14, mostRequests: 14, trips: 1 },
    notes: ['about 14 requests, no wait'],
  });
  const month = { ...input, from: 'jan 2030', max_requests: 200 };
  const { plan, notes } = (await planner([{ address: baseUrl }]).call('compare_quotes', month))
    .document;
  const { requests: usual } = plan as { readonly requests: number };
  expect(notes).toEqual([
    expect.stringMatching(new RegExp(`^about ${usual} requests, .*; at most 200`)),
  ]);
  expect(requests.join()).not.toContain('/quotes');
});

test.each([
  ['as many trips as requests a window', 5],
  ['more trips than requests a window', 4],
])('each call of a comparison of %s gets on until it is complete', async (_, requests) => {
  const server = operator();
  const own = { name: 'small', limit: { requests, windowMs: 500 } };
  const { call, pass } = planner([{ address: server.baseUrl, ...own }], { maxWaitMs: 0 });
  const documents: Record<string, unknown>[] = [];
  // Five trips and ten quotes.
  for (let times = 1; times <= Math.ceil(15 / requests); times++) {
    documents.push((await call('compare_quotes', comparison)).document);
    expect(server.requests).toHaveLength(Math.min(15, times * requests));
    // The window and what a slot rests longer.
    pass(600);
  }
  expect(new Set(server.requests).size).toBe(15);
  expect(documents.pop()).not.toHaveProperty('next');
  for (const document of documents) {
    expect(document['next']).toMatch(
      /call compare_quotes again with the same input in \d+ s: it continues from/,
    );
    expect(JSON.stringify(document['failures'])).toContain('rate_limited');
  }
});

test('a comparison whose time is over ends with what it has, or says what to do', async () => {
  const next = expect.stringContaining('again') as string;
  const until = (path: string, asked: readonly string[]) => ({
    sleep: () => vi.waitFor(() => expect(asked.join()).toContain(path)),
  });
  const { baseUrl, requests } = operator({ hangs: true });
  const { document } = await planner([{ address: baseUrl }], { sleep: async () => {} }).call(
    'compare_quotes',
    comparison,
    until('/quotes', requests),
  );
  expect(document).toMatchObject({ priced: 0, next });
  const silent = plant(never);
  const named = { ...comparison, pick_up: ['auckland'] };
  const { call } = planner([{ address: silent.baseUrl }]);
  const { error } = await call('compare_quotes', named, until('/depots', silent.requests));
  expect(error).toMatchObject({ code: 'unavailable', hint: next });
});

test('an assistant gives weekdays of the start and a last day as the command line does', async () => {
  const { call } = planner([{ address: operator().baseUrl }]);
  // 4 and 5 January 2030 are a Friday and a Saturday.
  const days = {
    pick_up: ['1'],
    from: '2030-01-01..2030-01-31',
    nights: '2,7',
    vehicle: ['11'],
    quote: 'all',
  };
  const { document } = await call('compare_quotes', {
    ...days,
    start_on: ['fri', 'Saturday'],
    until: '2030-01-11',
  });
  expect(rowsOf(document).map(({ nights, starts }) => [nights, starts])).toEqual([
    [2, '4–5 Jan 2030'],
    [7, '4 Jan 2030'],
  ]);
  const { error } = await call('compare_quotes', { ...days, start_on: ['bank holiday'] });
  expect(error?.['message']).toContain('start_on takes weekdays, not "bank holiday"');
});

test('with several lengths, a note says how the cheapest of each is found', async () => {
  const { call } = planner([{ address: plantSandbox().baseUrl }]);
  const input = { pick_up: ['1'], from: 'feb 2030', vehicle: ['110'] };
  const note = 'totals favour shorter trips; one call for each length finds the cheapest of each';
  const notesOf = async (more: object) =>
    (await call('compare_quotes', { ...input, ...more })).document['notes'] ?? [];
  expect(await notesOf({ nights: '5,9', quote: 'best:3' })).toContain(note);
  expect(await notesOf({ nights: '5', quote: 'best:3' })).not.toContain(note);
  expect(await notesOf({ nights: '5,9', from: '2030-02-01', quote: 'all' })).not.toContain(note);
});

test('the command that mends the address of an operator is in one note', async () => {
  plantDeployment(luckyRentals());
  const { call } = planner([{ address: 'https://luckyrentals.co.nz/api/agent' }]);
  const { notes } = (await call('compare_quotes', trip)).document as { notes: string[] };
  expect(notes.filter((note) => note.includes('rental operators'))).toEqual([
    'rental operators add luckyrentals.co.nz https://www.luckyrentals.co.nz/api/agent',
  ]);
});
