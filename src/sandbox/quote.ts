/** A priced quote as the interface serves it (section Quote). */
import { createHash } from 'node:crypto';
import { isAvailable } from './availability.ts';
import type { Day } from './calendar.ts';
import { Money } from './json.ts';
import { priceTrip, type Line, type Price } from './pricing.ts';
import type { QuoteQuestion } from './questions.ts';
import { Refusal } from './refusal.ts';

const lifetimeMs = 30 * 60_000;

/** Throws a Refusal (404) when the vehicle is not available. */
export function priceQuestion({ vehicle, trip, basket }: QuoteQuestion, today: Day): Price {
  if (!isAvailable(vehicle, trip, today)) {
    throw new Refusal(404, `Vehicle ${vehicle.id} is not available for the selected depots and dates`);
  }
  return priceTrip(vehicle, trip, basket, today);
}

/** `now` is epoch ms. */
export function quoteBody(question: QuoteQuestion, price: Price, now: number): object {
  return {
    quoteId: quoteId(question, now),
    expiresAt: new Date(now + lifetimeMs).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: new Money(price.rentalFee),
      routeFee: new Money(price.routeFee),
      accessoriesFee: new Money(price.accessoriesFee),
      insuranceFee: new Money(price.insuranceFee),
      accessories: price.accessories.map((line) => ({ ...cost(line), quantity: line.quantity })),
      insurance: price.insurance === undefined ? null : cost(price.insurance),
    },
    totalAmount: new Money(price.total),
    note: 'All amounts are in NZD dollars; the upstream values in cents are converted. Sample data: nothing can be booked.',
  };
}

function cost({ id, name, cents }: Line): object {
  return { id, name, cost: new Money(cents) };
}

/** The same question at the same instant has the same id. */
function quoteId({ vehicle, trip, basket }: QuoteQuestion, now: number): string {
  const accessories = basket.accessories.map(({ id }) => id);
  const parts = [vehicle.id, trip.pickUp.id, trip.dropOff.id, trip.from, trip.to, accessories, basket.plan?.id, now];
  return `q_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`;
}
