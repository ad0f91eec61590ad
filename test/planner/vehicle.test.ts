import { expect, test } from 'vitest';
import { byDailyRate } from '../../src/planner/vehicle.ts';

test('byDailyRate: the lowest daily rate, then the first name, then the lowest id', () => {
  const vehicle = (vehicleId: number, name: string, rentalDailyRate: number) => ({
    vehicleId,
    name,
    rentalDailyRate,
  });
  const all = [
    vehicle(1, 'Zebra', 50),
    vehicle(2, 'Éclair', 50),
    vehicle(9, 'Fern', 50),
    vehicle(3, 'Fern', 50),
  ];
  expect(byDailyRate([...all, vehicle(4, 'Zoo', 49.99)]).map(({ vehicleId }) => vehicleId)).toEqual(
    [4, 2, 3, 9, 1],
  );
});
