/** A priced quote as the interface serves it (section Quote). */
import { createHash } from 'node:crypto';
import { isAvailable } from './availability.ts';
import type { Day } from './calendar.ts';
import { Money, priceTrip, type Price, type PriceLine } from './pricing.ts';
import { Refusal, type QuoteRequest } from './query.ts';

const lifetimeMs = 30 * 60_000;

/** Throws a Refusal (404) if the vehicle is not available. */
export function priceQuote({ vehicle, trip, extras }: QuoteRequest, today: Day): Price {
  if (!isAvailable(vehicle, trip, today)) {
    throw new Refusal(404, `Vehicle ${vehicle.id} is not available for the selected depots and dates`);
  }
  return priceTrip(vehicle, trip, extras, today);
}

/** `now` is in epoch ms. */
export function quoteBody(request: QuoteRequest, price: Price, now: number): object {
  return {
    quoteId: quoteId(request, now),
    expiresAt: new Date(now + lifetimeMs).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: new Money(price.rentalFee),
      routeFee: new Money(price.routeFee),
      accessoriesFee: new Money(price.accessoriesFee),
      insuranceFee: new Money(price.insuranceFee),
      accessories: price.accessories.map((line) => ({ ...costOf(line), quantity: line.quantity })),
      insurance: price.insurance === undefined ? null : costOf(price.insurance),
    },
    totalAmount: new Money(price.total),
    note: 'All amounts are in NZD dollars; the upstream values in cents are converted. Sample data: nothing can be booked.',
  };
}

function costOf({ id, name, cents }: PriceLine): object {
  return { id, name, cost: new Money(cents) };
}

/** The same request at the same instant has the same id. */
function quoteId({ vehicle, trip, extras }: QuoteRequest, now: number): string {
  const accessories = extras.accessories.map(({ id }) => id);
  const parts = [vehicle.id, trip.pickUp.id, trip.dropOff.id, trip.from, trip.to, accessories, extras.plan?.id, now];
  return `q_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`;
}
