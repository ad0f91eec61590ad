import { describe, expect, test } from 'vitest';
import { isWithin, parseMaxAmount } from '../../src/planner/max-amount.ts';

describe('--max-total', () => {
  test.each([
    '',
    '-1',
    '1,500',
    '$1500',
    '1500 dollars',
    '1e3',
    '1.',
    '１５００',
    '千',
    'x 15',
    '1234567890123',
  ])('refuses "%s"', (text) => {
    const refusal = expect.objectContaining({
      message: `maxTotal takes an amount such as 1500, not "${text}"`,
      hint: 'write 1500 or 1499.95, and the currency after it if it is not NZD: "1500 AUD"',
    }) as Error;
    expect(() => parseMaxAmount(text, 'maxTotal')).toThrow(refusal);
  });

  test('includes an equal total, but no other currency', () => {
    const isWithinText = (total: number, text: string, currency = 'NZD'): boolean =>
      isWithin({ totalAmount: total, currency }, parseMaxAmount(text, 'maxTotal'));
    expect([100, 100.01].map((total) => isWithinText(total, '100'))).toEqual([true, false]);
    expect([isWithinText(1, '1', 'AUD'), isWithinText(1, '1 aud', 'AUD')]).toEqual([false, true]);
    // A service need not write it in capital letters.
    expect(isWithinText(1, '1', 'nzd')).toBe(true);
  });
});
