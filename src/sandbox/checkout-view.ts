/** The checkout that a quote's link opens: the extras on one side, the price on the other. */
import { html } from 'hono/html';
import { describeHours } from './calendar.ts';
import { pick, type Accessory, type Catalogue, type Depot, type Extra } from './catalogue.ts';
import { bookHref, showDays, showTrip, type Html } from './page.ts';
import { showDollars, type Price, type QuoteRequest } from './pricing.ts';
import { tripParameters } from './query.ts';

export function checkoutView(catalogue: Catalogue, request: QuoteRequest, price: Price, query: URLSearchParams): Html {
  const { vehicle, trip } = request;
  return html`<h1>Checkout</h1>
    <section class="chosen" aria-label="Your rental">
      <img src="/images/${vehicle.id}.svg" alt="" width="320" height="200" />
      <div>
        <h2>${vehicle.name}</h2>
        <p class="trip">${showTrip(trip)}</p>
        ${openingHours('Pick-up', trip.pickUp)}${openingHours('Drop-off', trip.dropOff)}
        <p><a href="${bookHref(query)}">Choose another vehicle</a></p>
      </div>
    </section>
    <div class="columns">
      ${extrasForm(catalogue, request, query)}
      <section class="panel" aria-label="Price">
        <h2>Price</h2>
        ${priceTable(price)}
        <button type="button" disabled>Book</button>
        <p class="small">The sandbox takes no bookings.</p>
      </section>
    </div>`;
}

function openingHours(what: string, depot: Depot): Html {
  return html`<p class="small"><strong>${what}:</strong> ${depot.name}. ${describeHours(depot.hours)}.</p>`;
}

function extrasForm(catalogue: Catalogue, { vehicle, extras }: QuoteRequest, query: URLSearchParams): Html {
  const count = (accessory: Accessory) => extras.accessories.filter((other) => other === accessory).length;
  return html`<form class="panel" action="/book" method="get">
    ${[...tripParameters, 'vehicle_id'].map(
      (name) => html`<input type="hidden" name="${name}" value="${query.get(name) ?? ''}" />`,
    )}
    <fieldset>
      <legend>Insurance</legend>
      ${planChoice(undefined, extras.plan)}
      ${pick(catalogue.plans, vehicle.plans).map((plan) => planChoice(plan, extras.plan))}
    </fieldset>
    <fieldset>
      <legend>Accessories</legend>
      ${pick(catalogue.accessories, vehicle.accessories).map((one) => accessoryChoice(one, count(one)))}
    </fieldset>
    <button type="submit">Update the price</button>
  </form>`;
}

function planChoice(plan: Extra | undefined, chosen: Extra | undefined): Html {
  const checked = plan === chosen ? 'checked' : '';
  return choice(html`<input type="radio" name="insurance_id" value="${plan?.id ?? ''}" ${checked} />`, plan);
}

/** Each option's value repeats the id once for each piece, so that the form needs no script. */
function accessoryChoice(accessory: Accessory, chosen: number): Html {
  const options = Array.from({ length: accessory.max + 1 }, (_, quantity) => {
    const value = Array<number>(quantity).fill(accessory.id).join();
    return html`<option value="${value}" ${quantity === chosen ? 'selected' : ''}>${quantity}</option>`;
  });
  return choice(
    html`<select name="accessory_ids">
      ${options}
    </select>`,
    accessory,
  );
}

function choice(control: Html, extra: Extra | undefined): Html {
  return html`<label class="choice">
    ${control} <span>${extra?.name ?? 'No insurance plan'}</span>
    <span class="price">${extra === undefined ? '' : unitPrice(extra)}</span>
  </label>`;
}

function unitPrice({ cents, per }: Extra): string {
  return cents === 0 ? 'free' : `${showDollars(cents)} per ${per}`;
}

function priceTable(price: Price): Html {
  const { days, accessories, insurance } = price;
  return html`<table>
    <tbody>
      ${row(`Vehicle, ${showDays(days)}`, price.rentalFee)} ${row('Route fee', price.routeFee)}
      ${accessories.map(({ name, quantity, cents }) => row(quantity === 1 ? name : `${name} × ${quantity}`, cents))}
      ${insurance === undefined ? '' : row(insurance.name, insurance.cents)}
    </tbody>
    <tfoot>
      ${row('Total, NZD', price.total)}
    </tfoot>
  </table>`;
}

function row(label: string, cents: number): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td>${showDollars(cents)}</td>
  </tr>`;
}
