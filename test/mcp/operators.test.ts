/** Calls with several operators: which one is asked, and whose each id is. */
import { expect, test } from 'vitest';
import { instructionsFor, listTool } from '../../src/mcp/server.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';
import { planner, rowsOf, tools } from './support.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
/** Operators whose quotes have fields with names of ours. */
const two = () => {
  const quotes = [{ operator: 'evil', trip: 'evil', vehicle: 'evil' }];
  return ['lucky', 'happy'].map((name) => ({ address: operator({ quotes }).baseUrl, name }));
};

test.each([1, 2])(
  'the tools of %i operators are short to read, and say what they return',
  async (count) => {
    const sessions = planner(two().slice(0, count)).sessions;
    const listed = tools.map((tool) => listTool(tool, sessions));
    // The longest instructions: those of built-in operators.
    const instructions = instructionsFor(
      planner([{ address: operator().baseUrl, sandbox: true }]).sessions,
    );
    expect(JSON.stringify({ tools: listed }).length + instructions.length).toBeLessThanOrEqual(
      9_000,
    );
    expect(
      listed.find(({ name }) => name === 'search_vehicles')?.outputSchema?.properties,
    ).toMatchObject({
      vehicles: { type: 'array', items: { properties: { rentalDailyRate: { type: 'number' } } } },
    });
  },
);

test('the input schema requires an operator exactly where a call must name one of several', async () => {
  const schemasOf = async (operators: ReturnType<typeof two>) => {
    const sessions = planner(operators).sessions;
    return tools.map((tool) => ({ name: tool.name, ...listTool(tool, sessions).inputSchema }));
  };
  const [one, both] = [await schemasOf(two().slice(0, 1)), await schemasOf(two())];
  const required = (schemas: typeof one): string[] =>
    schemas.flatMap(({ name, required: own }) => (own?.includes('operator') ? [name] : []));
  const ofOne = ['search_vehicles', 'list_extras', 'get_quote', 'get_booking_link'];
  expect(required(both)).toEqual(ofOne);
  expect(required(one)).toEqual([]);
  const text = JSON.stringify(both);
  expect(text).toContain('lucky, happy');
  expect(text).not.toMatch(/url|address/i);
});

test('a call names its operator, by itself or in its ids', async () => {
  const { call } = planner(two());
  const { document } = await call('search_vehicles', { ...trip, operator: 'happy' });
  const vehicles = [{ vehicleId: 'happy:11' }, { vehicleId: 'happy:12' }];
  expect(document).toMatchObject({ operator: 'happy', vehicles });
  const byId = { ...trip, pick_up: 'happy:1', vehicle: 'happy:11' };
  const quote = (await call('get_quote', { ...byId, accessory: ['happy:1'] })).document;
  const priceBreakdown = { accessories: [{ id: 'happy:1' }] };
  expect(quote).toMatchObject({ operator: 'happy', priceBreakdown });
  expect(quote['vehicle']).toEqual({ id: 'happy:11', name: 'Kea Camper' });
  expect((await call('list_depots', { operator: 'lucky' })).document).toMatchObject({
    depots: { 0: { id: 'lucky:1' } },
  });
});

test('depots are those of all operators unless one is named, each with its operator', async () => {
  const { call } = planner(two());
  const { document, text } = await call('list_depots', { search: 'auckland' });
  expect(document).toMatchObject({
    depots: [
      { operator: 'lucky', id: 'lucky:1' },
      { operator: 'happy', id: 'happy:1' },
    ],
  });
  expect(text).toContain('depots:\nid\tname\t');
  const one = await call('list_depots', { search: 'happy:2' });
  expect(one.document).toMatchObject({ operator: 'happy', depots: [{ id: 'happy:2' }] });
  expect(one.document).not.toHaveProperty('depots.0.operator');
  expect(
    (await call('list_depots', { operator: ['lucky', 'happy'], search: 'x1' })).document,
  ).toEqual({
    depots: [],
    notes: ['lucky: no depot has "x1" as its id or in its name', expect.stringMatching(/^happy: /)],
  });
});

test('an operator that does not list its depots has a note beside those of the others', async () => {
  const down = plant(always(400, { error: 'Closed' })).baseUrl;
  const [lucky] = two();
  const { call } = planner([lucky!, { address: down, name: 'down' }]);
  expect((await call('list_depots', { search: 'auckland' })).document).toMatchObject({
    depots: [{ id: 'lucky:1' }],
    notes: ['down: the service refused GET /depots: Closed'],
  });
  const both = planner(['a', 'b'].map((name) => ({ address: down, name })));
  expect((await both.call('list_depots', {})).error).toMatchObject({ code: 'refused' });
});

