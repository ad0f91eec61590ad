/** What compare_quotes leaves out, puts last and says, so that its first offer is one to give to a traveller. */
import { describe, expect, test } from 'vitest';
import type { Notice } from '../../src/mcp/progress.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { serviceOf } from '../support/fleet.ts';
import { operator } from '../support/operator.ts';
import { plant } from '../support/service.ts';
import { planner } from './support.ts';

interface Offer {
  readonly rank?: number;
  readonly vehicleId: number;
  readonly pick_up_date: string;
  readonly missing?: readonly string[];
  readonly noTimes?: string;
}

interface Comparison {
  readonly plan?: { readonly requests: number };
  readonly offers: readonly Offer[];
  readonly notes?: readonly string[];
  readonly next?: string;
}

// 12 January 2030 is a Saturday.
const weekend = { pick_up: ['Auckland'], from: '2030-01-12..+2d', nights: '2' };
const saturday = { pick_up: 'Auckland', from: '2030-01-12', to: '+2d', vehicle: '11' };
const closed = 'Auckland lists no pick-up times on Sat 12 Jan 2030';

describe('a day on which a depot lists no times', () => {
  test('puts its offers after the others, with a warning and the nearest days that have times', async () => {
    const { baseUrl } = operator({ days: ['weekday'] });
    const { call } = planner([{ address: baseUrl }]);
    const { offers, notes = [] } = (await call('compare_quotes', weekend)).document as unknown as Comparison;
    expect(offers.map(({ rank, pick_up_date: from, noTimes }) => [rank, from, noTimes])).toEqual([
      [1, '2030-01-14', undefined],
      [1, '2030-01-14', undefined],
      [3, '2030-01-12', 'pick-up'],
      [3, '2030-01-12', 'pick-up'],
      [3, '2030-01-13', 'pick-up'],
      [3, '2030-01-13', 'pick-up'],
    ]);
    expect(notes.join('\n')).toMatch(
      /on Sat 12 Jan 2030 and Sun 13 Jan 2030; nearest with times: Fri 11 Jan 2030 and Mon 14 Jan 2030\n/,
    );
    for (const tool of ['get_quote', 'get_booking_link']) {
      const { document } = await call(tool, saturday);
      expect(String(document['notes'])).toContain(`${closed}; nearest with times: Fri 11 Jan 2030 and Mon 14 Jan 2030`);
    }
  });

  test.each([
    ['compare_quotes', { pick_up: ['1'], from: saturday.from, vehicle: ['11'], nights: '7' }],
    ['get_quote', { ...saturday, pick_up: '1' }],
  ])('is found with ids: %s asks for the depots, once', async (tool, input) => {
    const { baseUrl, requests } = operator({ days: ['weekday'] });
    const { call } = planner([{ address: baseUrl }]);
    const { document } = await call(tool, input);
    expect(String(document['notes'])).toContain(closed);
    await call(tool, input);
    expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
  });
});

/** Vehicles 1 to 8, the cheapest first; only 7 and 8 have linen, which the service refuses for the others. */
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

const trip = { pick_up: ['1'], from: '2030-01-07', nights: '7' };

