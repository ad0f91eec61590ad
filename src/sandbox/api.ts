/** The five endpoints of the interface document. They throw an HTTPException for a request they cannot answer. */
import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { availableVehicles } from './availability.ts';
import { describeHours, timesOf } from './calendar.ts';
import { pick, type Extra } from './catalogue.ts';
import type { SandboxState } from './options.ts';
import { dailyRate, Money, priceQuote, toJson, type Price, type PriceLine, type QuoteRequest } from './pricing.ts';
import { readDates, readQuoteRequest, readTrip, readVehicle } from './query.ts';

const quoteLifetimeMs = 30 * 60_000;

export function createApi({ catalogue, siteUrl, now, today }: SandboxState): Hono {
  const api = new Hono();

  api.get('/depots', (c) => {
    const depots = catalogue.depots.map(({ id, name, hours }) => ({
      id,
      name,
      pickup_times: hours.flatMap(timesOf),
      drop_off_times: hours.filter(({ dropOff }) => dropOff).flatMap(timesOf),
      opening_hours_description: describeHours(hours),
    }));
    return json(c, depots);
  });

  api.get('/vehicles/availability', (c) => {
    const day = today();
    const trip = readTrip(queryOf(c), catalogue, day);
    const vehicles = availableVehicles(catalogue, trip, day).map((vehicle) => ({
      vehicleId: vehicle.id,
      name: vehicle.name,
      rentalDailyRate: new Money(dailyRate(vehicle, trip.from, day)),
      imageUrl: `${siteUrl}/images/${vehicle.id}.svg`,
    }));
    return json(c, vehicles);
  });

  const lists = { accessories: 'accessories', 'insurance-types': 'plans' } as const;
  for (const [path, list] of Object.entries(lists)) {
    api.get(`/vehicles/:vehicleId/${path}`, (c) => {
      const vehicle = readVehicle(c.req.param('vehicleId'), catalogue);
      readDates(queryOf(c), today());
      const extras = pick<Extra>(catalogue[list], vehicle[list]);
      const prices = extras.map(({ id, name, cents }) => ({ id, name, price: new Money(cents) }));
      return json(c, prices);
    });
  }

  api.get('/quotes', (c) => {
    const day = today();
    const request = readQuoteRequest(queryOf(c), catalogue, day);
    return json(c, quoteBody(request, priceQuote(request, day), now()));
  });

  return api;
}

/** A priced quote (section Quote). `now` is in epoch ms. */
function quoteBody(request: QuoteRequest, price: Price, now: number): object {
  return {
    quoteId: quoteId(request, now),
    expiresAt: new Date(now + quoteLifetimeMs).toISOString(),
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

function queryOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

function json(c: Context, body: unknown): Response {
  return c.body(toJson(body), 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
