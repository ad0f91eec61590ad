import { describe, expect, test } from 'vitest';
import { addMoney, divideMoney, formatMoney, multiplyMoney, subtractMoney } from '../../src/planner/money.ts';
import { byDailyRate } from '../../src/planner/vehicle.ts';
import fc from '../support/property.ts';

describe('formatMoney', () => {
  test.each([
    [0, '0.00'],
    [1234.5, '1234.50'],
    [-0.05, '-0.05'],
    [1.005, '1.005'],
    [123456789012.34, '123456789012.34'],
  ])('formats %s as %s', (amount, expected) => {
    expect(formatMoney(amount)).toBe(expected);
  });

  test('loses nothing of any number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (amount) => {
        expect(Number(formatMoney(amount))).toBe(amount + 0);
      }),
    );
  });
});

describe('addMoney', () => {
  test('sums without floating-point errors', () => {
    expect(addMoney([0.1, 0.2])).toBe(0.3);
    expect(addMoney(Array<number>(1000).fill(1.1))).toBe(1100);
    expect(addMoney([])).toBe(0);
    expect(addMoney([0.05, -0.1])).toBe(-0.05);
    expect(addMoney([1.005, 1])).toBeCloseTo(2.005, 10);
    expect(addMoney([1e300, 0.01])).toBe(1e300);
  });

  test('sums cents exactly, in any order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(cents, (all) => {
        const total = all.reduce((sum, cent) => sum + cent, 0);
        const amounts = all.map((cent) => cent / 100);
        expect(addMoney(amounts)).toBe(total / 100);
        expect(addMoney(amounts.toReversed())).toBe(addMoney(amounts));
      }),
    );
  });
});

test('subtractMoney: 0.3 without 0.1 is 0.2', () => expect(subtractMoney(0.3, 0.1)).toBe(0.2));

test('byDailyRate: the lowest daily rate, then the first name, then the lowest id', () => {
  const vehicle = (vehicleId: number, name: string, rentalDailyRate: number) => ({ vehicleId, name, rentalDailyRate });
  const all = [vehicle(1, 'Zebra', 50), vehicle(2, 'Éclair', 50), vehicle(9, 'Fern', 50), vehicle(3, 'Fern', 50)];
  expect(byDailyRate([...all, vehicle(4, 'Zoo', 49.99)]).map(({ vehicleId }) => vehicleId)).toEqual([4, 2, 3, 9, 1]);
});

test.each([
  [89.5, 7, 626.5],
  [0.1, 3, 0.3],
  [1.005, 2, 2.01],
])('multiplyMoney: %s times %d is %s', (amount, count, expected) => {
  expect(multiplyMoney(amount, count)).toBe(expected);
});

describe('divideMoney', () => {
  test.each([
    [100, 3, 33.33],
    [0.05, 2, 0.03],
    [716.45, 7, 102.35],
  ])('divides %s by %d to get %s', (amount, count, expected) => {
    expect(divideMoney(amount, count)).toBe(expected);
  });

  test('is exact to half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 400 }), (cents, count) => {
        const each = Math.round(divideMoney(cents / 100, count) * 100);
        expect(Math.abs(each * count - cents)).toBeLessThanOrEqual(count / 2);
      }),
    );
  });
});