describe('extras in a comparison', () => {
  test.each([
    ['the cheapest vehicles that have it', { quote: 'best:2', accessory: ['linen'] }, [7, 8]],
    ['the cheapest vehicle that has it', { vehicle: ['cheapest'], accessory: ['linen'] }, [7]],
  ])('%s: found beyond the lowest rates', async (_, input, vehicles) => {
    const { baseUrl, requests } = linen();
    const notices: Notice[] = [];
    const send = (notice: Notice): void => void notices.push(notice);
    const { call } = planner([{ address: baseUrl }]);
    const { document } = await call('compare_quotes', { ...trip, ...input }, { send });
    const { offers } = document as unknown as Comparison;
    expect(offers.map(({ rank, vehicleId }) => [rank, vehicleId])).toEqual(vehicles.map((id, at) => [at + 1, id]));
    expect(document).toMatchObject({ complete: true });
    expect(new Set(requests).size).toBe(requests.length);
    const all = requests.length;
    expect(notices.at(-1)).toMatchObject({ progress: all, total: all, message: `${all} of ${all} requests` });
    const amounts = notices.map(({ progress }) => progress);
    expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b));
  });

  test('one that no vehicle has is an error that names the vehicles', async () => {
    const { baseUrl } = linen();
    const { call } = planner([{ address: baseUrl }]);
    const { error } = await call('compare_quotes', { ...trip, quote: 'best:2', accessory: ['sauna'] });
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(error).toMatchObject({
      message: `no accessory matches "sauna"; vehicles looked at: ${ids.map((id) => `id ${id}`).join(', ')}`,
      hint: 'accessories: id 301, id 309',
      names: expect.arrayContaining(['Linen and towels (309)', ...ids.map((id) => `Van ${id} (${id})`)]) as string[],
    });
  });

  test('an id that a vehicle does not have is said, and asking again is not the next step', async () => {
    const { baseUrl, requests } = linen();
    const { call } = planner([{ address: baseUrl }]);
    const { document } = await call('compare_quotes', { ...trip, vehicle: ['6', '7'], accessory: ['309'] });
    expect(document).toMatchObject({
      offers: [{ rank: 1, vehicleId: 7 }],
      failures: [],
      complete: true,
    });
    expect(document).not.toHaveProperty('next');
    expect(document['notes']).toContain('not priced without 309: Van 6 (6)');
    expect(document['notes']).toContain(
      `${new URL(baseUrl).host}: no quote of Van 6 with these extras (not offered); it is not asked for on other dates`,
    );
    expect(requests.filter((path) => path.startsWith('/quotes') && path.includes('vehicle_id=6'))).toHaveLength(1);
    // With one for the depots.
    expect(requests).toHaveLength(4);
  });
});

test('what was left out is said', async () => {
  const { baseUrl } = linen();
  const { document } = await planner([{ address: baseUrl }]).call('compare_quotes', {
    ...trip,
    quote: 'best:1',
    limit: 1,
  });
  expect(String(document['notes'])).toMatch(/\d of 8 offers priced; the others are estimated at /);
});

test('each offer has the link where a person books it', async () => {
  const { baseUrl } = linen();
  const { document } = await planner([{ address: baseUrl }]).call('compare_quotes', { ...trip, quote: 'all' });
  const offers = document['offers'] as { vehicleId: number; checkoutUrl: string }[];
  expect(offers.length).toBeGreaterThan(1);
  for (const { vehicleId, checkoutUrl } of offers) {
    const { pathname, searchParams } = new URL(checkoutUrl);
    expect([pathname, searchParams.get('vehicle_id')]).toEqual(['/book', String(vehicleId)]);
  }
});

test('trips of other lengths are ranked by their total, and a note has the lowest price of a night', async () => {
  const { baseUrl } = plant(
    serviceOf({
      vehicles: () => ({ 1: 'Van' }),
      quote: (query) => ({ totalAmount: query.get('drop_off_date') === '2030-01-13' ? 300 : 500 }),
    }),
  );
  const { call } = planner([{ address: baseUrl }]);
  const input = { pick_up: ['1'], from: '2030-01-10', nights: '3,10', limit: 1 };
  const { document } = await call('compare_quotes', input);
  expect(document['offers']).toMatchObject([{ rank: 1, nights: 3, totalAmount: 300, perNight: 100 }]);
  expect(document['notes']).toContain(
    'the trips have 3 to 10 nights, and rank is by the total; the lowest perNight is 50.00: Van (1) from 2030-01-10, 10 nights',
  );
  const same = (await call('compare_quotes', { ...input, nights: '3', from: '2030-01-10..+1d' })).document;
  expect(JSON.stringify(same['notes'] ?? [])).not.toContain('perNight');
});

