/** Depots and vehicles of the same name are told apart by their ids. */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const dates = ['--from', '2030-01-05', '--nights', '7'];
const lucky: Fleet = {
  depots: ['Airport', 'Airport', 'City'],
  vehicles: () => ({ 11: 'Kea', 12: 'Kea', 13: 'Moa' }),
};
/** A name makes the list of depots known. */
const depots = ['--pick-up', '1,2,city'];

describe('vehicles of the same name', () => {
  test('have their ids in the table and in the cheapest offer', async () => {
    const { shown } = fleets({ lucky });
    const text = await shown(['compare', '--pick-up', 'city', ...dates]);
    expect(text).toMatch(/^1 +110\.00 +[█-▏]+ +15\.71 +Kea \(11\)\n?/m);
    expect(text).toMatch(/^2 +120\.00 +[█-▏]+ +17\.14 +Kea \(12\)/m);
    expect(text).toMatch(/^3 +130\.00 +[█-▏]+ +18\.57 +Moa/m);
    expect(text).toContain('Cheapest: Kea (11)');
  });

  test('have a row each with --group-by vehicle', async () => {
    const { shown } = fleets({ lucky });
    const by = ['compare', '--pick-up', 'city', ...dates, '--group-by', 'vehicle'];
    expect(await shown(by)).toMatch(/^Kea \(11\) +110\.00.*\nKea \(12\) +120\.00.*\nMoa +130\.00/m);
  });
});

describe('depots of the same name', () => {
  const one = [...depots, ...dates, '--quote', 'all', '--limit', '1'];

  test('have their ids in the table and are counted in the heading', async () => {
    const { shown } = fleets({ lucky });
    const text = await shown(['compare', ...one]);
    expect(text).toMatch(/^9 offers in NZD, 3 pairs of depots/);
    expect(text).toMatch(/3 depots: Airport \(1\) …/);
    expect(text).toContain('\nAirport (1), Sat 5 Jan 2030');
  });

  test('have their ids in the headings of quote, plan and availability', async () => {
    const { shown } = fleets({ lucky });
    const trip = ['--pick-up', '1', '--drop-off', 'city', '--from', '2030-01-05', '--to', '2030-01-12'];
    expect(await shown(['quote', '13', ...trip])).toContain('Airport (1) → City');
    expect(await shown(['availability', ...trip])).toContain('Airport (1) → City');
    const plan = await shown(['plan', ...trip, '--vehicle', '12']);
    expect(plan).toContain('Airport (1) → City');
    expect(plan).toMatch(/^Kea \(12\)\n/);
  });
});
