/** The website's booking page, which search links and checkout links open. It takes no bookings. */
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { isAvailable } from './availability.ts';
import { formatDay } from './calendar.ts';
import type { SandboxState } from './options.ts';
import { form, table, type Page } from './page.ts';
import { dailyRate, priceOf } from './pricing.ts';
import { readQuoteRequest, readTrip, tripParameters } from './query.ts';

export function bookingPage(state: SandboxState, query: URLSearchParams): Page {
  try {
    if (query.get('vehicle_id')) return checkoutPage(state, query);
    if (tripParameters.some((name) => query.get(name))) return searchPage(state, query);
    const search = form(
      '/book',
      tripParameters.map((name) => ({ name })),
    );
    return { title: 'Find a vehicle', body: search };
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
    return { title: 'Find a vehicle', body: html`<p role="alert">${error.message}.</p>`, status: error.status };
  }
}

function searchPage({ catalogue, today }: SandboxState, query: URLSearchParams): Page {
  const trip = readTrip(query, catalogue, today());
  const vehicles = catalogue.vehicles.filter((vehicle) => isAvailable(vehicle, trip, today()));
  const search = new URLSearchParams(
    Object.fromEntries(tripParameters.map((name) => [name, query.get(name) ?? ''])),
  ).toString();
  const rows = vehicles.map((vehicle) => [
    html`<img src="/images/${vehicle.id}.svg" alt="" />`,
    html`<a href="/book?${search}&vehicle_id=${vehicle.id}">${vehicle.name}</a>`,
    `${dollars(dailyRate(vehicle, trip.from, today()))} a day`,
  ]);
  return { title: `${vehicles.length} vehicles available`, body: table(rows) };
}

function checkoutPage({ catalogue, today }: SandboxState, query: URLSearchParams): Page {
  const request = readQuoteRequest(query, catalogue, today());
  const { pickUp, dropOff, from, to } = request.trip;
  const { days, rentalFee, routeFee, lines, insurance, total } = priceOf(request, today());
  const rows = [
    [`${request.vehicle.name}, ${days} days`, dollars(rentalFee)],
    ['Route fee', dollars(routeFee)],
    ...lines.map(({ name, quantity, cost }) => [`${quantity} × ${name}`, dollars(cost)]),
    ...(insurance === undefined ? [] : [[insurance.name, dollars(insurance.cost)]]),
    ['Total, NZD', dollars(total)],
  ];
  const stops = `${pickUp.name}, ${formatDay(from)} → ${dropOff.name}, ${formatDay(to)}`;
  return {
    title: 'Checkout',
    body: html`<p>${stops}</p>
      ${table(rows)}`,
  };
}

/** `$1,234.50`. */
function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-NZ', { style: 'currency', currency: 'NZD' });
}
