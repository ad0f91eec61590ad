import { describe, expect, test } from 'vitest';
import type { Quote } from '../../src/api/types.ts';
import { receiptOf, type ReceiptParts } from '../../src/planner/receipt.ts';

type Fees = Quote['priceBreakdown'];

function receipt(fees: Partial<Fees>, total: number, parts: Partial<ReceiptParts> = {}) {
  const nothing = { rentalFee: 0, routeFee: 0, accessoriesFee: 0, insuranceFee: 0, accessories: [], insurance: null };
  const priceBreakdown = { ...nothing, ...fees };
  const quote = { quoteId: 'Q', expiresAt: '', currency: 'NZD', priceBreakdown, totalAmount: total, note: '' };
  const { lines, total: last, addsUp } = receiptOf(quote, { nights: 8, ...parts });
  return { lines: lines.map(({ label, amount }) => [label, amount]), last, addsUp };
}

test('has the fees in the order of the interface, and the total', () => {
  expect(receipt({ rentalFee: 712, routeFee: 195 }, 907)).toEqual({
    lines: [
      ['Rental', '712.00'],
      ['Route fee', '195.00'],
      ['Accessories, none chosen', '0.00'],
      ['Insurance, none chosen', '0.00'],
    ],
    last: { label: 'Total NZD', amount: '907.00' },
    addsUp: true,
  });
});

describe('the rental is shown as nights × rate only if that is exactly the fee', () => {
  test.each([
    [712, 89, 8, 'Rental, 8 nights × 89.00'],
    // 0.1 × 3 is not 0.3 in floating point.
    [0.3, 0.1, 3, 'Rental, 3 nights × 0.10'],
    [712.01, 89, 8, 'Rental'],
    [89, 89, 0, 'Rental'],
  ])('a fee of %d with %d a day for %d nights: %s', (rentalFee, rentalDailyRate, nights, label) => {
    expect(receipt({ rentalFee }, rentalFee, { nights, vehicle: { rentalDailyRate } }).lines[0]?.[0]).toBe(label);
  });

  test('and not if the rate is not known', () => expect(receipt({ rentalFee: 712 }, 712).lines[0]?.[0]).toBe('Rental'));
});

test('does not say that none was chosen of what the quote lacks', () => {
  const seat = { kind: 'accessory', id: 2, quantity: 1, priced: 0, label: 'Child seat', message: '' } as const;
  const { lines } = receipt({}, 0, { unproven: [seat] });
  expect(lines.slice(2)).toEqual([
    ['Accessories', '0.00'],
    ['Insurance, none chosen', '0.00'],
  ]);
});

describe('extras', () => {
  const chains = { id: 1, name: 'Snow chains', cost: 80, quantity: 2 };
  const seat = { id: 2, name: 'Child seat', cost: 0.3, quantity: 1 };
  const insurance = { id: 7, name: 'Full cover', cost: 1470 };

  test('have a line each', () => {
    const fees = { accessories: [chains, seat], accessoriesFee: 80.3, insurance, insuranceFee: 1470 };
    expect(receipt(fees, 1550.3)).toMatchObject({
      lines: [
        ['Rental', '0.00'],
        ['Route fee', '0.00'],
        ['2 × Snow chains', '80.00'],
        ['Child seat', '0.30'],
        ['Insurance: Full cover', '1470.00'],
      ],
      addsUp: true,
    });
  });

  test('that are not the fee stay out of the sum, and the fee has its own line', () => {
    const fees = { accessories: [chains], accessoriesFee: 75, insurance, insuranceFee: 1400 };
    expect(receipt(fees, 1475)).toMatchObject({
      lines: [
        ['Rental', '0.00'],
        ['Route fee', '0.00'],
        ['Accessories', '75.00'],
        ['  2 × Snow chains: 80.00', undefined],
        ['Insurance', '1400.00'],
        ['  Full cover: 1,470.00', undefined],
      ],
      addsUp: true,
    });
  });

  test('of the same name are told apart by their ids', () => {
    const twins = [chains, { ...chains, id: 3 }];
    expect(receipt({ accessories: twins, accessoriesFee: 160 }, 160).lines.slice(2, 4)).toEqual([
      ['2 × Snow chains (1)', '80.00'],
      ['2 × Snow chains (3)', '80.00'],
    ]);
  });
});

test('says whether the lines are the total, to the smallest part of a cent', () => {
  expect(receipt({ rentalFee: 0.1, routeFee: 0.2 }, 0.3).addsUp).toBe(true);
  expect(receipt({ rentalFee: 0.1, routeFee: 0.2 }, 0.301).addsUp).toBe(false);
  expect(receipt({ rentalFee: 100 }, 90).addsUp).toBe(false);
});
