import { describe, expect, it } from 'vitest';
import type { Quote } from '../../../src/api/types.ts';
import { describeChange } from '../../../src/commands/plan/quote-changes.ts';
import { quoteOf } from './wizard-context.ts';

const { priceBreakdown, ...first } = quoteOf({
  ...{ pickUpDepotId: 1, dropOffDepotId: 2, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' },
  ...{ vehicleId: 11, accessoryIds: [] },
});

function quote(totalAmount: number, fees: Partial<Quote['priceBreakdown']> = {}, currency = 'NZD'): Quote {
  return { ...first, currency, totalAmount, priceBreakdown: { ...priceBreakdown, rentalFee: 100, ...fees } };
}

describe('the change between two quotes', () => {
  it.each([
    [
      'the total and each fee',
      quote(157, { rentalFee: 150, insuranceFee: 7 }),
      '+57.00: rental +50.00, insurance +7.00',
    ],
    ['lower amounts', quote(-1150, { rentalFee: -1150 }), '-1,250.00: rental -1,250.00'],
    ['cents exactly', quote(100.3, { routeFee: 0.3 }), '+0.30: route fee +0.30'],
    ['only the total', quote(105), '+5.00'],
    [
      'fees under the same total',
      quote(100, { rentalFee: 95, accessoriesFee: 5 }),
      'the same total: rental -5.00, accessories +5.00',
    ],
    ['nothing', quote(100), 'unchanged'],
    ['the currency, without amounts', quote(90, {}, 'AUD'), 'in AUD now, in NZD then'],
  ])('is described: %s', (_, after, words) => {
    expect(describeChange(quote(100), after)).toBe(words);
  });

  it('is not off by a fraction of a cent', () => {
    expect(describeChange(quote(0.1), quote(0.3))).toBe('+0.20');
  });
});
