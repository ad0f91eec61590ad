/** The tools in this process, with an operator in memory. */
import { expect, test, vi } from 'vitest';
import { tools } from '../../src/mcp/tools/index.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { answer, plant } from '../support/service.ts';
import { planner } from './support.ts';
import type { Sessions } from '../../src/mcp/operators.ts';
import { listTool } from '../../src/mcp/tool-list.ts';
import type { Tool } from '../../src/mcp/tool.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const sweep = { pick_up: ['auckland'], from: '2030-01-07', nights: '7' };

test('depots come in pages', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Depot ${index + 1}`);
  const { baseUrl, requests } = operator({ depots: names });
  const { call } = planner([{ address: baseUrl }]);
  const { document: first } = await call('list_depots', {});
  expect(first).toMatchObject({ depotsTotal: 30, nextOffset: 25 });
  expect(first['depots']).toHaveLength(25);
  const { document: second } = await call('list_depots', { offset: 25 });
  expect(second['depots']).toHaveLength(5);
  expect(second).not.toHaveProperty('nextOffset');
  expect((await call('list_depots', { search: 'depot 3' })).document['depots']).toHaveLength(2);
  expect(requests).toEqual(['/depots']);
});

test('depots have their hours in words, and the times of a day only if it is given', async () => {
  const { baseUrl } = operator();
  const { call } = planner([{ address: baseUrl }]);
  const hours = 'Mon–Fri 09:00 only; Sat Sun 10:00 only';
  expect((await call('list_depots', { search: '2' })).document['depots']).toEqual([
    { id: 2, name: 'Christchurch', hours },
  ]);
  const times = [{ time: '09:00', day: 'weekday' }];
  const words = { opening_hours_description: 'Christchurch: 9am to 5pm' };
  expect((await call('list_depots', { search: '2', day: 'mon' })).document['depots']).toEqual([
    { id: 2, name: 'Christchurch', ...words, pickup_times: times, drop_off_times: times },
  ]);
});

test('vehicles have the berths that their names say; without enough they are left out, and a note names them', async () => {
  const { baseUrl } = operator({ vehicles: () => ({ 11: 'Kea 2+1 Berth', 12: 'Moa 4 Berth', 13: 'Tui Van' }) });
  const { call } = planner([{ address: baseUrl }]);
  expect((await call('search_vehicles', trip)).document['vehicles']).toEqual([
    { vehicleId: 11, name: 'Kea 2+1 Berth', rentalDailyRate: 111, berths: 3 },
    { vehicleId: 12, name: 'Moa 4 Berth', rentalDailyRate: 112, berths: 4 },
    { vehicleId: 13, name: 'Tui Van', rentalDailyRate: 113 },
  ]);
  const note = '2 vehicles are left out for want of 4 berths; the names of these say nothing of berths: Tui Van (13)';
  const { document } = await call('search_vehicles', { ...trip, berths: 4 });
  expect(document).toMatchObject({ vehicles: [{ vehicleId: 12 }], notes: expect.arrayContaining([note]) as string[] });
  const input = { pick_up: ['1'], from: trip.from, nights: '7', vehicle: ['cheapest'], berths: 4 };
  const compared = (await call('compare_quotes', input)).document;
  expect(compared).toMatchObject({ offers: [{ rank: 1, vehicleId: 12 }], complete: true });
  expect(compared['notes']).toContain(note);
  const none = (await call('search_vehicles', { ...trip, berths: 5 })).document;
  expect(none).toMatchObject({ vehicles: [] });
});

test('names of depots do not wait for the request limit', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl, limit: { requests: 1, windowMs: 2_000 } }]);
  const { document, error } = await call('search_vehicles', trip);
  expect(error).toBeUndefined();
  expect(document['trip']).toMatch(/^depot 1, /);
  expect(requests).toHaveLength(1);
});

test('the limits have the day at each operator, and its time zone', async () => {
  const { baseUrl } = operator();
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const { call, context } = planner(
    zones.map((timeZone, index) => ({ address: baseUrl, name: `o${index}`, timeZone })),
  );
  const dayAt = (hours: number): string => new Date(context.io.now() + hours * 3_600_000).toISOString().slice(0, 10);
  expect((await call('get_limits', {})).document['operators']).toMatchObject([
    { operator: 'o0', today: dayAt(14), timeZone: zones[0], limit: 100 },
    { operator: 'o1', today: dayAt(-11), timeZone: zones[1] },
  ]);
});

test('a trip in words comes back as it was understood, the cheapest vehicle first', async () => {
  const { baseUrl } = operator({ vehicles: () => ({ 12: 'Moa Van', 11: 'Kea Camper' }) });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('search_vehicles', {
    pick_up: 'auckland',
    drop_off: 'christchurch',
    from: trip.from,
    to: '+7d',
  });
  expect(document).toMatchObject({
    trip: 'Auckland → Christchurch, Mon 7 Jan 2030 – Mon 14 Jan 2030, 7 nights',
    vehicles: [{ vehicleId: 11, rentalDailyRate: 111 }, { vehicleId: 12 }],
  });
  expect(JSON.stringify(document)).not.toContain('v.png');
});

test.each([
  ['search_vehicles', {}],
  ['get_quote', { vehicle: 'Kea Camper' }],
])('%s warns of a Saturday if the depot names only the Sunday', async (tool, more) => {
  const { baseUrl } = operator({ days: ['weekday', 'Sunday'] });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call(tool, { ...trip, pick_up: 'Auckland', from: '2030-01-12', ...more });
  expect(JSON.stringify(document)).toContain('Auckland lists no pick-up times on Sat 12 Jan 2030');
  const sunday = await call(tool, { ...trip, pick_up: 'Auckland', from: '2030-01-13', ...more });
  expect(JSON.stringify(sunday.document)).not.toContain('lists no');
});

test('an id may be a number, and one item needs no list', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl }]);
  const input = { ...trip, pick_up: 1, drop_off: null, vehicle: 11, accessory: 1, insurance: 7 };
  const { document } = await call('get_quote', input);
  expect(document).toMatchObject({
    totalAmount: 696.5,
    perNight: 99.5,
    vehicle: { id: 11 },
    checkoutUrl: `${baseUrl}/book?pick_up_depot_id=1&drop_off_depot_id=1&pick_up_date=2030-01-07&drop_off_date=2030-01-14&vehicle_id=11&insurance_id=7&accessory_ids=1`,
  });
  expect(document['secondsLeft']).toBeGreaterThan(1_700);
  // The depots tell whether there are times on these days.
  expect(requests.map((path) => path.split('?')[0]).sort()).toEqual(['/depots', '/quotes']);
});

test('a link is whole, however long', async () => {
  const { baseUrl } = operator();
  const accessories = Array.from({ length: 400 }, () => '12345');
  const { document } = await planner([{ address: baseUrl }]).call('get_booking_link', {
    ...trip,
    vehicle: '11',
    accessory: accessories,
  });
  expect(new URL(String(document['url'])).searchParams.get('accessory_ids')).toBe(accessories.join(','));
  const quoted = await planner([{ address: baseUrl }]).call('get_quote', {
    ...trip,
    vehicle: '11',
    accessory: accessories,
  });
  expect(new URL(String(quoted.document['checkoutUrl'])).searchParams.get('accessory_ids')).toBe(accessories.join(','));
});

test('a booking link for ids sends nothing', async () => {
  const { baseUrl, requests } = operator();
  const { call } = planner([{ address: baseUrl }]);
  expect((await call('get_booking_link', trip)).document).toMatchObject({ kind: 'search' });
  expect((await call('get_booking_link', { ...trip, vehicle: '11' })).document).toMatchObject({ kind: 'checkout' });
  expect((await call('get_booking_link', { ...trip, insurance: '7' })).error).toMatchObject({ code: 'usage' });
  expect(requests).toEqual([]);
});

test('a call that has ended hears nothing of the others', async () => {
  const { call, sessions } = planner([{ address: operator().baseUrl }]);
  const release = vi.fn();
  vi.spyOn(sessions, 'listen').mockReturnValue(release);
  await call('list_depots', {});
  expect(release).toHaveBeenCalledOnce();
});

test('calls at the same time ask for the list of depots once, and one that is cancelled does not take it away', async () => {
  const waiting: (() => void)[] = [];
  const body = JSON.stringify([
    { id: 1, name: 'Auckland', pickup_times: [], drop_off_times: [], opening_hours_description: '' },
  ]);
  const { baseUrl, requests } = plant(async ({ url }) => {
    if (!url.endsWith('/depots')) return answer(200, []);
    await new Promise<void>((go) => waiting.push(go));
    return answer(200, body);
  });
  const { call } = planner([{ address: baseUrl }]);
  const stop = new AbortController();
  const named = { ...trip, pick_up: 'auckland' };
  const calls = [call('search_vehicles', named, { signal: stop.signal }), call('search_vehicles', named)] as const;
  await expect.poll(() => waiting.length).toBe(1);
  stop.abort();
  expect((await calls[0]).error).toMatchObject({ code: 'interrupted' });
  waiting.forEach((answer) => answer());
  expect((await calls[1]).document).toMatchObject({ vehicles: [] });
  expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
});

/** Whether the schema of its input says that a call has to name the operator. */
function needs(tool: Tool, sessions: Sessions): boolean {
  const { required } = listTool(tool, sessions).inputSchema;
  return required?.includes('operator') === true;
}

test('with several operators a call names one, or the usual one is asked', async () => {
  const [lucky, happy] = [operator(), operator()];
  const both = [
    { address: lucky.baseUrl, name: 'lucky' },
    { address: happy.baseUrl, name: 'happy' },
  ];
  const { call, sessions } = planner(both);
  const required = (usual?: string): string[] =>
    tools
      .filter((tool) => needs(tool, planner(both, usual === undefined ? {} : { usual }).sessions))
      .map(({ name }) => name);
  expect(required()).toEqual(['list_depots', 'search_vehicles', 'list_extras', 'get_quote', 'get_booking_link']);
  expect(required('lucky')).toEqual([]);
  expect(tools.filter((tool) => needs(tool, planner([{ address: lucky.baseUrl }]).sessions))).toEqual([]);
  expect((await call('search_vehicles', trip)).error).toMatchObject({
    message: 'operator is needed',
    hint: 'operators: lucky, happy',
  });
  expect((await call('search_vehicles', { ...trip, operator: 'happy' })).document).toMatchObject({ operator: 'happy' });
  const { document: owned } = await call('search_vehicles', { ...trip, operator: 'happy' });
  // An id carries its operator, so that the next call can leave it out.
  expect(owned['vehicles']).toMatchObject([{ vehicleId: 'happy:11' }, { vehicleId: 'happy:12' }]);
  const byId = { ...trip, pick_up: 'happy:1', vehicle: 'happy:11' };
  expect((await call('get_quote', byId)).document).toMatchObject({ operator: 'happy', vehicle: { id: 'happy:11' } });
  const message = 'these inputs are of several operators: lucky, happy';
  expect((await call('get_quote', { ...byId, operator: 'lucky' })).error).toMatchObject({ message });
  expect((await call('search_vehicles', { ...trip, operator: 'sad' })).error).toMatchObject({
    message: 'no operator is called "sad"',
    hint: 'operators: lucky, happy',
  });
  expect((await planner(both, { usual: 'lucky' }).call('search_vehicles', trip)).document).toMatchObject({
    operator: 'lucky',
  });
  const { document } = await call('compare_quotes', sweep);
  expect(new Set((document['offers'] as { operator: string }[]).map((offer) => offer.operator))).toEqual(
    new Set(['lucky', 'happy']),
  );
  expect((await call('get_limits', {})).document).toMatchObject({
    operators: [{ operator: 'lucky' }, { operator: 'happy' }],
  });
  const inputs = JSON.stringify(tools.map((tool) => listTool(tool, sessions).inputSchema));
  expect(inputs).toContain('"enum":["lucky","happy"]');
  expect(inputs).not.toMatch(/url|address/i);
});

test('the tools and the commands keep one limit together', async () => {
  const { baseUrl } = operator();
  const { call, env } = planner([{ address: baseUrl }]);
  expect(await run(['depots', '--base-url', baseUrl], { env })).toMatchObject({ code: 0 });
  expect((await call('get_limits', {})).document).toMatchObject({ operators: [{ used: 1, free: 99 }] });
});
