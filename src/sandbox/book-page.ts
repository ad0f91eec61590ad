/** The website's booking page, which search links and checkout links open. It takes no bookings. */
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { availableVehicles, type Trip } from './availability.ts';
import { formatDay, parseDay, type Day } from './calendar.ts';
import { byId, type Depot, type Vehicle } from './catalogue.ts';
import { checkoutView } from './checkout-view.ts';
import type { SandboxState } from './options.ts';
import { bookHref, showTrip, type Html, type Page } from './page.ts';
import { dailyRate, priceQuote, showDollars } from './pricing.ts';
import { parseInteger, readQuoteRequest, readTrip, tripParameters } from './query.ts';

export function bookingPage(state: SandboxState, parameters: URLSearchParams): Page {
  const { catalogue } = state;
  const day = state.today();
  const query = joinAccessories(parameters);
  const form = searchForm(catalogue.depots, day, query);
  const searchPage = (title: string, above: Html | '' = '', below: Html | '' = ''): Page => ({
    title,
    body: html`<h1>Find a vehicle</h1>
      ${above}${form}${below}`,
  });
  if (!tripParameters.some((name) => query.get(name))) return searchPage('Book');
  try {
    if (query.get('vehicle_id')) {
      const request = readQuoteRequest(query, catalogue, day);
      return { title: 'Checkout', body: checkoutView(catalogue, request, priceQuote(request, day), query) };
    }
    const trip = readTrip(query, catalogue, day);
    const vehicles = availableVehicles(catalogue, trip, day);
    return searchPage('Available vehicles', '', vehicleCards(vehicles, trip, query, day));
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
    const alert = html`<p class="alert" role="alert">${error.message}.</p>`;
    return { ...searchPage('Book', alert), status: error.status };
  }
}

/** The checkout form sends `accessory_ids` once for each accessory, possibly empty; a link sends one list. */
function joinAccessories(parameters: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(parameters);
  const ids = query.getAll('accessory_ids').flatMap((list) => list.split(',').filter((id) => id !== ''));
  query.delete('accessory_ids');
  if (ids.length > 0) query.set('accessory_ids', ids.join());
  return query;
}

/** Keeps the valid parts of a search. A missing part gets its default: a week from 30 days ahead, back to the pick-up depot. */
function searchForm(depots: readonly Depot[], day: Day, query: URLSearchParams): Html {
  const from = parseDay(query.get('pick_up_date') ?? '') ?? day + 30;
  const to = parseDay(query.get('drop_off_date') ?? '') ?? from + 7;
  const depotOf = (name: string) => byId(depots, parseInteger(query.get(name) ?? ''));
  const pickUp = depotOf('pick_up_depot_id');
  const dropOff = depotOf('drop_off_depot_id') ?? pickUp;
  const dateInput = (name: string, value: Day) =>
    html`<input type="date" name="${name}" required min="${formatDay(day)}" value="${formatDay(value)}" />`;
  return html`<form class="search" action="/book" method="get">
    <label>Pick-up depot ${depotSelect('pick_up_depot_id', depots, pickUp)}</label>
    <label>Drop-off depot ${depotSelect('drop_off_depot_id', depots, dropOff)}</label>
    <label>Pick-up date ${dateInput('pick_up_date', from)}</label>
    <label>Drop-off date ${dateInput('drop_off_date', to)}</label>
    <button type="submit">Show vehicles</button>
  </form>`;
}

function vehicleCards(vehicles: readonly Vehicle[], trip: Trip, query: URLSearchParams, today: Day): Html {
  const count = vehicles.length === 1 ? '1 vehicle' : `${vehicles.length || 'No'} vehicles`;
  return html`<h2>${count} available</h2>
    <p class="trip">${showTrip(trip)}</p>
    <ul class="cards">
      ${vehicles.map((vehicle) => card(vehicle, trip, query, today))}
    </ul>
    ${vehicles.length === 0 ? html`<p>No vehicle is free for these depots and dates. Try other dates.</p>` : ''}`;
}

function card(vehicle: Vehicle, trip: Trip, query: URLSearchParams, today: Day): Html {
  const rate = showDollars(dailyRate(vehicle, trip.from, today));
  return html`<li>
    <img src="/images/${vehicle.id}.svg" alt="" width="320" height="200" loading="lazy" />
    <h3>${vehicle.name}</h3>
    <p><strong>${rate}</strong> a day</p>
    <a class="button" href="${bookHref(query, { vehicle_id: String(vehicle.id) })}">
      Choose<span class="hidden"> ${vehicle.name}</span>
    </a>
  </li>`;
}

function depotSelect(name: string, depots: readonly Depot[], chosen: Depot | undefined): Html {
  return html`<select name="${name}" required>
    ${depots.map(({ id, name }) => html`<option value="${id}" ${id === chosen?.id ? 'selected' : ''}>${name}</option>`)}
  </select>`;
}
