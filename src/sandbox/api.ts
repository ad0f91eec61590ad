/** The five endpoints of the interface document. They refuse requests with an HTTPException. */
import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { describeHours, hourlyTimes } from './calendar.ts';
import type { SandboxState } from './options.ts';
import { priceOf, type RentalPrice, type PricedExtra, type QuoteRequest } from './pricing.ts';
import { readRentalDays, readEntry, readQuoteRequest, freeVehicles } from './query.ts';

const quoteLifetimeMs = 30 * 60_000;

export function createApi({ catalogue, siteUrl, now, today }: SandboxState): Hono {
  const api = new Hono();

  api.get('/depots', (c) => {
    const depots = catalogue.depots.map(({ id, name, hours }) => ({
      id,
      name,
      pickup_times: hours.flatMap(hourlyTimes),
      drop_off_times: hours.filter(({ dropOff }) => dropOff).flatMap(hourlyTimes),
      opening_hours_description: describeHours(hours, catalogue.closedOn),
    }));
    return json(c, depots);
  });

  api.get('/vehicles/availability', (c) => {
    const answer = freeVehicles(queryOf(c), catalogue, today()).map(({ id, name, rate }) => ({
      vehicleId: id,
      name,
      rentalDailyRate: money(rate),
      imageUrl: `${siteUrl}/images/${id}.svg`,
    }));
    return json(c, answer);
  });

  const lists = { accessories: 'accessories', 'insurance-types': 'plans' } as const;
  for (const [path, list] of Object.entries(lists)) {
    api.get(`/vehicles/:vehicleId/${path}`, (c) => {
      const vehicle = readEntry(catalogue.vehicles, c.req.param('vehicleId') ?? '', 'vehicleId');
      readRentalDays(queryOf(c), today());
      const extras = catalogue[list].filter(({ id }) => vehicle[list].includes(id));
      const answer = extras.map(({ id, name, cents }) => ({ id, name, price: money(cents) }));
      return json(c, answer);
    });
  }

  api.get('/quotes', (c) => {
    const request = readQuoteRequest(queryOf(c), catalogue, today());
    return json(c, quoteOf(request, priceOf(request, catalogue.terms, today()), now()));
  });

  return api;
}

/** `now` is in epoch ms. The same request at the same instant has the same id. */
function quoteOf(request: QuoteRequest, price: RentalPrice, now: number): object {
  const hash = createHash('sha256')
    .update(JSON.stringify([request, now]))
    .digest('hex');
  const costOf = ({ id, name, cost }: PricedExtra) => ({ id, name, cost: money(cost) });
  return {
    quoteId: `q_${hash.slice(0, 24)}`,
    expiresAt: new Date(now + quoteLifetimeMs).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: money(price.rentalFee),
      routeFee: money(price.routeFee),
      accessoriesFee: money(price.accessoriesFee),
      insuranceFee: money(price.insuranceFee),
      accessories: price.lines.map((line) => ({ ...costOf(line), quantity: line.quantity })),
      insurance: price.insurance === undefined ? null : costOf(price.insurance),
    },
    totalAmount: money(price.total),
    note: 'All amounts are in NZD dollars; the upstream values in cents are converted. Sample data: nothing can be booked.',
  };
}

function queryOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

/** `JSON.stringify` cannot write `12.50`, so `json` removes the quotation marks around this text. */
function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function json(c: Context, body: object): Response {
  const text = JSON.stringify(body).replaceAll(/"\$(\d+\.\d\d)"/g, '$1');
  return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}
