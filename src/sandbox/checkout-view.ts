/** The checkout that a quote's link pre-fills: extras to change on one side, the price on the other. */
import { html } from 'hono/html';
import { bookHref, showTrip } from './book-search.ts';
import { pick, type Accessory, type Catalogue, type Depot, type Extra, type Plan } from './catalogue.ts';
import { describeHours } from './hours.ts';
import { Money } from './json.ts';
import type { Html } from './page.ts';
import type { Line, Price } from './pricing.ts';
import { tripParameters, type QuoteQuestion } from './questions.ts';

export function checkout(catalogue: Catalogue, question: QuoteQuestion, price: Price, query: URLSearchParams): Html {
  const { vehicle, trip } = question;
  return html`<h1>Checkout</h1>
    <section class="chosen" aria-label="Your rental">
      <img src="/images/${vehicle.id}.svg" alt="" width="320" height="200" />
      <div>
        <h2>${vehicle.name}</h2>
        <p class="trip">${showTrip(trip)}</p>
        ${hours('Pick-up', trip.pickUp)}${hours('Drop-off', trip.dropOff)}
        <p><a href="${bookHref(query)}">Choose another vehicle</a></p>
      </div>
    </section>
    <div class="columns">
      ${extrasForm(catalogue, question, query)}
      <section class="panel" aria-label="Price">
        <h2>Price</h2>
        ${priceTable(price)}
        <button type="button" disabled>Book</button>
        <p class="small">The sandbox takes no bookings.</p>
      </section>
    </div>`;
}

function hours(what: string, depot: Depot): Html {
  return html`<p class="small"><strong>${what}:</strong> ${depot.name}. ${describeHours(depot.hours)}.</p>`;
}

function extrasForm(catalogue: Catalogue, { vehicle, basket }: QuoteQuestion, query: URLSearchParams): Html {
  const count = (accessory: Accessory) => basket.accessories.filter((other) => other === accessory).length;
  return html`<form class="panel" action="/book" method="get">
    ${[...tripParameters, 'vehicle_id'].map(
      (name) => html`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}" />`,
    )}
    <fieldset>
      <legend>Insurance</legend>
      <label class="choice">
        <input type="radio" name="insurance_id" value="" ${basket.plan === undefined ? 'checked' : ''} />
        <span>No insurance plan</span>
      </label>
      ${pick(catalogue.plans, vehicle.plans).map((plan) => planChoice(plan, plan === basket.plan))}
    </fieldset>
    <fieldset>
      <legend>Accessories</legend>
      ${pick(catalogue.accessories, vehicle.accessories).map((one) => accessoryChoice(one, count(one)))}
    </fieldset>
    <button type="submit">Update the price</button>
  </form>`;
}

function planChoice(plan: Plan, chosen: boolean): Html {
  return html`<label class="choice">
    <input type="radio" name="insurance_id" value="${plan.id}" ${chosen ? 'checked' : ''} />
    <span>${plan.name}</span> <span class="price">${unitPrice(plan)}</span>
  </label>`;
}

/** A list of the same id, as often as the accessory is wanted: the form needs no script for that. */
function accessoryChoice(accessory: Accessory, chosen: number): Html {
  const options = Array.from({ length: accessory.max + 1 }, (_, quantity) => {
    const value = Array<number>(quantity).fill(accessory.id).join();
    return html`<option value="${value}" ${quantity === chosen ? 'selected' : ''}>${quantity}</option>`;
  });
  return html`<label class="choice">
    <select name="accessory_ids">
      ${options}
    </select>
    <span>${accessory.name}</span> <span class="price">${unitPrice(accessory)}</span>
  </label>`;
}

function unitPrice({ cents, per }: Extra): string {
  return cents === 0 ? 'free' : `${new Money(cents).show()} per ${per}`;
}

function priceTable(price: Price): Html {
  const { days, insurance } = price;
  return html`<table>
    <tbody>
      ${row(`Vehicle, ${days} ${days === 1 ? 'day' : 'days'}`, price.rentalFee)} ${row('Route fee', price.routeFee)}
      ${price.accessories.map((line) => row(lineName(line), line.cents))}
      ${insurance === undefined ? '' : row(insurance.name, insurance.cents)}
    </tbody>
    <tfoot>
      ${row('Total, NZD', price.total)}
    </tfoot>
  </table>`;
}

function lineName({ name, quantity }: Line): string {
  return quantity === 1 ? name : `${name} × ${quantity}`;
}

function row(label: string, cents: number): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td>${new Money(cents).show()}</td>
  </tr>`;
}
