/** Calls with several operators: which one is asked. */
import { expect, test } from 'vitest';
import { listTool } from '../../src/mcp/server.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { planner } from './support.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const two = () => ['lucky', 'happy'].map((name) => ({ address: operator().baseUrl, name }));

test('the input schema requires an operator exactly where a call must name one of several', () => {
  const schemas = ({ sessions }: ReturnType<typeof planner>) =>
    tools.map((tool) => ({ name: tool.name, ...listTool(tool, sessions).inputSchema }));
  const required = (server: ReturnType<typeof planner>): string[] =>
    schemas(server).flatMap(({ name, required: own }) => (own?.includes('operator') ? [name] : []));
  const ofOne = ['list_depots', 'search_vehicles', 'list_extras', 'get_quote', 'get_booking_link'];
  expect(required(planner(two()))).toEqual(ofOne);
  expect(required(planner(two().slice(0, 1)))).toEqual([]);
  const text = JSON.stringify(schemas(planner(two())));
  expect(text).toContain('lucky, happy');
  expect(text).not.toMatch(/url|address/i);
});

test('a call names its operator', async () => {
  const { call } = planner(two());
  const { document } = await call('get_quote', { ...trip, operator: 'happy', vehicle: 11 });
  expect(document).toMatchObject({ operator: 'happy', vehicle: { id: 11 } });
  expect((await call('search_vehicles', trip)).error).toMatchObject({ message: 'operator is needed' });
  const unknown = { message: 'no operator is called "sad"', hint: 'operators: lucky, happy' };
  expect((await call('search_vehicles', { ...trip, operator: 'sad' })).error).toMatchObject(unknown);
});

test('a comparison and the limits are of all operators', async () => {
  const { call } = planner(two());
  const sweep = { pick_up: ['auckland'], from: trip.from, nights: '7' };
  const { document } = await call('compare_quotes', sweep);
  const offers = document['offers'] as { operator: string }[];
  expect(new Set(offers.map((offer) => offer.operator))).toEqual(new Set(['lucky', 'happy']));
  const limits = (await call('get_limits', {})).document;
  expect(limits).toMatchObject({ operators: [{ operator: 'lucky' }, { operator: 'happy' }] });
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
