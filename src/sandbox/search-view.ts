/** The search form of the booking page, and its results. */
import { html } from 'hono/html';
import { rentalDays, type Trip } from './availability.ts';
import { formatDay, showDay, type Day } from './calendar.ts';
import type { Depot, Vehicle } from './catalogue.ts';
import type { SandboxState } from './options.ts';
import type { Html } from './page.ts';
import { dailyRate, showDollars } from './pricing.ts';
import { tripParameters } from './query.ts';

/** The values that the form shows. */
export interface SearchValues {
  readonly pickUpId: number | undefined;
  readonly dropOffId: number | undefined;
  readonly from: Day;
  readonly to: Day;
}

export function searchForm({ catalogue, today }: SandboxState, search: SearchValues): Html {
  const earliest = formatDay(today());
  return html`<form class="search" action="/book" method="get">
    <label>Pick-up depot ${depotSelect('pick_up_depot_id', catalogue.depots, search.pickUpId)}</label>
    <label>Drop-off depot ${depotSelect('drop_off_depot_id', catalogue.depots, search.dropOffId)}</label>
    <label>
      Pick-up date
      <input type="date" name="pick_up_date" required min="${earliest}" value="${formatDay(search.from)}" />
    </label>
    <label>
      Drop-off date
      <input type="date" name="drop_off_date" required min="${earliest}" value="${formatDay(search.to)}" />
    </label>
    <button type="submit">Show vehicles</button>
  </form>`;
}

export function vehicleCards(vehicles: readonly Vehicle[], trip: Trip, query: URLSearchParams, today: Day): Html {
  return html`<h2>${countOf(vehicles.length)} available</h2>
    <p class="trip">${showTrip(trip)}</p>
    <ul class="cards">
      ${vehicles.map((vehicle) => card(vehicle, trip, query, today))}
    </ul>
    ${vehicles.length === 0 ? html`<p>No vehicle is free for these depots and dates. Try other dates.</p>` : ''}`;
}

/** `Auckland Airport, Sun, 20 Dec 2026 → Queenstown, Sun, 27 Dec 2026 · 7 days`. */
export function showTrip(trip: Trip): string {
  const days = rentalDays(trip);
  const ends = [`${trip.pickUp.name}, ${showDay(trip.from)}`, `${trip.dropOff.name}, ${showDay(trip.to)}`];
  return `${ends.join(' → ')} · ${showDays(days)}`;
}

export function showDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The booking page for the same trip and these selections. */
export function bookHref(query: URLSearchParams, selections: Record<string, string> = {}): string {
  const target = new URLSearchParams();
  for (const name of tripParameters) target.set(name, query.get(name) ?? '');
  for (const [name, value] of Object.entries(selections)) target.set(name, value);
  return `/book?${target.toString()}`;
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

function depotSelect(name: string, depots: readonly Depot[], chosen: number | undefined): Html {
  return html`<select name="${name}" required>
    ${depots.map(({ id, name }) => html`<option value="${id}" ${id === chosen ? 'selected' : ''}>${name}</option>`)}
  </select>`;
}

function countOf(count: number): string {
  return count === 1 ? '1 vehicle' : `${count === 0 ? 'No' : count} vehicles`;
}
