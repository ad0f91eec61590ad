import type { CalendarDate } from '../../src/shape.ts';
import type { Quote, Trip, Vehicle } from '../../src/api/types.ts';
import type { ComparePlan, OperatorPlan } from '../../src/documents/compare-plan.ts';
import type { Comparison } from '../../src/documents/offers.ts';
import type { Offer } from '../../src/compare/engine/offer.ts';
import fc from '../support/property.ts';

export function vehicle(vehicleId: number, name: string, rentalDailyRate = 100): Vehicle {
  return { vehicleId, name, rentalDailyRate, imageUrl: 'https://example.com/v.png' };
}

export function quote(totalAmount: number, currency = 'NZD'): Quote {
  return {
    quoteId: `q${totalAmount}`,
    expiresAt: '2026-11-20T10:30:00Z',
    currency,
    priceBreakdown: {
      rentalFee: totalAmount,
      routeFee: 0,
      accessoriesFee: 0,
      insuranceFee: 0,
      accessories: [],
      insurance: null,
    },
    totalAmount,
    note: '',
  };
}

const extras = { requested: [], missing: [], unchecked: [], ids: { accessoryIds: [] } };

export function offer(
  totalAmount: number,
  parts: Partial<Offer> & { readonly currency?: string } = {},
): Offer & { readonly quote: Quote } {
  const { currency = 'NZD', ...rest } = parts;
  const trip: Trip = {
    pickUpDepotId: 1,
    dropOffDepotId: 2,
    pickUpDate: '2026-12-20',
    dropOffDate: '2026-12-27',
    ...rest,
  };
  return {
    operator: 'lucky',
    pickUp: `Depot ${trip.pickUpDepotId}`,
    dropOff: `Depot ${trip.dropOffDepotId}`,
    extras,
    ...trip,
    vehicle: vehicle(11, 'Kea'),
    estimate: undefined,
    missing: [],
    unchecked: [],
    ranksLastBecauseOf: [],
    unsureTimes: [],
    quoteStoredAt: undefined,
    siteUrl: new URL('https://example.com/book'),
    ...rest,
    quote: quote(totalAmount, currency),
  };
}

/** The document of a comparison in which all was answered and priced. */
export function comparison(parts: Partial<Comparison> = {}): Comparison {
  return {
    askedAt: '2026-11-20T10:00:00Z',
    command: 'rental compare',
    plan: comparePlan,
    offers: [],
    dates: [],
    failures: [],
    partial: false,
    interrupted: false,
    ...parts,
  };
}

const lucky: OperatorPlan = {
  operator: 'lucky',
  baseUrl: 'https://example.com/api',
  depots: 1,
  availability: 1,
  extras: 0,
  quotes: 10,
  known: 0,
  requests: 12,
  mostRequests: 12,
  limit: 100,
  windowMs: 60_000,
  free: 100,
  seconds: 0,
};

export const comparePlan: ComparePlan = {
  requests: 12,
  mostRequests: 12,
  trips: 1,
  quote: 'all',
  seconds: 0,
  operators: [lucky],
};

/** Dollars with whole cents, as the service writes them. */
const amounts = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => cents / 100);

const dates = fc
  .integer({ min: 0, max: 20 })
  .map((day) => new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10) as CalendarDate);

export const offers = fc.array(
  fc
    .record({
      total: amounts,
      currency: fc.constantFrom('NZD', 'NZD', 'AUD'),
      operator: fc.constantFrom('lucky', 'happy'),
      pickUpDepotId: fc.integer({ min: 1, max: 3 }),
      pickUpDate: dates,
      dropOffDate: fc.constantFrom('2026-12-27' as const, '2026-12-29' as const),
      vehicleId: fc.integer({ min: 1, max: 4 }),
      missing: fc.constantFrom([], [], ['bike rack']),
    })
    .map(({ total, vehicleId, ...rest }) =>
      offer(total, { ...rest, vehicle: vehicle(vehicleId, `V${vehicleId}`) }),
    ),
  { maxLength: 30 },
);
