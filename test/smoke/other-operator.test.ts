import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Client, type Found } from './other-operator/client.ts';
import {
  areUnique,
  errorOf,
  isDepot,
  isExtra,
  isQuote,
  isTooMany,
  isVehicle,
  jsonOf,
  listOf,
} from './other-operator/documented.ts';
import { variants } from './other-operator/index.ts';
import { defaults } from './other-operator/options.ts';
import { addresses } from './other-operator/site.ts';

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

describe.each(variants)('$name', ({ options: chosen }) => {
  const options = { ...defaults, ...chosen };
  let client: Client;
  let found: Found | undefined;

  beforeAll(async () => {
    client = await Client.of(chosen);
    found = await client.find();
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
      const values = name.endsWith('_date') ? ['not-a-date', '17/02/2027', ''] : ['not-a-number', '1.5', '1e0'];
      for (const value of values) errorOf(await client.get(path, { ...good, [name]: value }), 400);
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
      const malformed = await client.get(path, { ...dates, drop_off_date: 'not-a-date' });
      if (options.extrasDates !== 'ignored') errorOf(malformed, 400);
    }
    errorOf(await client.get(`/vehicles/not-a-number/${list}`, dates), 400);
    const unknown = await client.get(`/vehicles/123456/${list}`, dates);
    if (unknown.status === 200) listOf(unknown);
    else errorOf(unknown, 400);
  });

  test('quotes have the documented form', async () => {
    if (found === undefined) return;
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
    if (found === undefined) return;
    const { trip } = found;
    const listed = found.vehicles.map(({ vehicleId }) => vehicleId);
    for (const id of listed.slice(0, 5)) {
      isQuote(await client.get('/quotes', { ...trip, vehicle_id: String(id) }), {
        now: client.now,
        accessories: [],
        insurance: null,
      });
    }
    const unknown = await client.get('/quotes', { ...trip, vehicle_id: '123456' });
    errorOf(unknown, options.unknownVehicleStatus);
    // A trip with the same depots on other days has other vehicles.
    for (const ahead of [20, 27, 34]) {
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

  test('100 requests in 60 seconds are answered, and the next ones refused', async () => {
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
  });

  test('the booking page shows no parameter as markup', async () => {
    client.now += 180_000;
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    const good = await client.page(
      `${site}/book?${new URLSearchParams({ ...(found?.trip ?? ANY_TRIP), ...vehicleOf(found) })}`,
    );
    expect(good.status).toBe(200);
    expect(good.headers['content-type']).toMatch(/^text\/html/);
    const script = '"></p></script><script>alert(1)</script>';
    const { text } = await client.page(`${site}/book?${new URLSearchParams({ ...ANY_TRIP, pick_up_date: script })}`);
    // In a quoted attribute, only a quote ends the text.
    expect(text.replace(/="[^"]*"/g, '')).not.toContain('<script>alert');
    expect((await client.page(`${site}/book`)).status).toBe(200);
  });

  test('the website has both descriptions, the documentation and the manifest', async () => {
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    const at = addresses[options.published];
    const page = async (path: string) => {
      const answered = await client.page(site + path);
      expect(answered.status).toBe(200);
      return answered;
    };
    const json = jsonOf(await page(at.json)) as Description;
    const yaml = parse((await page(at.yaml)).text) as Description;
    expect((await page(at.docs)).headers['content-type']).toMatch(/^text\/html/);
    expect(jsonOf(await page(at.manifest))).toHaveProperty('api.url', expect.stringContaining(site));
    for (const { openapi, info, paths } of [json, yaml]) {
      expect({ openapi, version: info.version }).toEqual({ openapi: '3.0.3', version: '1.0.0' });
      const prefix = options.servers === 'root and longer paths' ? options.basePath : '';
      expect(Object.keys(paths).sort()).toEqual(PATHS.map((path) => prefix + path));
      expect(Object.values(paths).map((path) => Object.keys(path as object))).toEqual(PATHS.map(() => ['get']));
    }
    expect(withoutTexts(json)).toEqual(withoutTexts(yaml));
  });

  test('addresses that nothing is known about are answered', async () => {
    const base = client.operator.baseUrl.href.replace(/\/$/, '');
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    for (const url of [`${base}/nothing`, `${site}/nothing`, `${base}/openapi`]) {
      const { status } = await client.once(url);
      expect([200, 302, 400, 401, 403, 404, 410, 500]).toContain(status);
    }
  });
});

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

const PATHS = [
  '/depots',
  '/quotes',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
];

function vehicleOf(found: Found | undefined) {
  return { vehicle_id: String(found?.vehicles[0]?.['vehicleId'] ?? 1) };
}

/** A description without what may differ between its two forms. */
function withoutTexts({ paths }: Description): unknown {
  const text = (key: string, value: unknown) => (['summary', 'description'].includes(key) ? '' : value);
  return JSON.parse(JSON.stringify(paths, text));
}
