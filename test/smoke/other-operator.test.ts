// @module-tag long
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client, type Found } from './other-operator/testing/client.ts';
import { differing } from './other-operator/testing/differing.ts';
import {
  areUnique,
  errorOf,
  isDepot,
  isExtra,
  isQuote,
  isTooMany,
  isVehicle,
  listOf,
} from './other-operator/testing/documented.ts';
import { variants } from './other-operator/index.ts';
import { limitDefaults } from './other-operator/limit.ts';
import { defaults } from './other-operator/options.ts';
import { sample } from '../support/thorough.ts';

const ANY_TRIP = {
  pick_up_depot_id: '1',
  drop_off_depot_id: '1',
  pick_up_date: '2027-02-03',
  drop_off_date: '2027-02-09',
};

test('there are many variants, each with its own name', () => {
  expect(variants.length).toBeGreaterThanOrEqual(40);
  areUnique(variants.map(({ name }) => name));
});

test('every option is in use', () => {
  const chosen = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  expect(Object.keys(defaults).filter((option) => !chosen.has(option))).toEqual([]);
});

describe.each(sample(variants, 8))('$name', ({ options: chosen }) => {
  const options = { ...defaults, ...chosen };
  let client: Client;
  let found: Found | undefined;

  beforeAll(async () => {
    // A delay changes nothing but the time.
    client = await Client.of({ ...chosen, delay: Math.min(options.delay, 1) });
    if (options.depots > 0 && options.fleet > 0) found = await client.find();
  });
  afterAll(() => client.close());

  test('depots have the documented form, and never 400', async () => {
    const depots = listOf(await client.get('/depots', { day: 'not-a-day' }));
    depots.forEach(isDepot);
    areUnique(depots.map(({ id }) => id));
    expect(depots).toHaveLength(options.depots);
  });

  test('some trip has vehicles of the documented form', () => {
    expect(found === undefined).toBe(options.fleet === 0 || options.depots === 0);
    found?.vehicles.forEach(isVehicle);
    areUnique(found?.vehicles.map(({ vehicleId }) => vehicleId) ?? []);
  });

  test.each(['/vehicles/availability', '/quotes'])('%s names a missing parameter', async (path) => {
    const good: Record<string, string> = {
      ...(found?.trip ?? ANY_TRIP),
      ...(path === '/quotes' ? vehicleOf(found) : {}),
    };
    for (const name of Object.keys(good)) {
      const { [name]: _, ...rest } = good;
      // Without a trip that is offered, what is reported first is free.
      if (found === undefined && options.tripFirst) errorOf(await client.get(path, rest), 400, 404);
      else expect(errorOf(await client.get(path, rest), 400)).toBe(`Missing required query parameter: ${name}`);
    }
    const [, name = ''] = /^Missing required query parameter: (\w+)$/.exec(errorOf(await client.get(path), 400)) ?? [];
    expect(Object.keys(good)).toContain(name);
  });

  test.each(['/vehicles/availability', '/quotes'])('%s refuses values of another type', async (path) => {
    const quote = { ...vehicleOf(found), insurance_id: '1' };
    const good: Record<string, string> = { ...(found?.trip ?? ANY_TRIP), ...(path === '/quotes' ? quote : {}) };
    for (const name of Object.keys(good)) {
      const values = name.endsWith('_date') ? ['not-a-date', '17/02/2027', '2027-02'] : ['not-a-number', '1.5', '1e0'];
      // Not every value for every variant and parameter, to save time.
      const value = values[client.operator.requests.length % values.length] ?? '';
      errorOf(await client.get(path, { ...good, [name]: value }), 400);
    }
  });

  test.each(['accessories', 'insurance-types'])('%s have the documented form', async (list) => {
    const { pick_up_date = '', drop_off_date = '' } = found?.trip ?? {};
    const { vehicle_id } = vehicleOf(found);
    const path = `/vehicles/${vehicle_id}/${list}`;
    const dates = { pick_up_date, drop_off_date };
    if (found !== undefined) {
      const extras = listOf(await client.get(path, dates));
      extras.forEach(isExtra);
      areUnique(extras.map(({ id }) => id));
      const without = await client.get(path);
      if (list === 'insurance-types' || options.extrasDates !== 'required') listOf(without);
      else expect(errorOf(without, 400)).toBe('Missing required query parameter: pick_up_date');
      errorOf(await client.get(path, { ...dates, drop_off_date: 'not-a-date' }), 400);
    }
    errorOf(await client.get(`/vehicles/not-a-number/${list}`, dates), 400);
    const unknown = await client.get(`/vehicles/123456/${list}`, dates);
    if (unknown.status === 200) listOf(unknown);
    else errorOf(unknown, 400);
  });

  test('quotes have the documented form', async () => {
    if (found === undefined || options.taken !== 'none') return;
    const bare = { ...found.trip, ...vehicleOf(found) };
    const first = isQuote(await client.get('/quotes', bare), { now: client.now, accessories: [], insurance: null });
    const { pick_up_date = '', drop_off_date = '' } = found.trip;
    const ids = async (list: string) => {
      const path = `/vehicles/${bare.vehicle_id}/${list}`;
      return listOf(await client.get(path, { pick_up_date, drop_off_date })).map(({ id }) => id);
    };
    const accessories = (await ids('accessories')).slice(0, 3);
    const [insurance = null] = await ids('insurance-types');
    const plan = insurance === null ? {} : { insurance_id: String(insurance) };
    const full = { ...bare, accessory_ids: accessories.join(), ...plan };
    const second = isQuote(await client.get('/quotes', full), { now: client.now, accessories, insurance });
    if (insurance !== null) expect(second).not.toBe(first);
  });

  test('every vehicle that is listed gets a quote, and every other one 404', async () => {
    if (found === undefined || options.taken !== 'none') return;
    const { trip } = found;
    const listed = found.vehicles.map(({ vehicleId }) => vehicleId);
    for (const id of listed.slice(1, 3)) {
      isQuote(await client.get('/quotes', { ...trip, vehicle_id: String(id) }), {
        now: client.now,
        accessories: [],
        insurance: null,
      });
    }
    const unknown = await client.get('/quotes', { ...trip, vehicle_id: '123456' });
    errorOf(unknown, options.unknownVehicleStatus);
    // A trip with the same depots on other days has other vehicles.
    for (const ahead of [20, 27]) {
      const other = {
        ...client.trip('', '', ahead, 6),
        pick_up_depot_id: trip['pick_up_depot_id'] ?? '',
        drop_off_depot_id: trip['drop_off_depot_id'] ?? '',
      };
      const answered = await client.get('/vehicles/availability', other);
      const free = answered.status === 200 ? listOf(answered).map(({ vehicleId }) => vehicleId) : undefined;
      const [missing] = listed.filter((id) => free?.includes(id) === false);
      if (missing === undefined) continue;
      expect(errorOf(await client.get('/quotes', { ...other, vehicle_id: String(missing) }), 404)).toMatch(
        /not available|nicht verfügbar/i,
      );
    }
  });
});

// The other variants have the same limit.
test.each(differing(Object.keys(limitDefaults)))(
  '100 requests in 60 seconds are answered, and the next ones refused: $name',
  async ({ options }) => {
    const client = await Client.of(options);
    onTestFinished(() => client.close());
    // Not close to the end of a minute.
    client.now = Math.ceil(client.now / 60_000) * 60_000 + 130_000;
    const url = `${client.operator.baseUrl.href.replace(/\/$/, '')}/vehicles/availability`;
    const answers = [];
    const start = client.now;
    for (let count = 0; count < 102; count++) {
      client.now = start;
      answers.push(client.page(url));
    }
    client.now = start;
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    isTooMany(await client.page(url));
    client.now = start + 61_000;
    errorOf(await client.page(url), 400, 503);
  },
);

function vehicleOf(found: Found | undefined) {
  return { vehicle_id: String(found?.vehicles[0]?.['vehicleId'] ?? 1) };
}
