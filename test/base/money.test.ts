import { describe, expect, test } from 'vitest';
import {
  addMoney,
  divideMoney,
  formatMoney,
  multiplyMoney,
  subtractMoney,
} from '../../src/base/money.ts';
import fc from '../support/property.ts';

test.each([
  [0, '0.00'],
  [1234.5, '1234.50'],
  [-0.05, '-0.05'],
  [1.005, '1.005'],
  [123456789012.34, '123456789012.34'],
])('formatMoney formats %s as %s', (amount, expected) => {
  expect(formatMoney(amount)).toBe(expected);
});

describe('sums, differences and products', () => {
  test('have no floating-point errors', () => {
    expect(addMoney([0.1, 0.2])).toBe(0.3);
    expect(addMoney([])).toBe(0);
    expect(addMoney([1.005, 1])).toBe(2.005);
    expect(subtractMoney(0.3, 0.1)).toBe(0.2);
    expect(multiplyMoney(89.5, 7)).toBe(626.5);
    expect(multiplyMoney(0.1, 3)).toBe(0.3);
    expect(multiplyMoney(1.005, 2)).toBe(2.01);
  });

  test('are exact to the cent, in any order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(cents, (all) => {
        const amounts = all.map((cent) => cent / 100);
        expect(addMoney(amounts)).toBe(all.reduce((sum, cent) => sum + cent, 0) / 100);
        expect(addMoney(amounts.toReversed())).toBe(addMoney(amounts));
      }),
    );
  });
});

test('divideMoney is exact to half a cent', () => {
  expect([divideMoney(100, 3), divideMoney(0.05, 2), divideMoney(716.45, 7)]).toEqual([
    33.33, 0.03, 102.35,
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: 1, max: 400 }),
      (cents, count) => {
        const each = Math.round((divideMoney(cents / 100, count) ?? 0) * 100);
        expect(Math.abs(each * count - cents)).toBeLessThanOrEqual(count / 2);
      },
    ),
  );
});
