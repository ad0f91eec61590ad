/**
 * Extras that a vehicle lacks on the dates on which they were looked up, while its other dates were
 * not looked up.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planner } from '../../mcp/support.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';
import { plant } from '../../support/service.ts';

const line = 'compare --pick-up 1 --from 2030-01-05..+2d --nights 7 --retries 0';
const lucky: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
  accessories: (id) => (id === 11 ? { 1: 'Rack' } : { 1: 'Rack', 2: 'Chains' }),
};

interface Offers {
  readonly offers: readonly {
    readonly missing: readonly string[];
    readonly unchecked?: readonly string[];
  }[];
}

test('the cheapest is right below the ranking, then each vehicle that lacks an extra is one row', async () => {
  const fleet: Fleet = {
    vehicles: (date) => ({ 11: 'Kea', 12: 'Moa', ...(date === '2030-01-05' && { 13: 'Tui' }) }),
    accessories: (id) => (id === 12 ? { 2: 'Chains' } : { 1: 'Rack' }),
  };
  const screen = await cli(serviceOf(fleet)).screen(`${line} --accessory chains`, 120);
  expect(
    screen.split('\n').filter((text) => /^(#|Cheapest:|Cheapest found:|Not )/.test(text.trim())),
  ).toEqual([
    expect.stringMatching(/#/),
    'Cheapest found: Moa',
    'Not priced, because a requested extra was not found: 4 offers of 2 vehicles',
  ]);
  expect(screen).toMatch(
    /VEHICLE +WITHOUT +OFFERS +LOOKED UP ON\nKea +Chains +3 +5 Jan 2030, 7 Jan 2030\nTui +Chains +1 +all dates\n/,
  );
});

test('vehicles that lack the same on the same dates share a note', async () => {
  const fleet: Fleet = {
    vehicles: () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' }),
    accessories: (id): Record<number, string> => (id === 12 ? { 2: 'Chains' } : { 1: 'Rack' }),
  };
  const { stderr } = await cli(serviceOf(fleet)).run(`${line} --accessory chains`);
  expect(stderr.match(/.*not looked up\n/g)).toEqual([
    'note: Kea and Tui have no Chains on Sat 5 Jan 2030 and Mon 7 Jan 2030; their other dates were not looked up\n',
  ]);
});

test('the one start of several lengths is named once', async () => {
  const lengths = 'compare --pick-up 1 --from 2030-01-05 --nights 5..7 --accessory chains';
  const { stderr } = await cli(serviceOf(lucky)).run(lengths);
  expect(stderr).toContain('note: Kea has no Chains on Sat 5 Jan 2030; its other dates');
});

test('a vehicle that has an extra twice lacks it on all of its dates, until an id is given', async () => {
  const twice: Fleet = { ...lucky, accessories: () => ({ 1: 'Chains', 2: 'Chains' }) };
  const rental = cli(serviceOf(twice));
  const { offers } = await rental.json<Offers>(`${line} --accessory chains`);
  const missing = ['Chains (Chains (1), Chains (2): give the id of one)'];
  expect(offers).toHaveLength(6);
  for (const offer of offers) expect(offer).toMatchObject({ missing });
  expect(offers.filter(({ unchecked }) => unchecked !== undefined)).toEqual([]);
  const { stderr } = await rental.run(`${line} --accessory chains`);
  expect(stderr).not.toContain('has no Chains');
});

test('a page says of such offers what was not looked up', async () => {
  const rental = cli(serviceOf(lucky));
  const page = join(temporaryFolder(), 'page.html');
  await rental.run(`${line} --accessory chains --report ${page}`);
  const html = readFileSync(page, 'utf8');
  expect(html.match(/Chains not looked up/g)).toHaveLength(1);
  expect(html.match(/class=lacks/g)).toHaveLength(3);
  expect(html).toContain('All 3 priced offers, and 3 without a requested extra');
});

test('a table of a page has a column for notes only if one of its rows has a note', async () => {
  const rental = cli(serviceOf({ ...lucky, depots: ['Auckland', 'Bluff'] }));
  const page = join(temporaryFolder(), 'page.html');
  await rental.run(
    `${line.replace('--pick-up 1', '--pick-up 1,2')} --accessory chains --report ${page}`,
  );
  const tables = readFileSync(page, 'utf8').match(/<table class="list">[^]*?<\/table>/g) ?? [];
  // The best of each pair of depots have all extras; the list has Kea, too.
  expect(tables.map((table) => table.includes('>Note<'))).toEqual([false, true]);
});

test('an assistant hears what was not looked up', async () => {
  const { call } = planner([{ address: plant(serviceOf(lucky)).baseUrl }]);
  const asked = { pick_up: ['1'], from: '2030-01-05..+2d', nights: '7', accessory: ['chains'] };
  const { document } = await call('compare_quotes', asked);
  const unranked = document['unranked'] as Record<string, unknown>[];
  const lacking = unranked.filter(({ vehicle }) => vehicle === 'Kea');
  expect(
    lacking.map(({ missing, unchecked, starts }) => [missing ?? [], unchecked ?? [], starts]),
  ).toEqual([
    [['Chains'], [], '5, 7 Jan 2030'],
    [[], ['Chains'], '6 Jan 2030'],
  ]);
});

test("a vehicle with an extra's id refused on two days lacks it there; other days were not asked", async () => {
  const refused: Fleet = {
    vehicles: () => ({ 11: 'Kea' }),
    accessories: () => ({ 7: 'Seat' }),
    quote: (query) =>
      query.get('pick_up_date')! < '2030-01-15'
        ? { status: 400, error: 'no such accessory' }
        : { totalAmount: 500 },
  };
  const { offers } = await cli(serviceOf(refused)).json<Offers>(
    'compare --pick-up 1 --from 2030-01-01..+19d --nights 5 --accessory 7 --retries 0 --quote all',
  );
  const lacking = offers.filter(({ missing }) => missing.length > 0);
  expect(lacking.length).toBeGreaterThan(1);
  expect(lacking.length).toBeLessThan(offers.length);
  for (const { missing, unchecked } of offers)
    expect([...missing, ...(unchecked ?? [])]).toEqual(['7']);
});
