/**
 * `--start-on` and `--until` of compare: which starts and ends are compared, and what the printed
 * command says of them.
 */
import { splitShell } from '../../../src/base/shell-words.ts';
import type { Comparison } from '../../../src/documents/offers.ts';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { serviceOf } from '../../support/fleet.ts';

const service = () =>
  serviceOf({ depots: ['Auckland', 'Nelson'], vehicles: () => ({ 11: 'Kea' }) });
const now = () => Date.parse('2030-01-01T00:00:00Z');
/** The starts below are from 1 February 2030 on, which is a Friday. */
const compare = 'compare --pick-up 1 --quote all';

interface Asked {
  readonly trips: string[];
  readonly command: string;
}

async function asked(rental: ReturnType<typeof cli>, line: string, at = now): Promise<Asked> {
  const { dates, command } = await rental.json<Comparison>(line, { now: at });
  return { trips: dates.map((one) => `${one.pick_up_date} ${one.drop_off_date}`), command };
}

const weekends = ['2030-02-01 2030-02-08', '2030-02-02 2030-02-09', '2030-02-08 2030-02-15'];

test.each([
  ['--from 2030-02-01..+8d --nights 7 --start-on fri,sat', [...weekends, '2030-02-09 2030-02-16']],
  [
    '--from 2030-02-01..+8d --nights 7 --start-on Saturday --start-on "fri, FRI,frida"',
    [...weekends, '2030-02-09 2030-02-16'],
  ],
  ['--from 2030-02-02 --flex 6 --nights 7 --start-on fri,sat', weekends],
  ['--from 2030-02-01..+8d --to +7d --start-on fri,sat --until 2030-02-15', weekends],
  ['--from 2030-02-01..+8d --nights 7 --start-on fri,sat --until +14d', weekends],
  [
    '--from 2030-02-01..+1d --nights 1..4 --until "3 feb"',
    ['2030-02-01 2030-02-02', '2030-02-01 2030-02-03', '2030-02-02 2030-02-03'],
  ],
  [
    '--from 2030-02-01..+3d --to 2030-02-04 --until 2030-02-05 --start-on mon,sun',
    ['2030-02-03 2030-02-04', '2030-02-04 2030-02-04'],
  ],
  // The next Monday after the first start that is compared.
  [
    '--from 2030-01-31..+2d --nights 1..5 --start-on fri --until mon',
    ['2030-02-01 2030-02-02', '2030-02-01 2030-02-03', '2030-02-01 2030-02-04'],
  ],
])('%s compares %j', async (flags, trips) => {
  const rental = cli(service());
  const { trips: first, command } = await asked(rental, `${compare} ${flags}`);
  expect(first.sort()).toEqual([...trips].sort());
  // The printed command asks the same on a later day.
  const later = await asked(
    rental,
    splitShell(command).slice(1).join(' '),
    () => now() + 5 * 86_400_000,
  );
  expect(later.trips.sort()).toEqual(first);
  expect(later.command).toBe(command);
});

test('the printed command has the weekdays once and in their order, and a fixed last day', async () => {
  const rental = cli(service());
  const line = `${compare} --from +31d..+8d --nights 7,8 --start-on saturday,fri,sat --until +14d`;
  const { command } = await asked(rental, line);
  expect(command).toContain(
    ' --from 2030-02-01..+8d --nights 7,8 --start-on fri,sat --until 2030-02-15',
  );
});

/** The hint breaks after as many letters at the latest. */
const firstLine = 63;

