import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { availabilityLine, planLine } from '../../../src/commands/shared/command-line.ts';
import { quoteShell } from '../../../src/text.ts';
import { timeLeft } from '../../../src/planner/calendar.ts';
import { dateNotes } from '../../../src/planner/trip.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

const trip = { pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;

test('planLine and availabilityLine write a selection as a command line of ids and dates', () => {
  const full = { ...trip, vehicleId: 7, accessoryIds: [4, 9, 4], insuranceId: 0 };
  expect(quoteShell(planLine(full, ['--operator', "Kea's"]))).toBe(
    "rental plan --operator 'Kea'\\''s' --pick-up 1 --drop-off 2 --from 2026-12-20 --to 2026-12-27 --vehicle 7 " +
      '--accessory 4,9,4 --insurance 0 --no-input',
  );
  expect(quoteShell(planLine({ ...trip, vehicleId: 7, accessoryIds: [] }, ['--sandbox']))).toBe(
    'rental plan --sandbox --pick-up 1 --drop-off 2 --from 2026-12-20 --to 2026-12-27 --vehicle 7 --insurance none --no-input',
  );
  expect(availabilityLine(trip, []).join(' ')).toBe(
    'rental availability --pick-up 1 --drop-off 2 --from 2026-12-20 --to 2026-12-27',
  );
});

test('a shell reads the words from quoteShell back unchanged', () => {
  const hard = [
    '',
    ' ',
    "it's",
    '$HOME `id` "x"',
    '*',
    '~',
    '=ls',
    'a\nb',
    '!!',
    '\\',
    '--base-url=http://h/?a=b&c=d',
    'é',
  ];
  const any = fc.sample(
    fc.string({ unit: 'grapheme' }).filter((word) => !word.includes('\0')),
    { numRuns: tries(50), seed: 7 },
  );
  const words = [...hard, ...any];
  const script = `printf '%s\\0' ${quoteShell(words)}`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
});

test('dateNotes describes a pick-up date in the past', () => {
  expect(dateNotes(trip, '2026-12-20')).toEqual([]);
  expect(dateNotes(trip, '2026-12-21')).toEqual([
    'the pick-up date 2026-12-20 is in the past: at the depot, today is 2026-12-21',
  ]);
});

test.each([
  ['2026-11-20T10:00:00Z', 3_600_000],
  ['2026-11-20T10:00:00.500Z', 3_600_500],
  ['2026-11-20T23:00:00+13:00', 3_600_000],
  ['2026-11-20T08:59:59Z', -1000],
])('timeLeft until %s is %d ms', (expiresAt, expected) => {
  expect(timeLeft(expiresAt, Date.parse('2026-11-20T09:00:00Z'))).toBe(expected);
});
