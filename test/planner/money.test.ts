import { describe, expect, test } from 'vitest';
import {
  addMoney,
  byDailyRate,
  cheapest,
  compareMoney,
  divideMoney,
  formatMoney,
  multiplyMoney,
} from '../../src/planner/money.ts';
import fc from '../support/property.ts';

describe('formatMoney', () => {
  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [1, '1.00'],
    [1234.5, '1234.50'],
    [0.1, '0.10'],
    [-0.05, '-0.05'],
    [1.005, '1.005'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e21, '1000000000000000000000.00'],
    [1.5e-7, '0.00000015'],
    [123456789012.34, '123456789012.34'],
    ['12.3', '12.30'],
    ['-0.000', '0.00'],
  ])('formats %s as %s', (amount, expected) => {
    expect(formatMoney(amount)).toBe(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '', 'abc', '1,5', '1e99999', '0x10', '1.'])(
    'throws a RangeError for "%s"',
    (amount) => {
      expect(() => formatMoney(amount)).toThrow(RangeError);
    },
  );

  test('formats every finite number exactly, with at least two decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (amount) => {
        const text = formatMoney(amount);
        expect(Number(text)).toBe(amount + 0);
        expect(text).toMatch(/^-?\d+\.\d{2,}$/);
      }),
    );
  });
});

describe('compareMoney', () => {
  test('compares numbers as it compares their decimals', () => {
    const near = fc.double({ noNaN: true, noDefaultInfinity: true }).chain((a) => {
      const step = Math.abs(a) * Number.EPSILON;
      // The largest numbers have no larger neighbour.
      return fc.tuple(fc.constant(a), fc.constantFrom(...[a, a + step, a - step, -a, a / 10].filter(Number.isFinite)));
    });
    const any = fc.tuple(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(fc.oneof(near, any), ([a, b]) => {
        expect(Math.sign(compareMoney(a, b))).toBe(Math.sign(compareMoney(String(a), String(b))));
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 'abc'])('throws a RangeError for "%s"', (amount) => {
    expect(() => compareMoney(amount, 1)).toThrow(RangeError);
    expect(() => compareMoney(1, amount)).toThrow(RangeError);
  });
});

describe('addMoney', () => {
  test('sums without floating-point errors', () => {
    expect(addMoney([0.1, 0.2])).toBe('0.30');
    expect(addMoney(Array<number>(1000).fill(1.1))).toBe('1100.00');
    expect(addMoney([])).toBe('0.00');
    expect(addMoney([1e21, 0.01])).toBe('1000000000000000000000.01');
    expect(addMoney([0.05, -0.1])).toBe('-0.05');
  });

  test('sums cents exactly, in any order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(cents, (all) => {
        const total = all.reduce((sum, cent) => sum + cent, 0);
        const amounts = all.map((cent) => cent / 100);
        expect(addMoney(amounts)).toBe(formatMoney(total / 100));
        expect(addMoney(amounts.toReversed())).toBe(addMoney(amounts));
      }),
    );
  });
});

test('compareMoney orders amounts like numbers', () => {
  const amount = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(compareMoney(a, b)).toBe(a < b ? -1 : Number(a > b));
      expect(compareMoney(a, a)).toBe(0);
    }),
  );
  expect(compareMoney('0.30', 0.3)).toBe(0);
  expect(compareMoney('0.3', 0.1 + 0.2)).toBe(-1);
});

describe('cheapest', () => {
  const vehicle = (vehicleId: number, name: string, rentalDailyRate: number) => ({ vehicleId, name, rentalDailyRate });

  test('chooses the lowest daily rate, then the first name, then the lowest id', () => {
    const all = [vehicle(1, 'Zebra', 50), vehicle(2, 'Éclair', 50), vehicle(3, 'Fern', 50), vehicle(4, 'Ant', 50.01)];
    expect(cheapest(all)?.vehicleId).toBe(2);
    expect(cheapest([vehicle(9, 'Fern', 0), vehicle(3, 'Fern', 0)])?.vehicleId).toBe(3);
    expect(cheapest([])).toBeUndefined();
    expect(all.map(({ vehicleId }) => vehicleId)).toEqual([1, 2, 3, 4]);
  });
});

test.each([
  [89.5, 7, '626.50'],
  [0.1, 3, '0.30'],
  [1.005, 2, '2.01'],
  [120, 0, '0.00'],
])('multiplyMoney: %s times %d is %s', (amount, count, expected) => {
  expect(multiplyMoney(amount, count)).toBe(expected);
});

describe('divideMoney', () => {
  test.each([
    [100, 3, '33.33'],
    [200, 3, '66.67'],
    [0.05, 2, '0.03'],
    [-0.05, 2, '-0.03'],
    [0.01, 3, '0.00'],
    [716.45, 7, '102.35'],
    [1e21, 7, '142857142857142857142.86'],
    ['1.005', 1, '1.01'],
    ['1.0049', 1, '1.00'],
    [0, 5, '0.00'],
  ])('divides %s by %d to get %s', (amount, count, expected) => {
    expect(divideMoney(amount, count)).toBe(expected);
  });

  test('is exact to half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 400 }), (cents, count) => {
        const each = Number(divideMoney(cents / 100, count).replace('.', ''));
        expect(Math.abs(each * count - cents)).toBeLessThanOrEqual(count / 2);
      }),
    );
  });
});

test('byDailyRate sorts a copy and does not change its input', () => {
  const vehicles = [2, 1].map((vehicleId) => ({ vehicleId, name: 'A', rentalDailyRate: vehicleId }));
  expect(byDailyRate(vehicles).map(({ vehicleId }) => vehicleId)).toEqual([1, 2]);
  expect(vehicles.map(({ vehicleId }) => vehicleId)).toEqual([2, 1]);
});
