/** One id is not always one thing, and a sweep ends where its requests do. */
import { expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const sweep = ['compare', '--pick-up', '1', '--from', '2031-01-06..2031-01-08', '--nights', '7'];

interface Shown {
  readonly rank: number | null;
  readonly vehicle: { readonly vehicleId: number; readonly name: string };
  readonly missing: readonly string[];
  readonly priced: boolean;
}

function offersOf(stdout: string): readonly Shown[] {
  return (JSON.parse(stdout) as { offers: readonly Shown[] }).offers;
}

test('an accessory that is another thing on another vehicle is not ranked with the others, and a note names both', async () => {
  const accessories: Fleet['accessories'] = (id) => ({ 5: id === 13 ? 'Snow chains' : 'Child seat' });
  const vehicles: Fleet['vehicles'] = () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' });
  const { rental } = fleets({ lucky: { vehicles, accessories } });
  const ended = await rental([...sweep, '--accessory', '5', '--quote', 'all', '--json']);
  const other = 'accessory 5 (here "Snow chains", elsewhere "Child seat")';
  for (const { rank, vehicle, missing } of offersOf(ended.stdout)) {
    expect([rank === null, missing]).toEqual(vehicle.vehicleId === 13 ? [true, [other]] : [false, []]);
  }
  expect(ended.stderr).toContain(
    'note: lucky: accessory 5 is not the same everywhere: "Child seat" in 6 quotes, "Snow chains" in 3 quotes; only those with "Child seat" are ranked\n',
  );
});

test('a vehicle that has another name on another date is another vehicle', async () => {
  const vehicles: Fleet['vehicles'] = (date) => ({ 11: date === '2031-01-07' ? 'Mini' : 'Kea' });
  const { rental, shown } = fleets({ lucky: { vehicles } });
  const grouped = await rental([...sweep, '--group-by', 'vehicle', '--json']);
  const names = offersOf(grouped.stdout).flatMap(({ rank, vehicle }) => (rank === null ? [] : [vehicle.name]));
  expect(names.toSorted()).toEqual(['Kea', 'Mini']);
  expect(await shown(sweep)).toMatch(/ Kea \(11\) [^]* Mini \(11\) /);
});

test('without more requests a comparison ends with what it has, marked as partial', async () => {
  const vehicles: Fleet['vehicles'] = () => ({ 11: 'Kea', 12: 'Moa', 13: 'Tui' });
  const { rental, requests } = fleets({ lucky: { vehicles } });
  const ended = await rental([...sweep, '--view', 'calendar', '--quote', 'best', '--max-requests', '7', '--json']);
  expect(ended.code).toBe(8);
  expect(requests()).toHaveLength(7);
  expect(offersOf(ended.stdout).filter(({ priced }) => priced)).toHaveLength(4);
  expect(ended.stderr).toMatch(/note: \d+ requests not sent: no more than 7 requests are allowed/);
});
