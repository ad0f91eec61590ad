/** What a saved trip asks, without a service. */
import type { QuoteQuestion } from '../../src/trips/question.ts';
import type { Answer } from '../../src/trips/trip.ts';

const address = new URL('http://127.0.0.1:1/');

export const savedQuestion: QuoteQuestion = {
  kind: 'quote',
  operators: [
    {
      ...{ name: 'lucky', timeZone: 'UTC', sandbox: false, baseUrl: address, siteUrl: address, siteIsAssumed: true },
      limit: { requests: 100, windowMs: 60_000 },
      names: { depots: [], vehicles: [], accessories: [], insurance: [] },
    },
  ],
  selection: {
    ...{ pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' },
    ...{ vehicleId: 11, accessoryIds: [] },
  },
};

/** With the best price of each currency: `[700, 'NZD', 'Kea']`. */
export function pricedAnswer(
  at: number,
  ...prices: readonly (readonly [total: number, currency?: string, label?: string])[]
): Answer {
  const best = prices.map(([total, currency = 'NZD', label = 'Kea']) => ({ total, currency, label, checkoutUrl: '' }));
  return { at, end: 'priced', best };
}
