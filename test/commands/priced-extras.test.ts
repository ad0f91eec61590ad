/** What extras cost for one trip, on the command line and in the tool: services mix the units of their prices. */
import { expect, test } from 'vitest';
import { serve } from '../support/server.ts';
import { run } from '../support/run.ts';
import { planner } from '../mcp/support.ts';

/** In a quote: what is listed for the extra, and how the total changes; no quote: the service refuses it. */
type Charged = { readonly listed?: number; readonly change: number } | undefined;

const accessories: Readonly<Record<number, readonly [name: string, price: number, Charged]>> = {
  1: ['Chair', 10, { listed: 10, change: 10 }],
  2: ['GPS', 7.49, { listed: 52.43, change: 52.43 }],
  3: ['Toll pass', 5, { change: 15 }],
  4: ['Ghost', 9, { change: 0 }],
  5: ['Broken', 1, undefined],
};
/** It has the id of an accessory. */
const plans: typeof accessories = { 1: ['Cover', 20, { listed: 140, change: 161 }] };

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const flags = ['--pick-up', '1', '--from', '2030-01-07', '--to', '2030-01-14'];

async function start(more: typeof accessories = {}) {
  const offered = { ...accessories, ...more };
  const { baseUrl, requests } = await serve((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const answer = answers[url.pathname]?.(url.searchParams);
    response.writeHead(answer === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'No' }));
  });
  const times = { pickup_times: [], drop_off_times: [], opening_hours_description: '' };
  const listOf = (all: typeof accessories) =>
    Object.entries(all).map(([id, [name, price]]) => ({ id: Number(id), name, price }));
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/depots': () => [{ id: 1, name: 'Auckland', ...times }],
    '/vehicles/availability': () => [{ vehicleId: 11, name: 'Kea', rentalDailyRate: 100, imageUrl: 'http://a.test/' }],
    '/vehicles/11/accessories': () => listOf(offered),
    '/vehicles/11/insurance-types': () => listOf(plans),
    '/quotes': (query) => quoteOf(query.get('accessory_ids'), query.get('insurance_id')),
  };
  const quoteOf = (accessory: string | null, plan: string | null) => {
    const extra = accessory === null ? (plan === null ? undefined : plans[Number(plan)]) : offered[Number(accessory)];
    const [name = '', , charged] = extra ?? [];
    if (extra !== undefined && charged === undefined) return undefined;
    const { listed, change = 0 } = charged ?? {};
    const entry = listed === undefined ? undefined : { id: Number(accessory ?? plan), name, cost: listed, quantity: 1 };
    return {
      ...{ quoteId: 'Q', expiresAt: new Date(Date.now() + 1_800_000).toISOString(), currency: 'NZD', note: '' },
      totalAmount: 700 + change,
      priceBreakdown: {
        ...{ rentalFee: 700, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 },
        accessories: entry !== undefined && plan === null ? [entry] : [],
        insurance: entry !== undefined && plan !== null ? entry : null,
      },
    };
  };
  const quotes = (): number => requests.filter((path) => path.startsWith('/quotes')).length;
  return { baseUrl, quotes };
}

const costs = {
  totalWithout: 700,
  currency: 'NZD',
  requests: 7,
  accessories: [
    { id: 1, name: 'Chair', price: 10, tripCost: 10, tripCostFrom: 'quote' },
    { id: 2, name: 'GPS', price: 7.49, tripCost: 52.43, tripCostFrom: 'quote' },
    { id: 3, name: 'Toll pass', price: 5, tripCost: 15, tripCostFrom: 'difference' },
    { id: 4, name: 'Ghost', price: 9 },
    { id: 5, name: 'Broken', price: 1 },
  ],
  insuranceTypes: [{ id: 1, name: 'Cover', price: 20, tripCost: 140, tripCostFrom: 'quote' }],
};
const unlisted = 'no amount for Ghost (4): its quote does not show it';
const changes = 'with Cover (1) the total changes by 161, not by 140';

