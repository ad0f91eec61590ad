import { describe, expect, test } from 'vitest';
import type { Quote } from '../../src/api/types.ts';
import { receiptOf, type ReceiptContext } from '../../src/views/receipt.ts';

type Fees = Quote['priceBreakdown'];

function receipt(fees: Partial<Fees>, total: number, context: Partial<ReceiptContext> = {}) {
  const nothing = {
    rentalFee: 0,
    routeFee: 0,
    accessoriesFee: 0,
    insuranceFee: 0,
    accessories: [],
    insurance: null,
  };
  const priceBreakdown = { ...nothing, ...fees };
  const quote = {
    quoteId: 'Q',
    expiresAt: '',
    currency: 'NZD',
    priceBreakdown,
    totalAmount: total,
    note: '',
  };
  const { lines, total: last, addsUp } = receiptOf(quote, { nights: 8, ...context });
  return { lines: lines.map(({ label, amount = '' }) => `${label} = ${amount}`), last, addsUp };
}

test.each([
  [712, 89, 8, 'Rental, 8 nights × 89.00'],
  // 0.1 × 3 is not 0.3 in floating point.
  [0.3, 0.1, 3, 'Rental, 3 nights × 0.10'],
  // Calendar days, a minimum number of days, and half the rate.
  [801, 89, 8, 'Rental, 9 days × 89.00'],
  [890, 89, 2, 'Rental, 10 days × 89.00'],
  [356, 89, 8, 'Rental, 4 days × 89.00'],
  [89, 89, 0, 'Rental, 1 day × 89.00'],
  [712.01, 89, 8, 'Rental'],
  // Every fee is a multiple of such a rate.
  [712, 1, 8, 'Rental'],
  [0, 89, 8, 'Rental'],
  [89, 0, 8, 'Rental'],
  [-712, -89, 8, 'Rental'],
  [-712, 89, 8, 'Rental'],
  [712, undefined, 8, 'Rental'],
])('a fee of %d with %d a day for %d nights is "%s"', (rentalFee, rate, nights, label) => {
  const vehicle = rate === undefined ? undefined : { rentalDailyRate: rate };
  expect(receipt({ rentalFee }, rentalFee, { nights, vehicle }).lines[0]).toBe(
    `${label} = ${rentalFee.toFixed(2)}`,
  );
});

const chains = { id: 1, name: 'Snow chains', cost: 80, quantity: 2 };
const seat = { id: 2, name: 'Child seat', cost: 0.3, quantity: 1 };
const insurance = { id: 7, name: 'Full cover', cost: 1470 };
const noneChosen = ['Accessories, none chosen = 0.00', 'Insurance, none chosen = 0.00'];

test('an extra has its id if another one on offer has the same name', () => {
  const fees = { accessories: [seat], accessoriesFee: 0.3, insurance, insuranceFee: 1470 };
  const offered = {
    accessories: [seat, { ...seat, id: 3 }],
    plans: [insurance, { ...insurance, id: 8 }],
  };
  expect(receipt(fees, 1470.3, { offered }).lines.slice(2)).toEqual([
    'Child seat (2) = 0.30',
    'Insurance: Full cover (7) = 1470.00',
  ]);
});

describe('the lines after the rental', () => {
  test.each<[string, Partial<Fees>, string[]]>([
    [
      'the fees in the order of the interface',
      { routeFee: 195 },
      ['Route fee = 195.00', ...noneChosen],
    ],
    [
      'one line for each extra',
      { accessories: [chains, seat], accessoriesFee: 80.3, insurance, insuranceFee: 1470 },
      [
        'Route fee = 0.00',
        '2 × Snow chains = 80.00',
        'Child seat = 0.30',
        'Insurance: Full cover = 1470.00',
      ],
    ],
    [
      'the fee with its extras below, if their costs do not add up to it',
      { accessories: [chains], accessoriesFee: 75, insurance, insuranceFee: 1400 },
      [
        'Route fee = 0.00',
        'Accessories = 75.00',
        '  2 × Snow chains: 80.00 = ',
        'Insurance = 1400.00',
        '  Full cover: 1,470.00 = ',
      ],
    ],
    [
      'extras of the same name with their ids',
      { accessories: [chains, { ...chains, id: 3 }], accessoriesFee: 160 },
      [
        'Route fee = 0.00',
        '2 × Snow chains (1) = 80.00',
        '2 × Snow chains (3) = 80.00',
        noneChosen[1]!,
      ],
    ],
  ])('are %s', (_, fees, lines) => {
    expect(receipt(fees, 0).lines.slice(1)).toEqual(lines);
  });

  test('do not say "none chosen" for a kind of extra of which the quote lacks one', () => {
    const unproven = {
      kind: 'accessory',
      id: 2,
      quantity: 1,
      priced: 0,
      label: 'Child seat',
      message: '',
    } as const;
    expect(receipt({}, 0, { unproven: [unproven] }).lines[2]).toBe('Accessories = 0.00');
  });
});

test('a receipt says whether its lines add up to the total, to the smallest part of a cent', () => {
  expect(receipt({ rentalFee: 0.1, routeFee: 0.2 }, 0.3)).toMatchObject({
    last: { label: 'Total NZD', amount: '0.30' },
    addsUp: true,
  });
  expect(receipt({ rentalFee: 0.1, routeFee: 0.2 }, 0.301).addsUp).toBe(false);
  expect(receipt({ rentalFee: 100 }, 90).addsUp).toBe(false);
});
