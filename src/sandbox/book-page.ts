/** The booking page, which search links and checkout links open. It takes no bookings. */
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { formatDay } from './calendar.ts';
import type { SandboxState } from './options.ts';
import { form, bulletList, type SitePage } from './page.ts';
import { priceOf } from './pricing.ts';
import { readQuoteRequest, freeVehicles, tripParameterNames } from './query.ts';

export function bookingPage(state: SandboxState, query: URLSearchParams): SitePage {
  try {
    if (query.get('vehicle_id')) return checkoutPage(state, query);
    if (tripParameterNames.some((name) => query.get(name))) return searchPage(state, query);
    const inputs = tripParameterNames.map((name) => ({ name }));
    return { title: 'Find a vehicle', body: form('/book', inputs) };
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
    return {
      title: 'Find a vehicle',
      body: html`<p role="alert">${error.message}.</p>`,
      status: error.status,
    };
  }
}

function searchPage({ catalogue, today }: SandboxState, query: URLSearchParams): SitePage {
  const given = Object.fromEntries(tripParameterNames.map((name) => [name, query.get(name) ?? '']));
  const trip = new URLSearchParams(given).toString();
  const vehicles = freeVehicles(query, catalogue, today());
  const lines = vehicles.map(({ id, name, rate }) => {
    return html`<a href="/book?${trip}&vehicle_id=${id}">${name}</a>, ${dollars(rate)} a day`;
  });
  const what = vehicles.length === 1 ? 'vehicle' : 'vehicles';
  return { title: `${vehicles.length} ${what} available`, body: bulletList(lines) };
}

function checkoutPage({ catalogue, today }: SandboxState, query: URLSearchParams): SitePage {
  const request = readQuoteRequest(query, catalogue, today());
  const { pickUp, dropOff, from, to } = request.trip;
  const price = priceOf(request, catalogue.terms, today());
  const { days, rentalFee, routeFee, holidayFee, lines, insurance, total } = price;
  const costs = [
    { name: `${request.vehicle.name}, ${days === 1 ? '1 day' : `${days} days`}`, cost: rentalFee },
    {
      name: `Route fee${holidayFee === 0 ? '' : `, with ${dollars(holidayFee)} for public holidays`}`,
      cost: routeFee,
    },
    ...lines.map(({ name, quantity, cost }) => ({ name: `${quantity} × ${name}`, cost })),
    ...(insurance === undefined ? [] : [insurance]),
    { name: 'Total, NZD', cost: total },
  ];
  const stops = `${pickUp.name}, ${formatDay(from)} → ${dropOff.name}, ${formatDay(to)}`;
  return {
    title: 'Checkout',
    body: html`<p>${stops}</p>
      ${bulletList(costs.map(({ name, cost }) => html`${name}: ${dollars(cost)}`))}`,
  };
}

/** `$1,234.50`. */
function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-NZ', { style: 'currency', currency: 'NZD' });
}
