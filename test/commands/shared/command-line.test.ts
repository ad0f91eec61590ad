import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { availabilityLine, planLine } from '../../../src/commands/shared/command-line.ts';
import { quoteShell } from '../../../src/text.ts';
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
