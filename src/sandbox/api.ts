/** The five endpoints of the interface document. They throw a Refusal for a request they cannot answer. */
import { Hono, type Context } from 'hono';
import { availableVehicles } from './availability.ts';
import { describeHours, dropOffTimes, pickUpTimes } from './calendar.ts';
import { pick, type Extra } from './catalogue.ts';
import type { SandboxState } from './options.ts';
import { dailyRate, Money, toJson } from './pricing.ts';
import { readDates, readQuoteRequest, readTrip, readVehicle } from './query.ts';
import { priceQuote, quoteBody } from './quote.ts';

export function createApi({ catalogue, siteUrl, now, today }: SandboxState): Hono {
  const api = new Hono();

  api.get('/depots', (c) => {
    const depots = catalogue.depots.map(({ id, name, hours }) => ({
      id,
      name,
      pickup_times: pickUpTimes(hours),
      drop_off_times: dropOffTimes(hours),
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

  const extras = (c: Context, list: 'accessories' | 'plans'): Response => {
    const vehicle = readVehicle(c.req.param('vehicleId') ?? '', catalogue);
    readDates(queryOf(c), today());
    return json(c, pick<Extra>(catalogue[list], vehicle[list]).map(extraBody));
  };
  api.get('/vehicles/:vehicleId/accessories', (c) => extras(c, 'accessories'));
  api.get('/vehicles/:vehicleId/insurance-types', (c) => extras(c, 'plans'));

  api.get('/quotes', (c) => {
    const day = today();
    const request = readQuoteRequest(queryOf(c), catalogue, day);
    return json(c, quoteBody(request, priceQuote(request, day), now()));
  });

  return api;
}

function extraBody({ id, name, cents }: Extra): object {
  return { id, name, price: new Money(cents) };
}

function queryOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

function json(c: Context, body: unknown): Response {
  return c.body(toJson(body), 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