describe('a dry run', () => {
  test('gives no bound as long as the vehicles are not known', async () => {
    const { baseUrl } = linen();
    const input = { pick_up: ['1'], from: '2030-01-07', nights: '7', quote: 'all', dry_run: true };
    const { call } = planner([{ address: baseUrl }]);
    const { document } = await call('compare_quotes', input);
    expect(document['next']).toMatch(
      /; how many quotes come on top is not known, and more than max_requests is an error$/,
    );
    expect(document['plan']).toMatchObject({ requests: 2, counted: false });
  });

  test('names a call that is allowed', async () => {
    const { baseUrl, requests } = linen();
    const { call } = planner([{ address: baseUrl }]);
    const input = { pick_up: ['1'], from: '2030-01-07', nights: '7', quote: 'best:3', max_requests: 3 };
    const { next } = (await call('compare_quotes', { ...input, dry_run: true })).document as unknown as Comparison;
    expect(next).toBe('call compare_quotes again without dry_run and with max_requests 6 to get the offers');
    expect((await call('compare_quotes', input)).error).toMatchObject({ code: 'usage' });
    expect((await call('compare_quotes', { ...input, max_requests: 10 })).document).toMatchObject({ complete: true });
    expect(requests.length).toBeLessThanOrEqual(10);
    const allowed = (await call('compare_quotes', { ...input, max_requests: 10, dry_run: true })).document;
    expect(allowed['next']).toBe('call compare_quotes again without dry_run to get the offers');
  });

  test('advises to ask for fewer trips than one call can ask for', async () => {
    const input = {
      pick_up: ['1'],
      from: '2030-01-01..2030-06-20',
      nights: '1..60',
      quote: 'all',
      vehicle: ['1', '2'],
      dry_run: true,
    };
    const next = expect.stringContaining('ask for fewer trips') as string;
    const { document } = await planner([{ address: linen().baseUrl }]).call('compare_quotes', input);
    expect(document).toMatchObject({ plan: { cells: 171 * 60 }, next });
  });

  test('counts a whole name as one vehicle, and says how many calls it takes', async () => {
    const { baseUrl } = linen();
    const { call } = planner([{ address: baseUrl, limit: { requests: 10, windowMs: 60_000 } }]);
    await call('search_vehicles', { pick_up: '1', from: '2030-01-07', to: '+7d' });
    const input = { pick_up: ['1'], from: '2030-01-07', flex: 7, nights: '7', dry_run: true };
    const one = (await call('compare_quotes', { ...input, vehicle: ['Van 3'] })).document as unknown as Comparison;
    expect(one.plan).toMatchObject({ requests: 30 });
    expect(one.next).toContain('; it takes about 4 calls');
    const part = (await call('compare_quotes', { ...input, vehicle: ['Van'] })).document as unknown as Comparison;
    expect(part.plan).toMatchObject({ requests: 35, mostRequests: 65 });
  });
});

/** The names of all fields. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

test('on the sandbox an offer is short, a comparison is, and every field has the spelling of the interface', async () => {
  const sandbox = plantSandbox();
  const { call } = planner([{ address: sandbox.baseUrl, siteUrl: new URL(sandbox.siteUrl), sandbox: true }]);
  const input = { pick_up: ['auckland airport'], drop_off: ['queenstown'], from: '2030-01-12..+2d', nights: '7' };
  const extras = { accessory: ['child seat', 'linen'], insurance: 'zero excess' };
  const compared = await call('compare_quotes', { ...input, ...extras });
  const { offers } = compared.document as unknown as Comparison;
  expect(offers.length).toBeGreaterThan(3);
  // Between the islands.
  expect(compared.document['offers']).toMatchObject(offers.map(() => ({ routeFee: 195 })));
  expect(
    Math.max(...offers.map((offer) => JSON.stringify({ ...offer, checkoutUrl: undefined }).length)),
  ).toBeLessThanOrEqual(300);
  expect(compared.text.length).toBeLessThanOrEqual(10_000);
  const one = { pick_up: '5', from: '2030-01-12', to: '2030-01-15', vehicle: '101' };
  const answers = [compared, await call('get_quote', one), await call('get_booking_link', one)];
  expect(
    answers.flatMap(({ document }) => keysIn(document)).filter((key) => /_(?!date$|up_date$|off_date$)/.test(key)),
  ).toEqual([]);
});
