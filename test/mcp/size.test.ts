/** How much the tools answer: a model reads all of it, and a client closes the connection at a line that is too long. */
import { expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { answer, plant } from '../support/service.ts';
import { operator } from '../support/operator.ts';
import { sample } from '../support/thorough.ts';
import { planner, type Called } from './support.ts';

const trip = { pick_up: '1', from: '2030-01-07', to: '2030-01-14' };
const mostBytes = 65_536;

interface Item {
  readonly id: number;
  readonly pickup_times: readonly object[];
  readonly pickupTimesTotal?: number;
}

function itemsOf({ document }: Called, list: string): readonly Item[] {
  return document[list] as Item[];
}

/** Text and structured content, as they are sent. */
function bytesOf({ text, document }: Called): number {
  return Buffer.byteLength(JSON.stringify({ content: [{ type: 'text', text }], structuredContent: document }));
}

/** An operator that answers each path with the same. */
function answering(answers: Readonly<Record<string, unknown>>) {
  return plant(async ({ url }) => answer(200, answers[new URL(url).pathname] ?? []));
}

function depots(count: number, times: number): unknown {
  const list = Array.from({ length: times }, () => ({ time: '09:00', day: 'weekday' }));
  return Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, name: `Depot ${index + 1}`, opening_hours_description: 'Always' },
    ...{ pickup_times: list, drop_off_times: list },
  }));
}

test('depots with far too many times are cut at whole items, and each count is there', async () => {
  const { baseUrl } = answering({ '/depots': depots(20, 120) });
  const { call } = planner([{ address: baseUrl }]);
  const seen: number[] = [];
  for (let offset: unknown = 0; offset !== undefined;) {
    const called = await call('list_depots', { day: 'mon', offset });
    const items = itemsOf(called, 'depots');
    expect(bytesOf(called)).toBeLessThanOrEqual(mostBytes);
    expect(called.document['depotsTotal']).toBe(20);
    expect(items.map((one) => one.pickupTimesTotal)).toEqual(items.map(() => 120));
    expect(items[0]?.pickup_times.length).toBeGreaterThanOrEqual(20);
    seen.push(...items.map(({ id }) => id));
    offset = called.document['nextOffset'];
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const one = await call('list_depots', { day: 'mon', search: '7', limit: 1 });
  expect(itemsOf(one, 'depots')[0]?.pickup_times.length).toBeGreaterThanOrEqual(100);
  expect(bytesOf(one)).toBeLessThanOrEqual(mostBytes);
});

test('of a fleet that is too long to read, the cheapest come first and the next pages have the others', async () => {
  const fleet = Object.fromEntries(Array.from({ length: 230 }, (_, index) => [1_000 - index, `Kea ${index}`]));
  const { baseUrl } = operator({ vehicles: () => fleet });
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('search_vehicles', trip);
  const shown = document['vehicles'] as { vehicleId: number }[];
  const next = shown.length;
  expect(document).toMatchObject({ vehiclesTotal: 230, nextOffset: next });
  expect(shown[0]).toMatchObject({ vehicleId: 771 });
  const rest = await call('search_vehicles', { ...trip, offset: next, limit: 100 });
  expect((rest.document['vehicles'] as object[])[0]).toMatchObject({ vehicleId: 771 + next });
  const last = await call('search_vehicles', { ...trip, offset: 225, limit: 5 });
  expect(last.document).toMatchObject({ vehiclesTotal: 230 });
  expect(last.document).not.toHaveProperty('nextOffset');
  const beyond = await call('search_vehicles', { ...trip, offset: 230 });
  expect(beyond.document).toMatchObject({ vehicles: [], vehiclesTotal: 230 });
  expect(beyond.document).not.toHaveProperty('nextOffset');
});

test('no extra and no failure is dropped without a word', async () => {
  const extras = Array.from({ length: 300 }, (_, id) => ({ id, name: `Seat ${id}`, price: 1 }));
  const few = extras.slice(0, 3);
  const paths = { '/vehicles/11/accessories': extras, '/vehicles/11/insurance-types': few };
  const { baseUrl } = answering(paths);
  const { call } = planner([{ address: baseUrl }]);
  const { document } = await call('list_extras', { ...trip, vehicle: '11', limit: 100 });
  expect(document).toMatchObject({ accessoriesTotal: 300, nextOffset: 100 });
  expect(document).not.toHaveProperty('insuranceTypesTotal');
  expect(document['accessories']).toHaveLength(100);
  expect((await call('list_extras', { ...trip, vehicle: '11', offset: 299 })).document).toMatchObject({
    accessories: [{ id: 299 }],
    insuranceTypes: [],
    insuranceTypesTotal: 3,
  });
  const fleet = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index + 1, `Kea ${index}`]));
  const soldOut = Array.from({ length: 29 }, (_, index) => index + 1);
  const sold = operator({ vehicles: () => fleet, soldOut });
  const compare = async (more: object) =>
    planner([{ address: sold.baseUrl }]).call('compare_quotes', {
      pick_up: '1',
      from: trip.from,
      nights: '7',
      ...more,
    });
  // A failure says once for all vehicles, and for all trips, why.
  for (const [more, example] of [
    [{ quote: 'all' }, 'Kea 0, Auckland, Mon 7 Jan 2030 – Mon 14 Jan 2030'],
    [{ nights: '7..35', vehicle: ['1'], limit: 10 }, 'Kea 0, Auckland, Mon 7 Jan 2030 – Mon 14 Jan 2030'],
  ] as const) {
    const { document: compared } = await compare(more);
    expect(compared).toMatchObject({ failures: [{ count: 29, example }], complete: true });
    // A vehicle that has gone does not come back by asking again.
    expect(compared).not.toHaveProperty('next');
  }
});

