/** The website's booking page, which search links and checkout links open. It takes no bookings. */
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { isAvailable } from './availability.ts';
import { formatDay, parseDay, type Day } from './calendar.ts';
import type { Depot, Vehicle } from './catalogue.ts';
import type { SandboxState } from './options.ts';
import { dollars, type Html, type Page } from './page.ts';
import { dailyRate, priceOf, type QuoteRequest } from './pricing.ts';
import { readQuoteRequest, readTrip, tripParameters } from './query.ts';

export function bookingPage({ catalogue, today }: SandboxState, query: URLSearchParams): Page {
  const form = searchForm(catalogue.depots, today(), query);
  const page = (title: string, content: Html | string): Page => ({ title, body: html`${form}${content}` });
  try {
    if (!tripParameters.some((name) => query.get(name))) return page('Find a vehicle', '');
    if (query.get('vehicle_id')) {
      return page('Checkout', priceTable(readQuoteRequest(query, catalogue, today()), today()));
    }
    const trip = readTrip(query, catalogue, today());
    const vehicles = catalogue.vehicles.filter((vehicle) => isAvailable(vehicle, trip, today()));
    return page(`${vehicles.length} vehicles available`, vehicleTable(vehicles, query, trip.from, today()));
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
    return { ...page('Find a vehicle', html`<p role="alert">${error.message}.</p>`), status: error.status };
  }
}

/** Keeps the depots and dates that exist. */
function searchForm(depots: readonly Depot[], today: Day, query: URLSearchParams): Html {
  const depot = (label: string, name: string) =>
    html`<label>
      ${label}
      <select name="${name}">
        ${depots.map(({ id, name: depotName }) => {
          const selected = query.get(name) === String(id) ? 'selected' : '';
          return html`<option value="${id}" ${selected}>${depotName}</option>`;
        })}
      </select>
    </label>`;
  const date = (label: string, name: string, usual: Day) => {
    const given = parseDay(query.get(name) ?? '') ?? usual;
    return html`<label>${label} <input type="date" name="${name}" required value="${formatDay(given)}" /></label>`;
  };
  return html`<form action="/book">
    ${depot('Pick-up depot', 'pick_up_depot_id')} ${depot('Drop-off depot', 'drop_off_depot_id')}
    ${date('Pick-up date', 'pick_up_date', today + 30)} ${date('Drop-off date', 'drop_off_date', today + 37)}
    <button>Show vehicles</button>
  </form>`;
}

function vehicleTable(vehicles: readonly Vehicle[], query: URLSearchParams, from: Day, today: Day): Html {
  const search = new URLSearchParams(Object.fromEntries(tripParameters.map((name) => [name, query.get(name) ?? ''])));
  return html`<table>
    ${vehicles.map(
      (vehicle) =>
        html`<tr>
          <td><img src="/images/${vehicle.id}.svg" alt="" /></td>
          <td><a href="/book?${search.toString()}&vehicle_id=${vehicle.id}">${vehicle.name}</a></td>
          <td>${dollars(dailyRate(vehicle, from, today))} a day</td>
        </tr>`,
    )}
  </table>`;
}

function priceTable(request: QuoteRequest, today: Day): Html {
  const { days, rentalFee, routeFee, lines, insurance, total } = priceOf(request, today);
  const { pickUp, dropOff, from, to } = request.trip;
  const rows: [string, number][] = [
    [`${request.vehicle.name}, ${days} days`, rentalFee],
    ['Route fee', routeFee],
    ...lines.map(({ name, quantity, cost }): [string, number] => [`${quantity} × ${name}`, cost]),
    ...(insurance === undefined ? [] : [[insurance.name, insurance.cost] as [string, number]]),
    ['Total, NZD', total],
  ];
  return html`<p>${pickUp.name}, ${formatDay(from)} → ${dropOff.name}, ${formatDay(to)}</p>
    <table>
      ${rows.map(
        ([label, cents]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${dollars(cents)}</td>
          </tr>`,
      )}
    </table>
    <p>The sandbox takes no bookings.</p>`;
}
