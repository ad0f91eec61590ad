/**
 * What a trip costs before there is a quote: the daily rate times the days that this operator
 * charged before.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, type Cli } from '../../support/cli.ts';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { serviceOf } from '../../support/fleet.ts';
import { program } from '../../support/program.ts';
import { run } from '../../support/run.ts';
import { serve } from '../../support/server.ts';

const rates: Record<number, number> = { 11: 63, 12: 120 };
const day = 86_400_000;

/** An operator that charges so many days for a trip; default: calendar days. */
function charging(daysFor: (nights: number, vehicleId: number) => number = (nights) => nights + 1) {
  return serviceOf({
    vehicles: () => ({ 11: ['Kea', 63], 12: ['Moa', 120] }),
    quote: (query) => {
      const [from, to] = ['pick_up_date', 'drop_off_date'].map((name) =>
        Date.parse(query.get(name) ?? ''),
      );
      const id = Number(query.get('vehicle_id'));
      return { totalAmount: (rates[id] ?? 0) * daysFor((Number(to) - Number(from)) / day, id) };
    },
  });
}

const week = '--pick-up 1 --from 2030-01-08 --to +7d';
const calendarDays =
  '"about" is an estimate: the daily rate × 8 days, which this operator charged for 7 nights. The quote has the price, with fees and extras.';
const plainNights =
  '"about" is an estimate: the daily rate × 7 nights. The quote has the price, with fees and extras; some operators charge a day more, or a minimum number of days.';

/** The rows and the last line of `availability` for these dates. */
const estimates = async (rental: Cli, trip = week, flags = '') => {
  const lines = (await rental.screen(`availability ${trip} ${flags}`, 200)).trim().split('\n');
  return {
    rows: lines.filter((line) => /Kea|Moa/.test(line)).map((line) => line.match(/[\d,]+\.\d\d/g)),
    note: lines.at(-1),
  };
};
const unknown = {
  rows: [expect.arrayContaining(['63.00', '441.00']), expect.anything()],
  note: `2 vehicles. ${plainNights}`,
};
const learned = {
  rows: [
    ['63.00', '504.00'],
    ['120.00', '960.00'],
  ],
  note: `2 vehicles. ${calendarDays}`,
};

/** The file of this operator with what is known for months. */
function namesFile({ env }: Cli): string {
  const folder = join(env['XDG_CACHE_HOME'] ?? '', 'rental');
  return join(folder, fs.readdirSync(folder).find((name) => name.startsWith('names-')) ?? '');
}

test('availability multiplies by nights until a quote shows which days are charged', async () => {
  const rental = cli(charging());
  expect(await estimates(rental)).toEqual(unknown);
  await rental.run(`quote kea ${week}`);
  expect(await estimates(rental)).toEqual(learned);
  // No other length, also not one day more.
  expect((await estimates(rental, '--pick-up 1 --from 2030-01-08 --to +8d')).note).toContain(
    'the daily rate × 8 nights. ',
  );
});

test.each([
  ['quote', `quote kea ${week}`],
  ['plan', `plan ${week} --vehicle moa`],
  ['compare', `compare --pick-up 1 --from 2030-02-01..2030-02-03 --nights 7`],
  ['trips check', `trips check saved`],
])('a quote of %s teaches later estimates how many days are charged', async (name, line) => {
  const rental = cli(charging());
  // Another cache, so that this quote teaches the later runs nothing.
  const elsewhere = { XDG_CACHE_HOME: join(rental.env['HOME'] ?? '', 'elsewhere') };
  if (name === 'trips check') await rental.run(`quote 11 ${week} --save saved`, { env: elsewhere });
  expect(await estimates(rental)).toEqual(unknown);
  expect(await rental.run(line)).toMatchObject({ code: 0 });
  expect(await estimates(rental)).toEqual(learned);
});

test('a rental of one day has an estimate only if such a rental was quoted', async () => {
  const rental = cli(charging());
  const oneDay = '--pick-up 1 --from 2030-01-08 --to 2030-01-08';
  expect((await estimates(rental, oneDay)).note).toBe('2 vehicles');
  await rental.run(`quote kea ${oneDay}`);
  expect((await estimates(rental, oneDay)).note).toContain(
    'the daily rate × 1 day, which this operator charged for the same day.',
  );
});

test('if the operator charged as many days as nights, the note says so', async () => {
  const rental = cli(charging((nights) => nights));
  await rental.run(`quote kea ${week}`);
  const note =
    '"about" is an estimate: the daily rate × 7 nights, as this operator charged before. The quote has the price, with fees and extras.';
  expect((await estimates(rental)).note).toBe(`2 vehicles. ${note}`);
});

test('the newest quote counts, and fees that are no whole number of days say nothing', async () => {
  let days = 8;
  const rental = cli(charging(() => days));
  const after = async (charged: number) => {
    days = charged;
    await rental.run(`quote kea ${week}`);
    return (await estimates(rental)).note?.match(/× (.*?)[,.]/)?.[1];
  };
  const seen = [];
  for (const charged of [8, 10, 9.5, 0, 5000, 5]) seen.push(await after(charged));
  expect(seen).toEqual(['8 days', '10 days', '10 days', '10 days', '10 days', '5 days']);
});

test('with --refresh what earlier runs have stored does not count, and stays for later ones', async () => {
  const rental = cli(charging());
  await rental.run(`quote kea ${week}`);
  expect(await estimates(rental, week, '--refresh')).toEqual(unknown);
  expect(await estimates(rental)).toEqual(learned);
});

