/** The five endpoints, as the interface document has them. Throws a Refusal for what it does not answer. */
import { Hono, type Context } from 'hono';
import { availableVehicles } from './availability.ts';
import { pick, type Extra } from './catalogue.ts';
import { describeHours, dropOffTimes, pickUpTimes } from './hours.ts';
import { Money, toJson } from './json.ts';
import type { World } from './options.ts';
import { dailyRate } from './pricing.ts';
import { readDates, readQuoteQuestion, readTrip, readVehicle } from './questions.ts';
import { priceQuestion, quoteBody } from './quote.ts';

export function createApi(world: World): Hono {
  const { catalogue, siteUrl } = world;
  const api = new Hono();

  api.get('/depots', (c) =>
    json(
      c,
      catalogue.depots.map(({ id, name, hours }) => ({
        id,
        name,
        pickup_times: pickUpTimes(hours),
        drop_off_times: dropOffTimes(hours),
        opening_hours_description: describeHours(hours),
      })),
    ),
  );

  api.get('/vehicles/availability', (c) => {
    const today = world.today();
    const trip = readTrip(queryOf(c), catalogue, today);
    return json(
      c,
      availableVehicles(catalogue, trip, today).map((vehicle) => ({
        vehicleId: vehicle.id,
        name: vehicle.name,
        rentalDailyRate: new Money(dailyRate(vehicle, trip.from, today)),
        imageUrl: `${siteUrl}/images/${vehicle.id}.svg`,
      })),
    );
  });

  api.get('/vehicles/:vehicleId/accessories', (c) => {
    const vehicle = readVehicle(c.req.param('vehicleId'), catalogue);
    readDates(queryOf(c), world.today());
    return json(c, pick(catalogue.accessories, vehicle.accessories).map(extra));
  });

  api.get('/vehicles/:vehicleId/insurance-types', (c) => {
    const vehicle = readVehicle(c.req.param('vehicleId'), catalogue);
    readDates(queryOf(c), world.today());
    return json(c, pick(catalogue.plans, vehicle.plans).map(extra));
  });

  api.get('/quotes', (c) => {
    const today = world.today();
    const question = readQuoteQuestion(queryOf(c), catalogue, today);
    return json(c, quoteBody(question, priceQuestion(question, today), world.now()));
  });

  return api;
}

function extra({ id, name, cents }: Extra): object {
  return { id, name, price: new Money(cents) };
}

function queryOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

function json(c: Context, body: unknown): Response {
  return c.body(toJson(body), 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
