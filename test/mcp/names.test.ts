/** What a text names, in every tool: a vehicle is a whole name or an id, and a part of another name is noted. */
import { beforeEach, describe, expect, test } from 'vitest';
import { serviceOf } from '../support/fleet.ts';
import { operator } from '../support/operator.ts';
import { always, plant } from '../support/service.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { planner, type Planner } from './support.ts';

const trip = { pick_up: '1', from: '+30d', to: '+7d' };
let call: Planner['call'];
let requests: () => number;

beforeEach(async () => {
  const sandbox = plantSandbox();
  ({ call } = planner([{ address: sandbox.baseUrl }]));
  requests = () => sandbox.requests.length;
});

test('a part of the name of a vehicle is an error that lists what it can be', async () => {
  for (const tool of ['get_quote', 'list_extras', 'get_booking_link']) {
    expect((await call(tool, { ...trip, vehicle: 'tui' })).error).toMatchObject({
      code: 'usage',
      message: '"tui" is not the whole name of an available vehicle',
      // Each id of the hint is beside its name.
      hint: 'give the whole name or the id of one: id 105',
      names: ['Tūī 4-berth Motorhome (105)'],
    });
  }
});

test.each([
  [
    'search_vehicles',
    { pick_up: 'auckland' },
    'depot "auckland" means Auckland Airport (1), not North Shore, Auckland (2)',
  ],
  ['get_quote', { vehicle: '101', accessories: ['booster'] }, 'accessory "booster" means Booster seat (302)'],
  ['get_booking_link', { vehicle: '101', insurance: 'zero' }, 'insurance plan "zero" means Zero excess (403)'],
])('%s takes a part of another name, and notes what it means: %j', async (tool, input, note) => {
  expect((await call(tool, { ...trip, ...input })).document['notes']).toContain(note);
});

test('a part that fits several is an error that lists them', async () => {
  const { error } = await call('get_quote', { ...trip, vehicle: '101', accessories: ['seat'] });
  expect(error).toMatchObject({ code: 'usage', names: ['Child seat (301)', 'Booster seat (302)'] });
});

test.each([
  ['search_vehicles', { pick_up: 'auckland airport', drop_off: 'taupo' }],
  ['get_quote', { vehicle: 'ruru 2-berth campervan', accessories: ['child seat'], insurance: 'ZERO EXCESS' }],
  ['get_booking_link', { vehicle: 'Ruru 2-berth Campervan', insurance: 'zero excess' }],
])('%s takes whole names apart from case and accents, %j', async (tool, input) => {
  expect((await call(tool, { ...trip, ...input })).error).toBeUndefined();
});

test('where several may come back a part is all that have it, and a note names them', async () => {
  const sweep = { from: '+30d', nights: '7', dry_run: true };
  const notes = async (input: object) => (await call('compare_quotes', { ...sweep, ...input })).document['notes'];
  expect(await notes({ pick_up: 'auckland' })).toEqual([
    'depot "auckland" means Auckland Airport (1), North Shore, Auckland (2)',
  ]);
});

describe('an id that does not exist', () => {
  test.each([
    ['search_vehicles', { pick_up: '99' }, 'no depot has the id 99', /^depots: id 1, .*, id 11$/],
    ['get_quote', { vehicle: '101', accessories: ['999'] }, 'no accessory has the id 999', /^accessories: id 301, /],
    [
      'get_quote',
      { vehicle: '101', insurance: '999' },
      'no insurance plan has the id 999',
      /^insurance plans: id 401, /,
    ],
  ])('%s with %j lists what does', async (tool, input, message, hint) => {
    const { error } = await call(tool, { ...trip, ...input });
    expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(message) as string });
    expect(error?.['hint']).toMatch(hint);
    expect((error?.['names'] as string[]).length).toBeGreaterThan(3);
  });

  test('costs a look-up only if the service says no', async () => {
    await call('list_depots', {});
    await call('search_vehicles', trip);
    const before = requests();
    await call('get_quote', { ...trip, vehicle: '101' });
    expect(requests()).toBe(before + 1);
  });

  test('is named also where the service has no vehicles for it, and no error', async () => {
    const { baseUrl } = operator({ vehicles: () => ({}) });
    const { error } = await planner([{ address: baseUrl }]).call('search_vehicles', { ...trip, pick_up: '9' });
    expect(error).toMatchObject({
      code: 'usage',
      message: 'no depot has the id 9',
      names: ['Auckland (1)', 'Christchurch (2)'],
    });
  });

  test('leaves the words of the service if no list tells more', async () => {
    const { baseUrl } = plant(always(400, { error: 'Closed for the winter' }));
    const { error } = await planner([{ address: baseUrl }]).call('get_quote', { ...trip, vehicle: '11' });
    expect(error).toMatchObject({ code: 'refused', operatorMessage: 'Closed for the winter' });
  });
});

