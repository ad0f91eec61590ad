/** Calls with several operators: which one is asked, and whose each id is. */
import { expect, test } from 'vitest';
import { listTool } from '../../src/mcp/tool-list.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { planner } from './support.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const two = () => ['lucky', 'happy'].map((name) => ({ address: operator().baseUrl, name }));

test('the input schema requires an operator exactly where each call must name one of several', () => {
  const schemas = ({ sessions }: ReturnType<typeof planner>) =>
    tools.map((tool) => ({ name: tool.name, ...listTool(tool, sessions).inputSchema }));
  const required = (server: ReturnType<typeof planner>): string[] =>
    schemas(server).flatMap(({ name, required: own }) => (own?.includes('operator') ? [name] : []));
  expect(required(planner(two()))).toEqual([
    ...['list_depots', 'search_vehicles', 'list_extras', 'get_quote', 'get_booking_link'],
  ]);
  expect(required(planner(two(), { usual: 'lucky' }))).toEqual([]);
  expect(required(planner(two().slice(0, 1)))).toEqual([]);
  const text = JSON.stringify(schemas(planner(two())));
  expect(text).toContain('"enum":["lucky","happy"]');
  expect(text).not.toMatch(/url|address/i);
});

test('a call names its operator, by itself or in its ids; without one it asks the usual one', async () => {
  const { call } = planner(two());
  const { document } = await call('search_vehicles', { ...trip, operator: 'happy' });
  expect(document).toMatchObject({
    operator: 'happy',
    vehicles: [{ vehicleId: 'happy:11' }, { vehicleId: 'happy:12' }],
  });
  const byId = { ...trip, pick_up: 'happy:1', vehicle: 'happy:11' };
  expect((await call('get_quote', byId)).document).toMatchObject({ operator: 'happy', vehicle: { id: 'happy:11' } });
  const hint = 'operators: lucky, happy';
  expect((await call('search_vehicles', trip)).error).toMatchObject({ message: 'operator is needed', hint });
  const message = 'these inputs are of several operators: lucky, happy';
  expect((await call('get_quote', { ...byId, operator: 'lucky' })).error).toMatchObject({ message });
  const unknown = { message: 'no operator is called "sad"', hint };
  expect((await call('search_vehicles', { ...trip, operator: 'sad' })).error).toMatchObject(unknown);
  const usual = planner(two(), { usual: 'lucky' });
  expect((await usual.call('search_vehicles', trip)).document).toMatchObject({ operator: 'lucky' });
});

test('a comparison and the limits are of all operators', async () => {
  const { call } = planner(two());
  const sweep = { pick_up: ['auckland'], from: trip.from, nights: '7' };
  const { document } = await call('compare_quotes', sweep);
  const offers = document['offers'] as { operator: string; vehicleId: string }[];
  expect(new Set(offers.map((offer) => offer.operator))).toEqual(new Set(['lucky', 'happy']));
  for (const offer of offers) expect(offer.vehicleId.startsWith(`${offer.operator}:`)).toBe(true);
  const limits = (await call('get_limits', {})).document;
  expect(limits).toMatchObject({ operators: [{ operator: 'lucky' }, { operator: 'happy' }] });
});

test('the operator of an answer, and of its ids, is the one that was asked, whatever its own fields say', async () => {
  const evil = { operator: 'happy', trip: 'EVIL', vehicle: 'EVIL', notes: 'EVIL' };
  const extra = { ...evil, id: 1, name: 'Snow chains', price: 1 };
  const fees = { rentalFee: 1, routeFee: 0, accessoriesFee: 0, insuranceFee: 0, insurance: null };
  const quote = { quoteId: 'q', expiresAt: '2030-01-01T00:00:00Z', currency: 'NZD', totalAmount: 1, note: '' };
  const answers: Readonly<Record<string, unknown>> = {
    '/depots': [{ ...evil, id: 1, name: 'Here', pickup_times: [], drop_off_times: [], opening_hours_description: '' }],
    '/vehicles/availability': [
      { ...evil, vehicleId: 11, name: 'Kea', rentalDailyRate: 1, imageUrl: 'https://a.example' },
    ],
    '/quotes': { ...evil, ...quote, priceBreakdown: { ...fees, accessories: [{ ...extra, cost: 1, quantity: 1 }] } },
  };
  const lucky = plant(async ({ url }) => answer(200, answers[new URL(url).pathname] ?? [extra]));
  const { call } = planner([{ address: lucky.baseUrl, name: 'lucky' }, ...two().slice(1)]);
  const where = { ...trip, pick_up: 'lucky:1' };
  const own = { ...where, vehicle: 'lucky:11' };
  const accessories = [{ id: 'lucky:1' }];
  for (const [tool, input, expected] of [
    ['get_quote', { ...own, accessory: ['lucky:1'] }, { vehicle: { id: 'lucky:11' }, priceBreakdown: { accessories } }],
    ['list_depots', { operator: 'lucky' }, { depots: [{ id: 'lucky:1' }] }],
    ['search_vehicles', where, { vehicles: [{ vehicleId: 'lucky:11' }] }],
    ['list_extras', own, { accessories }],
  ] as const) {
    const { document } = await call(tool, input);
    expect(document).toMatchObject({ operator: 'lucky', ...expected });
    expect(JSON.stringify(document)).not.toContain('EVIL');
  }
});

test('the limits have the day at each operator, and its time zone', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const { call } = planner(two().map((one, index) => ({ ...one, timeZone: zones[index]! })));
  const dayAt = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  expect((await call('get_limits', {})).document['operators']).toMatchObject([
    { operator: 'lucky', today: dayAt(14), timeZone: zones[0], limit: 100 },
    { operator: 'happy', today: dayAt(-11), timeZone: zones[1] },
  ]);
});

test('the tools and the commands keep one limit together', async () => {
  const { baseUrl } = operator();
  const { call, env } = planner([{ address: baseUrl }]);
  expect(await run(['depots', '--base-url', baseUrl], { env })).toMatchObject({ code: 0 });
  expect((await call('get_limits', {})).document).toMatchObject({ operators: [{ used: 1, free: 99 }] });
});