test('charged days are stored for months, not for ever, and only for their operator', async () => {
  const rental = cli({ one: charging(), other: charging() });
  await rental.run(`quote kea ${week}`);
  const later = async (days: number, flags = '') => {
    const now = () => Date.now() + days * day;
    const options = { now, env: { NO_COLOR: '1' }, tty: ['stdout'], columns: 200 } as const;
    return (await rental.run(`availability ${week} ${flags}`, options)).stdout;
  };
  expect(await later(180)).toContain(calendarDays);
  expect(await later(400)).toContain(plainNights);
  expect(await later(0, '--operator other')).toContain(plainNights);
});

test('charged days change neither JSON and CSV nor what a comparison prices', async () => {
  const rental = cli(charging());
  const lines = [`availability ${week} --json`, `availability ${week} --format csv`];
  const outputs = () => Promise.all(lines.map(async (line) => (await rental.run(line)).stdout));
  const before = await outputs();
  await rental.run(`quote kea ${week}`);
  expect(await outputs()).toEqual(before);
  const compare =
    'compare --pick-up 1 --from 2030-02-01..2030-02-09 --nights 7 --quote best:1 --max-requests 60';
  const [one, other] = [cli(charging()), rental];
  const answers = [one, other].map(
    async ({ json }) => ((await json(compare)) as { pricing: unknown; plan: unknown }).pricing,
  );
  const [fresh, informed] = await Promise.all(answers);
  expect(informed).toEqual(fresh);
});

test('charged days of several processes are all stored', { tags: ['node', 'long'] }, async () => {
  const { baseUrl } = await serve(charging());
  const env = cleanEnvironment(temporaryFolder());
  const at = ['--base-url', baseUrl, '--pick-up', '1', '--from', '2030-01-08'];
  const lengths = [3, 5, 7];
  const quoted = lengths.map((count) =>
    program(['quote', 'kea', ...at, '--nights', String(count)], { env }),
  );
  expect((await Promise.all(quoted)).map(({ code }) => code)).toEqual(lengths.map(() => 0));
  for (const count of lengths) {
    const line = ['availability', ...at, '--nights', String(count), '--format', 'table'];
    expect((await run(line, { env })).stdout).toContain(`× ${count + 1} days`);
  }
});

test('compare --quote none estimates with the days that were charged', async () => {
  const rental = cli(charging());
  const line = `compare --pick-up 1 --from 2030-01-08 --nights 7,8 --quote none`;
  const amounts = async () => {
    const { offers } = await rental.json<{ offers: { nights: number; estimate: number }[] }>(line);
    return offers.map(({ nights, estimate }) => [nights, estimate]);
  };
  expect(await rental.screen(line, 100)).toMatch(
    /ABOUT[^]* 63\.00 +441\.00 [^]*\n"about" is an estimate: /,
  );
  expect(await amounts()).toEqual([
    [7, 441],
    [8, 504],
    [7, 840],
    [8, 960],
  ]);
  await rental.run(`quote kea ${week}`);
  expect(await rental.screen(line, 100)).toMatch(/ 63\.00 +504\.00 /);
  expect(await amounts()).toEqual([
    [7, 504],
    [8, 504],
    [7, 960],
    [8, 960],
  ]);
});

test('a receipt says days × rate where that is the fee, also for screen readers and on the page', async () => {
  const rental = cli(charging());
  expect(await rental.screen(`quote kea ${week}`)).toMatch(
    /\nRental, 8 days × 63\.00 \.+ 504\.00\n/,
  );
  const accessible = { env: { NO_COLOR: '1' }, tty: ['stdout'], columns: 80 } as const;
  expect((await rental.run(`quote kea ${week} --accessible`, accessible)).stdout).toContain(
    '\nRental, 8 days × 63.00: 504.00\n',
  );
  const page = join(rental.env['HOME'] ?? '', 'page.html');
  await rental.run([
    'compare',
    '--pick-up',
    '1',
    '--from',
    '2030-01-08',
    '--nights',
    '7',
    '--report',
    page,
  ]);
  expect(fs.readFileSync(page, 'utf8')).toContain('Rental, 8 days × 63.00');
});

test('values in the file that cannot be charged days are ignored', async () => {
  const rental = cli(charging());
  await rental.run(`availability ${week}`);
  const file = namesFile(rental);
  const until = Date.now() + day;
  const hostile = [
    '"8"',
    '-8',
    '0',
    '8.5',
    '1e308',
    'null',
    '[8]',
    '{"days":8}',
    '1000000',
    '"\\u001b[2J"',
  ];
  for (const value of hostile) {
    fs.appendFileSync(file, `["/charged-days/7",null,null,1,${until},${value}]\n`);
    expect([value, await estimates(rental)]).toEqual([value, unknown]);
  }
  await rental.run(`quote kea ${week}`);
  expect(await estimates(rental)).toEqual(learned);
  if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('lengths beyond a year are not stored, and a quote that is repeated adds nothing', async () => {
  const rental = cli(charging());
  await rental.run(`quote kea --pick-up 1 --from 2030-01-08 --nights 400`);
  const size = (): number => fs.statSync(namesFile(rental)).size;
  expect(fs.readFileSync(namesFile(rental), 'utf8')).not.toContain('charged-days');
  await rental.run(`quote kea ${week}`);
  const before = size();
  await rental.run(`quote kea ${week}`);
  expect(size()).toBe(before);
});

test('the sandbox stores nothing', async () => {
  const rental = cli(charging());
  await rental.run(`quote cheapest --sandbox --pick-up 1 --from +30d --to +7d`);
  expect(fs.existsSync(join(rental.env['XDG_CACHE_HOME'] ?? '', 'rental'))).toBe(false);
});
