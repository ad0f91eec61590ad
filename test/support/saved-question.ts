/** What a saved trip asks, without a service. */
import type { QuoteQuestion } from '../../src/trips/question.ts';
import type { Answer } from '../../src/trips/trip.ts';

const address = 'http://127.0.0.1:1/';

export const savedQuestion: QuoteQuestion = {
  kind: 'quote',
  days: ['2026-12-20', '2026-12-27'],
  operators: [
    {
      ...{ name: 'lucky', timeZone: 'UTC', sandbox: false, baseUrl: address, siteUrl: address, siteIsAssumed: true },
      limit: { requests: 100, windowMs: 60_000 },
      names: { depots: [], vehicles: [], accessories: [], insurance: [] },
    },
  ],
  asked: [],
  selection: {
    ...{ pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' },
    ...{ vehicleId: 11, accessoryIds: [] },
  },
};

export function pricedAnswer(at: number, total: number, currency = 'NZD'): Answer {
  return {
    at,
    end: 'priced',
    price: { total, currency, label: 'Kea', checkoutUrl: '' },
  };
}