test('a vehicle that is not offered is the same answer, whatever was seen before', async () => {
  const { baseUrl } = operator({
    vehicles: (_, query) => (query.get('pick_up_date') === '2030-01-07' ? { 12: 'Moa' } : { 11: 'Kea', 12: 'Moa' }),
    soldOut: [11, 13],
  });
  const { call: ask } = planner([{ address: baseUrl }]);
  const full = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
  const code = async (vehicle: string) => (await ask('get_quote', { ...full, vehicle })).error;
  const no = { code: 'not_available', hint: 'available are id 12' };
  expect(await code('Kea')).toMatchObject({ ...no, names: ['Moa (12)'] });
  expect(await code('13')).toMatchObject({ ...no, status: 404 });
  expect((await call('get_quote', { ...trip, vehicle: '999' })).error).toMatchObject({
    ...{ code: 'not_available', status: 400 },
    hint: expect.stringMatching(/^available are id 101, /) as string,
  });
  await ask('search_vehicles', { ...full, from: '2030-01-06' });
  expect(await code('Kea')).toMatchObject({ ...no, names: ['Kea (11)', 'Moa (12)'] });
  expect(await code('11')).toMatchObject({ ...no, status: 404, names: ['Kea (11)', 'Moa (12)'] });
  expect(await code('Tuatara')).toMatchObject(no);
});

test('a booking link says which of its ids nobody checked', async () => {
  const notes = async (input: object): Promise<string[]> => {
    const { document } = await call('get_booking_link', { ...trip, ...input });
    return ((document['notes'] ?? []) as string[]).filter((note) => note.startsWith('not checked'));
  };
  const unchecked = (ids: string) => [`not checked with the operator: ${ids}; get_quote checks them`];
  expect(await notes({})).toEqual(unchecked('depot 1'));
  expect(await notes({ drop_off: '2', vehicle: '101', accessories: ['301'], insurance: '403' })).toEqual(
    unchecked('depot 1, depot 2, vehicle 101, accessory 301, insurance plan 403'),
  );
  expect(requests()).toBe(0);
  const named = { pick_up: 'auckland airport', vehicle: 'ruru 2-berth campervan', insurance: 'zero excess' };
  expect(await notes(named)).toEqual([]);
  expect(await notes({})).toEqual([]);
});

test('a vehicle by its id has its name, for one request if no answer gave it; a link sends none', async () => {
  const link = async () => (await call('get_booking_link', { ...trip, vehicle: '101' })).document;
  expect((await link())['vehicle']).toEqual({ id: 101 });
  expect(requests()).toBe(0);
  const vehicle = { id: 101, name: 'Ruru 2-berth Campervan' };
  expect((await call('list_extras', { ...trip, vehicle: '101' })).document).toMatchObject({ vehicle });
  // Two lists of extras, the depots, and what is free.
  expect(requests()).toBe(4);
  expect((await call('get_quote', { ...trip, vehicle: '101' })).document).toMatchObject({ vehicle });
  expect(await link()).toMatchObject({ vehicle });
  expect(requests()).toBe(5);
});

test('the name of a vehicle does not wait for the request limit, and its failure costs only the name', async () => {
  const { baseUrl, requests: sent } = operator();
  const limited = planner([{ address: baseUrl, limit: { requests: 2, windowMs: 1_000 } }]);
  const quote = { ...trip, from: '2030-01-07', vehicle: '11' };
  expect((await limited.call('get_quote', quote)).document['vehicle']).toEqual({ id: 11 });
  expect(sent).toHaveLength(2);
  const down = plant(serviceOf({ vehicles: () => ({ status: 503, error: 'down' }) }));
  const { document } = await planner([{ address: down.baseUrl, retries: 0 } as never]).call('get_quote', quote);
  expect(document).toMatchObject({ quote: { totalAmount: 110 }, vehicle: { id: 11 } });
});

test('the extras of a comparison of ids have names', async () => {
  const input = {
    pick_up: ['1'],
    from: '+30d',
    nights: '7',
    vehicle: ['101'],
    accessories: ['301'],
    insurance: ['403'],
  };
  const { document } = await call('compare_quotes', input);
  expect(document['offers']).toMatchObject([{ accessoryIds: [301], insuranceId: 403 }]);
  expect(document['notes']).toContain('extras of these offers: Child seat (301), Zero excess (403)');
});

test('a vehicle that is listed twice has its lowest rate, and each answer notes it', async () => {
  const kea = { vehicleId: 11, name: 'Kea', rentalDailyRate: 95, imageUrl: '' };
  const { call: ask } = planner([{ address: plant(always(200, [kea, { ...kea, rentalDailyRate: 90 }])).baseUrl }]);
  for (const from of ['2030-01-07', '2030-01-08']) {
    const { document } = await ask('search_vehicles', { pick_up: '1', from, to: '+7d' });
    expect(document['vehicles']).toMatchObject([{ vehicleId: 11, rentalDailyRate: 90 }]);
    expect(document['notes']).toContain('Kea (11) is listed with several daily rates: the lowest counts, 90.00');
  }
});
