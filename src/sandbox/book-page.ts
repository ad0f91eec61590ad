/** The website's booking page: the target of search links and checkout links. It shows, and never takes a booking. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { availableVehicles } from './availability.ts';
import { searchForm, vehicleCards, type Search } from './book-search.ts';
import { checkout } from './checkout-view.ts';
import { parseDay } from './calendar.ts';
import { byId } from './catalogue.ts';
import type { World } from './options.ts';
import { servePage, type Html, type Page } from './page.ts';
import { parseInteger } from './query.ts';
import { readQuoteQuestion, readTrip, tripParameters } from './questions.ts';
import { priceQuestion } from './quote.ts';
import { Refusal } from './refusal.ts';

export function createBooking(world: World): Hono {
  const booking = new Hono();
  booking.get('/book', (c) => servePage(c, world, bookingPage(world, selections(new URL(c.req.url).searchParams))));
  return booking;
}

function bookingPage(world: World, query: URLSearchParams): Page {
  const form = searchForm(world, readSearch(world, query));
  if (!tripParameters.some((name) => query.get(name))) {
    return {
      title: 'Book',
      body: html`<h1>Find a vehicle</h1>
        ${form}`,
    };
  }
  try {
    return query.get('vehicle_id') ? checkoutPage(world, query) : resultsPage(world, query, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      title: 'Book',
      status: error.status,
      body: html`<h1>Find a vehicle</h1>
        ${alert(error)}${form}`,
    };
  }
}

function resultsPage(world: World, query: URLSearchParams, form: Html): Page {
  const today = world.today();
  const trip = readTrip(query, world.catalogue, today);
  const vehicles = availableVehicles(world.catalogue, trip, today);
  const body = html`<h1>Find a vehicle</h1>
    ${form}${vehicleCards(vehicles, trip, query, today)}`;
  return { title: 'Available vehicles', body };
}

function checkoutPage(world: World, query: URLSearchParams): Page {
  const today = world.today();
  const question = readQuoteQuestion(query, world.catalogue, today);
  return { title: 'Checkout', body: checkout(world.catalogue, question, priceQuestion(question, today), query) };
}

function alert(error: Refusal): Html {
  return html`<p class="alert" role="alert">${error.message}.</p>`;
}

/** The form sends one `accessory_ids` for each accessory, an empty one where none is wanted; a link sends one list. */
function selections(query: URLSearchParams): URLSearchParams {
  const given = new URLSearchParams(query);
  const ids = query.getAll('accessory_ids').flatMap((list) => list.split(','));
  given.delete('accessory_ids');
  if (ids.some((id) => id !== '')) given.set('accessory_ids', ids.filter((id) => id !== '').join(','));
  return given;
}

/** What can be kept of a search, whatever else is wrong with it; the rest is the usual trip. */
function readSearch({ catalogue, today }: World, query: URLSearchParams): Search {
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
