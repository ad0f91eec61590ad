/**
 * Names are decided on the first trips of a search. A vehicle that fits a text and is listed only
 * later is named in a note.
 */
import { expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { parsed, nightsOf } from './support.ts';

/** Longer trips cost less, so all are asked for; on one of them there is another vehicle. */
const fleet: Fleet = {
  vehicles: (date, query) => {
    const rate = nightsOf(query) === 5 ? 100 : 20;
    const later =
      date === '2030-01-07' && nightsOf(query) === 6 ? { 12: ['Kea Mini', 10] as const } : {};
    return { 11: ['Kea Deluxe', rate], ...later };
  },
  quote: (query) => ({ totalAmount: nightsOf(query) * (nightsOf(query) === 5 ? 100 : 20) }),
};
const line = [
  'compare',
  '--pick-up',
  '1',
  '--from',
  '2030-01-05..+8d',
  '--nights',
  '5,6',
  '--json',
];

test('a part of a name keeps its meaning of the first trips, and a note names later matches', async () => {
  const ended = await fleets({ lucky: fleet }).rental([...line, '--vehicle', 'kea']);
  expect(new Set(parsed(ended).offers.map(({ vehicle }) => vehicle.name))).toEqual(
    new Set(['Kea Deluxe']),
  );
  expect(ended.stderr).toContain(
    'note: "kea" also matches Kea Mini (12), found later: give the full name to compare it\n',
  );
});

test.each([['kea deluxe'], ['11']])(
  '%s is a whole name or an id, so no later vehicle matches it',
  async (vehicle) => {
    const { stderr } = await fleets({ lucky: fleet }).rental([...line, '--vehicle', vehicle]);
    expect(stderr).not.toContain('found later');
  },
);
