/** The website's booking page, which search links and checkout links open. It takes no bookings. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { availableVehicles } from './availability.ts';
import { parseDay } from './calendar.ts';
import { byId } from './catalogue.ts';
import { checkoutView } from './checkout-view.ts';
import type { SandboxState } from './options.ts';
import { servePage, type Html, type Page } from './page.ts';
import { parseInteger, readQuoteRequest, readTrip, Refusal, tripParameters } from './query.ts';
import { priceQuote } from './quote.ts';
import { searchForm, vehicleCards, type SearchValues } from './search-view.ts';

export function createBooking(state: SandboxState): Hono {
  const booking = new Hono();
  booking.get('/book', (c) =>
    servePage(c, state, bookingPage(state, joinAccessories(new URL(c.req.url).searchParams))),
  );
  return booking;
}

function bookingPage(state: SandboxState, query: URLSearchParams): Page {
  const form = searchForm(state, readSearch(state, query));
  if (!tripParameters.some((name) => query.get(name))) {
    return {
      title: 'Book',
      body: html`<h1>Find a vehicle</h1>
        ${form}`,
    };
  }
  try {
    return query.get('vehicle_id') ? checkoutPage(state, query) : resultsPage(state, query, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const alert = html`<p class="alert" role="alert">${error.message}.</p>`;
    return {
      title: 'Book',
      status: error.status,
      body: html`<h1>Find a vehicle</h1>
        ${alert}${form}`,
    };
  }
}

function resultsPage(state: SandboxState, query: URLSearchParams, form: Html): Page {
  const today = state.today();
  const trip = readTrip(query, state.catalogue, today);
  const vehicles = availableVehicles(state.catalogue, trip, today);
  const body = html`<h1>Find a vehicle</h1>
    ${form}${vehicleCards(vehicles, trip, query, today)}`;
  return { title: 'Available vehicles', body };
}

function checkoutPage(state: SandboxState, query: URLSearchParams): Page {
  const today = state.today();
  const request = readQuoteRequest(query, state.catalogue, today);
  return { title: 'Checkout', body: checkoutView(state.catalogue, request, priceQuote(request, today), query) };
}

/** The checkout form sends `accessory_ids` once for each accessory, possibly empty; a link sends one list. */
function joinAccessories(query: URLSearchParams): URLSearchParams {
  const joined = new URLSearchParams(query);
  const lists = query.getAll('accessory_ids').flatMap((list) => list.split(','));
  const ids = lists.filter((id) => id !== '');
  joined.delete('accessory_ids');
  if (ids.length > 0) joined.set('accessory_ids', ids.join(','));
  return joined;
}

/** Keeps the valid parts of a search. A missing part gets its default: a week from 30 days ahead, back to the pick-up depot. */
function readSearch({ catalogue, today }: SandboxState, query: URLSearchParams): SearchValues {
  const from = parseDay(query.get('pick_up_date') ?? '') ?? today() + 30;
  const depot = (name: string) => byId(catalogue.depots, parseInteger(query.get(name) ?? '') ?? Number.NaN)?.id;
  const pickUpId = depot('pick_up_depot_id');
  return {
    pickUpId,
    dropOffId: depot('drop_off_depot_id') ?? pickUpId,
    from,
    to: parseDay(query.get('drop_off_date') ?? '') ?? from + 7,
  };
}
