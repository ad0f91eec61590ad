/** Dates of a sweep count from each operator's own day: a day can begin in one time zone while it is yesterday in another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { parsed } from './support.ts';

/** Sat 16 January 2027, 00:30, in Auckland; Fri 15 January, 03:30, in Los Angeles. */
const now = () => Date.parse('2027-01-15T11:30:00Z');
const zones = { north: 'Pacific/Auckland', south: 'America/Los_Angeles' };

async function compareIn(timeZones: Readonly<Record<string, string>>, ...args: string[]) {
  const operators: Record<string, unknown> = {};
  for (const [name, timeZone] of Object.entries(timeZones)) {
    const { baseUrl } = await operator({ quotes: [{ expiresAt: '2027-01-15T12:00:00Z' }] });
    operators[name] = { baseUrl, timeZone };
  }
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'config', 'rental'), { recursive: true });
  writeFileSync(join(folder, 'config', 'rental', 'config.json'), JSON.stringify({ operators }));
  const named = ['--operator', Object.keys(operators).join(','), '--vehicle', 'Kea Camper', '--json'];
  const ended = await run(['compare', '--pick-up', 'auckland', ...args, ...named], {
    now,
    env: cleanEnvironment(folder),
  });
  const datesOf = (name: string): string[] =>
    parsed(ended)
      .offers.filter((offer) => offer.operator === name)
      .map(({ selection }) => `${String(selection['pick_up_date'])} ${String(selection['drop_off_date'])}`)
      .sort();
  const notes = ended.stderr.split('\n').filter((line) => /past|left out|own day/.test(line));
  return { ...ended, datesOf, notes };
}

test('"today" is a different day for each operator, and a note says so', async () => {
  const { datesOf, notes } = await compareIn(zones, '--from', 'today', '--nights', '2');
  expect(datesOf('north')).toEqual(['2027-01-16 2027-01-18']);
  expect(datesOf('south')).toEqual(['2027-01-15 2027-01-17']);
  expect(notes).toEqual([
    "note: dates count from each operator's own day: 2027-01-16 to 2027-01-18 (north), 2027-01-15 to 2027-01-17 (south)",
  ]);
});

test.each([
  [['--from', '+1d', '--to', 'tomorrow'], '2027-01-17 2027-01-17', '2027-01-16 2027-01-16'],
  [['--from', 'sun', '--to', '+1d'], '2027-01-17 2027-01-18', '2027-01-17 2027-01-18'],
  [['--from', '2027-01-16', '--to', 'tomorrow'], '2027-01-16 2027-01-17', '2027-01-16 2027-01-16'],
  [['--from', '15 jan', '--nights', '1'], '2028-01-15 2028-01-16', '2027-01-15 2027-01-16'],
])('%j counts from the own day', async (dates, north, south) => {
  const { datesOf, notes } = await compareIn(zones, ...dates);
  expect([datesOf('north'), datesOf('south')]).toEqual([[north], [south]]);
  expect(notes).toHaveLength(north === south ? 0 : 1);
});

test('only the operator for which a date is past is told of', async () => {
  const { datesOf, notes } = await compareIn(zones, '--from', '2027-01-15', '--nights', '2');
  expect(datesOf('north')).toEqual(datesOf('south'));
  expect(notes).toEqual(['note: north: the pick-up date 2027-01-15 is in the past: at the depot, today is 2027-01-16']);
});

test('a date that is past for all is told of with the day of each', async () => {
  const { notes } = await compareIn({ ...zones, west: 'America/Los_Angeles' }, '--from', '2027-01-10', '--nights', '2');
  expect(notes).toEqual([
    'note: north: the pick-up date 2027-01-10 is in the past: at the depot, today is 2027-01-16',
    'note: south, west: the pick-up date 2027-01-10 is in the past: at the depot, today is 2027-01-15',
  ]);
});

test('--flex adds no day that is past at that operator', async () => {
  const { datesOf, notes } = await compareIn(zones, '--from', '2027-01-16', '--flex', '1', '--nights', '1');
  expect(datesOf('north')).toEqual(['2027-01-16 2027-01-17', '2027-01-17 2027-01-18']);
  expect(datesOf('south')).toEqual(['2027-01-15 2027-01-16', '2027-01-16 2027-01-17', '2027-01-17 2027-01-18']);
  expect(notes[0]).toBe('note: north: days before 2027-01-16 are left out of --flex');
});

test('operators of one day get one note, without their names', async () => {
  const { datesOf, notes } = await compareIn(
    { north: 'Pacific/Auckland', east: 'Pacific/Tongatapu' },
    ...['--from', '2027-01-10', '--nights', '2'],
  );
  expect(datesOf('north')).toEqual(datesOf('east'));
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^note: the pick-up date 2027-01-10 is in the past/);
});

test('the order of the operators does not matter', async () => {
  const turned = { south: zones.south, north: zones.north };
  const { datesOf, code } = await compareIn(turned, '--from', 'today', '--nights', '2');
  expect(code).toBe(0);
  expect([datesOf('north'), datesOf('south')]).toEqual([['2027-01-16 2027-01-18'], ['2027-01-15 2027-01-17']]);
});
