/** The page of one priced trip: the documents of `quote` and of `plan`. */
import type { CalendarDate, Quote } from '../api/types.ts';
import type { plan, quote } from '../documents/planning.ts';
import { formatDate, formatInstant, nights } from '../planner/calendar.ts';
import type { ReceiptParts } from '../planner/receipt.ts';
import { depotName } from '../planner/trip.ts';
import { describeNights } from '../planner/trip-words.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant } from '../text.ts';
import { localNote } from './checkout.ts';
import { html, link, type Html, type Part } from './html.ts';
import { hold } from './hold.ts';
import { bigMoney, type PageContext } from './offers.ts';
import type { Page } from './page.ts';
import { priceBar, priceTable } from './price.ts';

type QuoteDocument = ValueOf<typeof quote.value>;
type PlanDocument = ValueOf<typeof plan.value>;

interface Trip {
  readonly vehicle: string;
  readonly from: { readonly place: string; readonly date: string; readonly hours?: string };
  readonly to: Trip['from'];
  readonly quote: Quote;
  readonly receipt: ReceiptParts;
  readonly checkoutUrl: string;
  readonly again: string;
  readonly warnings: readonly { readonly message: string }[];
}

export function quotePage(document: QuoteDocument, context: PageContext): Page {
  const { selection, checkoutUrl, vehicle, warnings = [] } = document;
  const { pick_up_depot_id: start, drop_off_depot_id: end, pick_up_date: from, drop_off_date: to } = selection;
  const count = nights(from as CalendarDate, to as CalendarDate);
  return tripPage(
    {
      vehicle: vehicle?.name ?? `Vehicle ${selection.vehicle_id}`,
      from: endOf(start, from, context),
      to: endOf(end, to, context),
      quote: document.quote ?? document,
      receipt: { nights: count },
      again: context.againLine({ operator: '', selection }),
      checkoutUrl,
      warnings,
    },
    context,
  );
}

function endOf(id: number, date: string, { depots = [] }: PageContext): Trip['from'] {
  const hours = depots.find((depot) => depot.id === id)?.opening_hours_description;
  return { place: depotName(id, depots), date, ...(hours !== undefined && { hours }) };
}

export function planPage(document: PlanDocument, context: PageContext): Page {
  const { operator, pickUp, dropOff, vehicle, accessories, insurance, warnings = [] } = document;
  const selection = {
    ...{ pick_up_depot_id: pickUp.depot.id, drop_off_depot_id: dropOff.depot.id },
    ...{ pick_up_date: pickUp.date, drop_off_date: dropOff.date, vehicle_id: vehicle.vehicleId },
    accessory_ids: accessories.flatMap(({ id, quantity }) =>
      Array<number>(Math.min(99, Math.max(0, quantity))).fill(id),
    ),
    insurance_id: insurance?.id ?? null,
  };
  const end = ({ depot, date }: PlanDocument['pickUp']) => {
    return { place: depot.name, date, hours: depot.opening_hours_description };
  };
  return tripPage(
    {
      vehicle: vehicle.name,
      from: end(pickUp),
      to: end(dropOff),
      quote: document.quote,
      receipt: {
        nights: nights(pickUp.date as CalendarDate, dropOff.date as CalendarDate),
        vehicle,
      },
      again: context.againLine({ operator: operator.name, selection }),
      checkoutUrl: document.checkoutUrl,
      warnings,
    },
    context,
  );
}

function tripPage(trip: Trip, context: PageContext): Page {
  const { vehicle, from, to, quote, receipt, checkoutUrl, again, warnings } = trip;
  const { asked, timeZone } = context;
  const body = html`<header class="head">
      <p class="eyebrow">Rental quote</p>
      <h1>${vehicle}</h1>
      <p class="question">
        ${from.place === to.place ? from.place : `${from.place} → ${to.place}`}, ${describeNights(receipt.nights)} from
        ${formatDate(from.date as CalendarDate)}
      </p>
      <p class="asked">
        ${asked !== undefined && `Asked ${formatInstant(isoInstant(asked.at), timeZone)}. `}Nothing is booked yet.
      </p>
      ${localNote([checkoutUrl])}
    </header>
    <main class="one">
      <section class="card">
        <p class="total">${bigMoney(quote.totalAmount)} <span>${quote.currency}</span></p>
        ${priceBar(quote, Number(quote.totalAmount))} ${priceTable(quote, receipt)}
        ${warnings.map(({ message }) => html`<p class="warn">${message}</p>`)}
        <div class="book">${link(checkoutUrl, 'Book on the website', 'button')}</div>
        ${hold(quote.expiresAt, asked?.command ?? again, context)}
      </section>
      <section class="card">
        <dl>
          ${pair('Pick-up', stop(from))} ${pair('Drop-off', stop(to))} ${pair('Quote', quote.quoteId)}
          ${pair('Note', quote.note)}
        </dl>
      </section>
    </main>`;
  return { title: `${vehicle}, ${from.place}`, body };
}

function stop({ place, date, hours }: Trip['from']): Html {
  return html`${place}, ${formatDate(date as CalendarDate)}${hours !== undefined && html`<small>${hours}</small>`}`;
}

function pair(label: string, value: Part): Html {
  return html`<dt>${label}</dt>
    <dd>${value}</dd>`;
}