test('a tool gives the cost of each extra for the trip, where it is from, and what no quote shows', async () => {
  const { baseUrl, quotes } = await start();
  const { call } = planner([{ address: baseUrl }]);
  const listed = await call('list_extras', { ...trip, vehicle: '11' });
  expect(listed.document['priceUnit']).toMatch(/^not stated/);
  expect(listed.text).not.toContain('tripCost');
  expect(quotes()).toBe(0);
  const { document } = await call('list_extras', { ...trip, vehicle: '11', priced: true });
  const refused = 'no amount for Broken (5): the service refused GET /quotes';
  expect(document).toMatchObject({ ...costs, notes: [unlisted, refused, changes] });
  expect(quotes()).toBe(7);
});

test('the command line gives the same, in every format', async () => {
  const { baseUrl, quotes } = await start();
  const priced = ['extras', '11', ...flags, '--priced', '--base-url', baseUrl];
  const json = await run([...priced, '--json']);
  expect(json).toMatchObject({ code: 8 });
  expect(JSON.parse(json.stdout)).toEqual({ vehicleId: 11, ...costs });
  expect(json.stderr).toContain(unlisted);
  expect(json.stderr).toContain('no amount for Broken (5): the service refused GET /quotes: No');
  expect(json.stderr).toContain(changes);
  expect(quotes()).toBe(7);
  const only = [...priced, '--only', 'gps,cover'];
  expect(await run([...only, '--format', 'csv'])).toMatchObject({
    code: 0,
    stdout:
      'kind,id,name,price,tripCost,tripCostFrom\r\naccessory,2,GPS,7.49,52.43,quote\r\ninsurance,1,Cover,20,140,quote\r\n',
  });
  expect((await run(only)).stdout).toBe('accessory\t2\tGPS\t7.49\t52.43\tquote\ninsurance\t1\tCover\t20\t140\tquote\n');
  const table = (await run([...only, '--format', 'table'])).stdout;
  expect(table).toMatch(/ID +ACCESSORY +NZD +THIS TRIP +FROM/);
  expect(table).toMatch(/2 +GPS +7\.49 +52\.43 +quote/);
  expect(table).toContain('For this trip, from 3 quotes; without extras it costs 700.00 NZD.');
});

test.each([
  ['needs a trip', ['extras', '11', '--priced'], '--pick-up, --from and --to are needed'],
  ['needs both depots and dates', ['extras', '11', '--priced', '--pick-up', '1'], '--from and --to are needed'],
  ['names the extras for an unknown one', ['extras', '11', '--only', '99'], 'no extra has the id 99'],
])('--priced %s', async (_, line, message) => {
  const { baseUrl, quotes } = await start();
  const ended = await run([...line, '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(message);
  expect(quotes()).toBe(0);
});

test('--only lists what is wanted: an id of both kinds is both, and a part all that it fits', async () => {
  const { baseUrl, quotes } = await start();
  const ids = async (only: string) => {
    const { stdout } = await run(['extras', '11', '--only', only, '--base-url', baseUrl]);
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t').slice(0, 2).join(' ')]));
  };
  expect(await ids('1')).toEqual(['accessory 1', 'insurance 1']);
  expect(await ids('o')).toEqual(['accessory 3', 'accessory 4', 'accessory 5', 'insurance 1']);
  expect(await ids('gps,3')).toEqual(['accessory 2', 'accessory 3']);
  expect(quotes()).toBe(0);
});

test('no more extras are priced than 30, nor than the request limit has left', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [index + 10, [`Extra ${index}`, 1, { listed: 2, change: 2 }] as const]),
  );
  const { baseUrl, quotes } = await start(many);
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('list_extras', { ...trip, vehicle: '11', priced: true });
  expect(document).toMatchObject({ requests: 31 });
  expect(JSON.stringify(document['notes'])).toContain('and 4 more: not asked for, too many at once');
  expect(quotes()).toBe(31);
  const few = await start();
  const limited = planner([{ address: few.baseUrl, limit: { requests: 6, windowMs: 60_000 } }]);
  const ended = await limited.call('list_extras', { ...trip, vehicle: '11', priced: true });
  // Two lists, the depots, the quote without extras, and two more.
  expect(ended.document).toMatchObject({ requests: 3 });
  expect(few.quotes()).toBe(3);
});

test('a vehicle that is not available has no prices, and one question finds it out', async () => {
  const { baseUrl, quotes } = await start();
  const ended = await run(['extras', '12', ...flags, '--priced', '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(quotes()).toBe(0);
});
