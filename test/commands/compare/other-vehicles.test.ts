/** Below the best rows of a ranking: the cheapest offer of each other vehicle. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { serviceOf, type Fleet } from '../../support/fleet.ts';

const names = [
  'Kea',
  'Moa',
  'Tui',
  'Weka',
  'Ruru',
  'Kaka',
  'Hoiho',
  'Kiwi',
  'Toroa',
  'Huia',
  'Takahe',
  'Piopio',
  'Koau',
];
const cars = Object.fromEntries(
  names.map((name, index) => [11 + index, [name, 50 + 10 * index] as const]),
);
const fleet: Fleet = {
  depots: ['Auckland', 'Queenstown'],
  vehicles: () => cars,
  quote: (query) => {
    const [, rate] = cars[Number(query.get('vehicle_id'))]!;
    // Dearer from the 4th on, and one way.
    const fees =
      (query.get('pick_up_date')! > '2030-01-03' ? 5 : 0) +
      (query.get('drop_off_depot_id') === '2' ? 100 : 0);
    return { totalAmount: rate * 7 + fees };
  },
};
const line = 'compare --pick-up 1 --from 2030-01-01..2030-01-06 --nights 7';
const title = 'Other vehicles, cheapest found:';

function rowsBelow(text: string, title: string): string[] {
  const [, below = ''] = text.split(`\n${title}\n`);
  return below
    .split('\n\n')[0]!
    .split('\n')
    .map((row) => row.trim().replaceAll(/ {2,}[▀-▟ ]*/g, ' | '));
}

test('each vehicle without a row among the best has one below, ten at most, in the same columns', async () => {
  const { screen } = cli(serviceOf(fleet));
  const text = await screen(line, 120);
  expect(text).toMatch(/^The \d+ cheapest found of 78 offers/);
  expect(text).toMatch(/^ *# +TOTAL +A NIGHT +VEHICLE +FROM$/m);
  const rows = rowsBelow(text, title);
  expect(rows.map((row) => row.split(' | ')[2])).toEqual(names.slice(2, 12));
  expect(rows[0]).toBe('490.00 | 70.00 | Tui | Tue 1 Jan');
  // One table: the columns of both parts are in line.
  const lines = text.split('\n');
  const [first, other] = [/ Kea /, / Weka /].map((name) => lines.find((one) => name.test(one))!);
  expect(first!.indexOf('Kea')).toBe(other!.indexOf('Weka'));
});

test('other vehicles are listed, too, if every offer was priced and only some rows are shown', async () => {
  const { screen } = cli(serviceOf(fleet));
  const text = await screen(`${line} --limit 2 --quote all`, 80);
  expect(text).toMatch(/^78 offers in NZD/);
  expect(rowsBelow(text, 'Other vehicles, from:')).toHaveLength(10);
  expect(text).toMatch(/\n\n2 of \d+ rows \(78 offers\); --all shows the rest/);
});

test.each([
  '--group-by vehicle',
  '--view calendar',
  '--vehicle Kea',
  '--quote none',
  '--quote all --all',
])('with %s no other vehicles are listed', async (flags) => {
  const { screen } = cli(serviceOf(fleet));
  const text = await screen(`${line} ${flags}`);
  expect(text).toContain('offers');
  expect(text).not.toContain('Other vehicles');
});

test('records have no rows of other vehicles', async () => {
  const { run } = cli(serviceOf(fleet));
  const { stdout } = await run(`${line} --fields rank,vehicle --limit 3`);
  expect(stdout).toBe('1\tKea\n1\tKea\n1\tKea\n');
});

test(
  'the page lists the cheapest of each vehicle that has no card',
  { tags: ['long'] },
  async () => {
    const { run } = cli(serviceOf(fleet));
    const page = `${temporaryFolder()}/page.html`;
    await run(`${line} --report ${page}`);
    const [, below = ''] = readFileSync(page, 'utf8').split(`<h3>${title}</h3>`);
    const rows = below.split('</table>')[0]!.match(/<td class=name>\w+/g);
    expect(rows!.length).toBeGreaterThan(5);
    expect(new Set(rows).size).toBe(rows!.length);
  },
);

test('a screen of 24 columns, which shows records, has the title between them', async () => {
  const { screen } = cli(serviceOf(fleet));
  expect(await screen(line, 24)).toMatch(/\n\nOther vehicles, cheapest\nfound:\n/);
});

test('--group-by depots shows the best of each pair of depots', { tags: ['long'] }, async () => {
  const { screen } = cli(serviceOf(fleet));
  const pairs =
    'compare --pick-up 1 --drop-off same,2 --from 2030-01-01..2030-01-04 --nights 7..8 --group-by depots';
  const text = await screen(pairs, 120);
  expect(text).toMatch(/^Auckland +Auckland +350\.00 .*Kea/m);
  expect(text).toMatch(/^Auckland +Queenstown +450\.00 .*Kea/m);
  // On a narrow terminal other columns are left out.
  expect(await screen(pairs, 60)).toMatch(/^PICK-UP +DROP-OFF +CHEAPEST FOUND/m);
});