test.each(sample(['"', '\u202e', '😀'], 2))('texts of %j only do not make an answer longer', async (character) => {
  const text = character.repeat(1_500);
  const times = Array.from({ length: 60 }, () => ({ time: text, day: text }));
  const depot = { name: text, opening_hours_description: text, pickup_times: times, drop_off_times: times };
  const extras = Array.from({ length: 60 }, (_, id) => ({ id, name: text, cost: 1, quantity: 1 }));
  const fees = { rentalFee: 1, routeFee: 1, accessoriesFee: 1, insuranceFee: 1 };
  const { baseUrl } = answering({
    '/depots': [1, 2].map((id) => ({ ...depot, id })),
    '/quotes': {
      ...{ quoteId: text, expiresAt: '2030-01-01T00:00:00Z', currency: 'NZD', totalAmount: 1, note: text },
      priceBreakdown: { ...fees, accessories: extras, insurance: { id: 1, name: text, cost: 1 } },
    },
  });
  const { call } = planner([{ address: baseUrl }]);
  const listed = await call('list_depots', { day: 'mon' });
  expect(listed.document['depots']).toMatchObject([{ id: 1, pickupTimesTotal: 60 }]);
  expect(bytesOf(listed)).toBeLessThanOrEqual(mostBytes);
  const quoted = await call('get_quote', { ...trip, vehicle: '11' });
  expect(quoted.document).toMatchObject({ totalAmount: 1, priceBreakdown: { accessoriesTotal: 60 } });
  expect(bytesOf(quoted)).toBeLessThanOrEqual(mostBytes);
});

test('what an operator calls a count is not taken for one', async () => {
  const times = [{ time: '09:00', day: 'weekday' }];
  const depot = { id: 1, name: 'A', opening_hours_description: '', pickup_times: times, drop_off_times: times };
  const { baseUrl } = answering({ '/depots': [{ ...depot, pickupTimesTotal: 9, nextOffset: 3 }] });
  const { document } = await planner([{ address: baseUrl }]).call('list_depots', { day: 'mon' });
  expect(JSON.stringify(document)).not.toMatch(/Total"|nextOffset/);
});

test('an answer that is too long without its lists is an error that says so', async () => {
  const { call } = planner([{ address: operator().baseUrl }]);
  const accessories = Array.from({ length: 20_000 }, () => '12345');
  const { error } = await call('get_booking_link', { ...trip, vehicle: '11', accessory: accessories });
  expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining('too long') as string });
});

test('the lists of the sandbox are short enough to read all of them', async () => {
  const { baseUrl } = plantSandbox();
  const { call } = planner([{ address: baseUrl }]);
  const byIds = { pick_up: '1', drop_off: '10', from: '2030-01-07', to: '+7d' };
  const lengths = async (tool: string, input: object) => (await call(tool, input)).text.length;
  expect(await lengths('list_depots', {})).toBeLessThan(1_500);
  expect(await lengths('search_vehicles', byIds)).toBeLessThan(1_200);
  expect(await lengths('list_extras', { ...byIds, vehicle: '101' })).toBeLessThan(1_100);
  expect(await lengths('get_booking_link', { ...byIds, vehicle: '101' })).toBeLessThan(550);
  expect(await lengths('get_limits', {})).toBeLessThan(250);
});
