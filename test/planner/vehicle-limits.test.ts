import { expect, test } from 'vitest';
import { vehicle } from './sweep/samples.ts';
import { berthsOf, readVehicleLimits } from '../../src/planner/vehicle-limits.ts';

test.each([
  ['Ruru 2-berth Campervan', 2],
  ['Kea 2‑Berth', 2],
  ['Spaceship 2+1 Berth', 3],
  ['Deuce 2 + 2 berth', 4],
  ['Beta sleeps up to 4', 4],
  ['Six Berth Kererū 6Berth', 6],
  ['2024 Euro 4 berth', 4],
  ['Ｅｕｒｏ ４ berth', 4],
  ['Family 2-4 Berth', undefined],
  ['Length 7.5 berth', undefined],
  ['0 berth', undefined],
  ['100 berth', undefined],
  ['4 Berthold', undefined],
  ['Weka Compact Car', undefined],
  ['Estima 5 seats', undefined],
  ['Hiace 7 Seater', undefined],
  ['Hiace 12-seater 4 berth', 4],
])('the name %j says that it has %s berths', (name, berths) => {
  expect(berthsOf(name)).toBe(berths);
});

test('a vehicle that was asked for by id is never left out in silence', () => {
  const notes = (asked?: readonly string[]): string[] => {
    const limits = readVehicleLimits({ berths: 4, maxRate: '100' }, asked);
    const fleet = [vehicle(1, 'Kea 2 Berth'), vehicle(2, 'Moa 4 Berth', 150), vehicle(3, 'Tui 6 Berth', 90)];
    expect(fleet.filter(limits.fits).map(({ vehicleId }) => vehicleId)).toEqual([3]);
    return limits.notes();
  };
  const counts = [
    '1 vehicle is left out for want of 4 berths',
    '1 vehicle is left out where the daily rate is above 100.00 NZD; the lowest is 150.00',
  ];
  expect(notes()).toEqual(counts);
  expect(notes(['kea', '3'])).toEqual(counts);
  expect(notes(['3,kea,1', '2'])).toEqual([
    ...counts,
    'left out, although asked for by id: Kea 2 Berth (1), Moa 4 Berth (2)',
  ]);
});