const threeStarts = `${compare} --from 2030-02-01..2030-02-03 --nights 7,9`;
test.each([
  [
    `${threeStarts} --start-on holiday`,
    '--start-on takes weekdays, not "holiday"',
    'write mon, tue, wed, thu, fri, sat or sun, with commas between several',
  ],
  [`${threeStarts} --start-on fr`, '--start-on takes weekdays, not "fr"', 'write mon, tue'],
  [
    `${threeStarts} --start-on ,`,
    '--start-on has no value',
    '--start-on <fri,sat>: only starts on these weekdays',
  ],
  [
    `${threeStarts} --start-on wed,tue`,
    '--start-on: no start from Fri 1 Feb 2030 to Sun 3 Feb 2030 is a Tuesday or Wednesday',
    'give more days with --from or --flex',
  ],
  [
    `${compare} --from 2030-02-01 --nights 7 --start-on sat`,
    '--start-on: Fri 1 Feb 2030 is not a Saturday',
    'give more days with --from or --flex',
  ],
  [
    `${threeStarts} --until 2030-02-07`,
    '--until: no trip ends by Thu 7 Feb 2030; the first ends on Fri 8 Feb 2030',
    'give a later day, or shorter trips',
  ],
  [
    `${compare} --from 2030-02-01..+2d --to +7d --until +3d`,
    '--until: no trip ends by Mon 4 Feb 2030',
    'give a later day',
  ],
  [
    `${threeStarts} --until 2030-01-07`,
    '--until: Mon 7 Jan 2030 is before the first pick-up date, Fri 1 Feb 2030',
    'give a later day',
  ],
  [
    'compare --pick-up 1 --nights 7 --from "feb 2025"',
    '--from: February 2025 is over',
    'write YYYY-MM-DD, tomorrow, fri, 20 dec, +30d, feb or +30d..+7d',
  ],
  [
    `${threeStarts} --until later`,
    '--until: "later" is not a date',
    'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d',
  ],
])('%s is refused: %s', async (line, message, hint) => {
  const rental = cli(service());
  const { code, stdout, stderr } = await rental.run(line, { now });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`error: ${message}`);
  expect(stderr).toContain(`\nhint: ${hint.slice(0, firstLine)}`);
  expect(rental.requests()).toEqual([]);
});

test('a plan counts what is left; lengths that never fit are named, and nothing else is', async () => {
  const rental = cli(service());
  const line = `${compare} --from 2030-02-01..+27d --nights 7..10 --start-on fri --dry-run`;
  const { plan } = await rental.json<{ plan: { trips: number } }>(line, { now });
  expect(plan.trips).toBe(16);
  const fits = await rental.run(`${line} --until 2030-03-03 --json`, { now });
  expect(JSON.parse(fits.stdout)).toMatchObject({ plan: { trips: 15 } });
  expect(fits.stderr).toBe('');
  const cut = await rental.run(`${line} --until +8d --json`, { now });
  expect(JSON.parse(cut.stdout)).toMatchObject({ plan: { trips: 2 } });
  expect(cut.stderr).toBe(
    'note: left out: trips of 9 nights or more, which all end after Sat 9 Feb 2030\n',
  );
});

test('what is left out does not count towards the most trips of a comparison', async () => {
  const rental = cli(service());
  const line = `${compare} --from 2030-02-01..+700d --nights 1..90 --until 2030-02-03 --dry-run`;
  const { plan } = await rental.json<{ plan: { trips: number } }>(line, { now });
  expect(plan.trips).toBe(3);
});

test('a saved trip checks the same starts again', async () => {
  const rental = cli(service());
  const line = `${compare} --from 2030-02-01..+8d --nights 7,8 --start-on fri --until 2030-02-15`;
  await rental.run(`${line} --save weekend`, { now });
  const before = rental.requests().length;
  await rental.run('trips check weekend', { now });
  const starts = rental
    .requests()
    .slice(before)
    .filter((path) => path.includes('availability'));
  expect(
    starts.map((path) => new URL(path, 'http://x').searchParams.get('pick_up_date')).sort(),
  ).toEqual(['2030-02-01', '2030-02-01', '2030-02-08']);
  expect((await rental.run('trips show weekend --json', { now })).stdout).toContain(
    '--start-on fri --until 2030-02-15',
  );
});

test('a month as --from has a start on each of its days, which the printed command names', async () => {
  const rental = cli(service());
  const { trips, command } = await asked(rental, `${compare} --from 'feb 2030' --nights 7`);
  expect([trips[0], trips.at(-1), trips.length]).toEqual([
    '2030-02-01 2030-02-08',
    '2030-02-28 2030-03-07',
    28,
  ]);
  expect(command).toContain('--from 2030-02-01..2030-02-28');
  const { code, stderr } = await rental.run(`${compare} --from feb --flex 2 --nights 7`, { now });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--from is a range') as string,
  });
});