test('the text of a table does not repeat the operator that its ids carry', async () => {
  const { call } = planner(two());
  const input = { pick_up: ['auckland'], from: trip.from, nights: '7' };
  const { document, text } = await call('compare_quotes', input);
  expect(new Set(rowsOf(document).map((row) => row['operator']))).toEqual(
    new Set(['lucky', 'happy']),
  );
  expect(text).toMatch(/^vehicleId\tvehicle\ttotalAmount/m);
  const missing = await call('compare_quotes', {
    ...input,
    operator: 'lucky,happy',
    accessory: ['x'],
  });
  expect(missing.text).not.toMatch(/\toperator\t/);
});

test.each([
  [
    'compare_quotes',
    /checkoutUrl, on the first 3 vehicles, is for the first start and depot of its row/,
  ],
  ['compare_quotes', /get_booking_link makes any/],
  ['compare_quotes', /chargedDays: days that the operator charged/],
  ['compare_quotes', /"limit":\{"type":"integer","description":"3 if only the cheapest matter"/],
  ['compare_quotes', /"drop_off":[^}]*\}[^}]*"Ids, parts of names, same \(default\), or all"/],
  [
    'get_quote',
    /"insurance":[^}]*\}[^}]*"Ids or whole names, several: each vehicle takes the first it has"/,
  ],
  ['list_depots', /of all operators unless named/],
])('the schema of %s says what a caller would guess: %s', (name, expected) => {
  const tool = tools.find((one) => one.name === name)!;
  expect(JSON.stringify(listTool(tool, planner(two()).sessions))).toMatch(expected);
});

test('two of an accessory, and several ids in one text, carry their operator', async () => {
  const { call } = planner(two());
  const input = {
    ...trip,
    pick_up: 'happy:1',
    vehicle: 'happy:11',
    accessory: ['2x happy:1,happy:1'],
  };
  const { document } = await call('get_booking_link', input);
  expect(document).toMatchObject({
    operator: 'happy',
    url: expect.stringContaining('accessory_ids=1%2C1%2C1'),
  });
});

test('a comparison whose ids are all of one operator asks it alone', async () => {
  const { call } = planner(two());
  const input = {
    pick_up: ['auckland'],
    from: trip.from,
    nights: '7',
    accessory: ['happy:1'],
    quote: 'all',
  };
  const { document } = await call('compare_quotes', input);
  expect(document).toMatchObject({ operator: 'happy', vehicles: [expect.anything()] });
});

test.each([
  [{ pick_up: 'auckland' }, 'operator is needed: lucky, happy'],
  [
    { operator: 'lucky', pick_up: 'happy:1' },
    'these inputs belong to several operators: lucky, happy',
  ],
  [
    { pick_up: 'lucky:1', drop_off: 'happy:1' },
    'these inputs belong to several operators: lucky, happy',
  ],
  [{ operator: 'sad' }, 'no operator is called "sad"'],
])('a call with %j has no operator: %s', async (input, message) => {
  const { error } = await planner(two()).call('search_vehicles', { ...trip, ...input });
  expect(error).toMatchObject({ code: 'usage', message });
});

test('a comparison and the limits are of all operators', async () => {
  const { call } = planner(two());
  const comparison = { pick_up: ['auckland'], from: trip.from, nights: '7' };
  const { document } = await call('compare_quotes', comparison);
  const offers = rowsOf(document) as { operator: string; vehicleId: string }[];
  expect(new Set(offers.map((offer) => offer.operator))).toEqual(new Set(['lucky', 'happy']));
  for (const { operator: name, vehicleId } of offers)
    expect(vehicleId).toMatch(new RegExp(`^${name}:1[12]$`));
  const one = { ...comparison, vehicle: ['lucky:11'], quote: 'all' };
  expect((await call('compare_quotes', one)).document['vehicles']).toMatchObject([
    { vehicleId: 'lucky:11' },
  ]);
  const limits = (await call('get_limits', {})).document;
  expect(limits).toMatchObject({ operators: [{ operator: 'lucky' }, { operator: 'happy' }] });
});

test('the limits have the day at each operator, and its time zone', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const { call } = planner(two().map((one, index) => ({ ...one, timeZone: zones[index]! })));
  const dayAt = (hours: number): string =>
    new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  expect((await call('get_limits', {})).document['operators']).toMatchObject([
    { operator: 'lucky', today: dayAt(14), timeZone: zones[0], limit: 100 },
    { operator: 'happy', today: dayAt(-11), timeZone: zones[1] },
  ]);
});

test('the tools and the commands keep one limit together', async () => {
  const { baseUrl } = operator();
  const { call, env } = planner([{ address: baseUrl }]);
  expect(await run(['depots', '--base-url', baseUrl], { env })).toMatchObject({ code: 0 });
  expect((await call('get_limits', {})).document).toMatchObject({
    operators: [{ used: 1, free: 99 }],
  });
});
