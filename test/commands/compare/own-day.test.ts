/**
 * Dates of a comparison count from the day of the first operator: a day can begin in one time zone
 * while it is yesterday in another.
 */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { parsed } from './support.ts';

/** Sat 16 January 2027, 00:30, in Auckland; Fri 15 January, 03:30, in Los Angeles. */
const now = () => Date.parse('2027-01-15T11:30:00Z');
const zones = { north: 'Pacific/Auckland', south: 'America/Los_Angeles' };

async function compareIn(timeZones: Readonly<Record<string, string>>, ...args: string[]) {
  const operators: Record<string, unknown> = {};
  for (const [name, timeZone] of Object.entries(timeZones)) {
    const { baseUrl } = operator({ quotes: [{ expiresAt: '2027-01-15T12:00:00Z' }] });
    operators[name] = { baseUrl, timeZone };
  }
  const named = [
    '--operator',
    Object.keys(operators).join(','),
    '--vehicle',
    'Kea Camper',
    '--json',
  ];
  const ended = await run(['compare', '--pick-up', 'auckland', ...args, ...named], {
    now,
    env: configuredEnvironment({ operators }),
  });
  const datesOf = (name: string): string[] =>
    parsed(ended)
      .offers.filter((offer) => offer.operator === name)
      .map(
        ({ selection }) => `${String(selection.pick_up_date)} ${String(selection.drop_off_date)}`,
      )
      .sort();
  const notes = ended.stderr.split('\n').filter((line) => /past|left out|count from/.test(line));
  return { ...ended, datesOf, notes };
}

test.each([
  [zones, ['--from', 'today', '--nights', '2'], '2027-01-16 2027-01-18'],
  [zones, ['--from', 'sun', '--to', '+1d'], '2027-01-17 2027-01-18'],
  [
    { south: zones.south, north: zones.north },
    ['--from', 'today', '--nights', '2'],
    '2027-01-15 2027-01-17',
  ],
])(
  'in %j, %j is the same for all, and a note says whose day counts',
  async (timeZones, dates, trip) => {
    const { datesOf, notes } = await compareIn(timeZones, ...dates);
    expect([datesOf('north'), datesOf('south')]).toEqual([[trip], [trip]]);
    const [north, south] = ['2027-01-16', '2027-01-15'];
    const expected =
      timeZones === zones
        ? `note: dates count from ${north}, today at north; it is ${south} at south`
        : `note: dates count from ${south}, today at south; it is ${north} at north`;
    expect(notes).toEqual([expected]);
  },
);

test('operators of one day need no note', async () => {
  const { datesOf, notes } = await compareIn(
    { north: 'Pacific/Auckland', east: 'Pacific/Tongatapu' },
    '--from',
    '2027-01-10',
    '--nights',
    '2',
  );
  expect(datesOf('north')).toEqual(datesOf('east'));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^note: the pick-up date 2027-01-10 is in the past/);
});

test.each([
  ['the first operator takes no part', zones, 0],
  ['midnight comes meanwhile', { north: zones.north, south: zones.north }, 86_400_000],
])(
  'the command and the trip have the days that were asked for, also if %s',
  async (_, timeZones, laterMs) => {
    const { baseUrl, requests } = operator({ quotes: [{ expiresAt: '2027-01-18T12:00:00Z' }] });
    const operators = {
      north: { baseUrl: operator().baseUrl, timeZone: timeZones.north },
      south: { baseUrl, timeZone: timeZones.south },
    };
    const options = {
      env: configuredEnvironment({ operators }),
      now: () => now() + (requests.length > 0 ? laterMs : 0),
    };
    const flags = '--operator north,south --pick-up south:1 --from tomorrow..+1d --to fri';
    const ended = await run(`compare ${flags} --save it --json`.split(' '), options);
    const days = parsed(ended).offers.map(({ selection }) => selection.pick_up_date);
    expect(days).toContain('2027-01-17');
    const { stdout } = await run(['trips', '--json'], options);
    for (const text of [ended.stdout, stdout])
      expect(text).toContain('--from 2027-01-17..+1d --to fri');
  },
);
