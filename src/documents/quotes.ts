/** The documents of the commands that price or book one trip. */
import * as answers from '../api/answers.ts';
import type { Quote } from '../api/types.ts';
import type { DocumentShape } from '../shape.ts';
import { choice, date, from, headed, integer, link, list, nullable, object, served, text, under } from '../shape.ts';
import { checkoutUrl, namedVehicle, quoteAsServed, selection, warnings } from './trip.ts';

const { quoteId, totalAmount, currency, expiresAt } = answers.quote.fields;

/** Of a quote; amounts are in its own currency. */
export const price = { totalAmount, currency };
export const fees = under('priceBreakdown', answers.fees);

const quoteRecord = { quoteId, ...price, ...fees, expiresAt };
const checkout = { checkoutUrl: headed('CHECKOUT', checkoutUrl) };

export const quote = {
  title: 'Quote',
  description: 'The quote as served, with what was asked for and the checkout link',
  value: served({
    ...answers.quote.fields,
    vehicle: namedVehicle,
    selection,
    checkoutUrl,
    warnings,
    quote: quoteAsServed,
  }),
  records: [{ item: object({ ...quoteRecord, ...checkout }) }],
} satisfies DocumentShape;

const stop = object({ depot: answers.depot, date });

export const plan = {
  title: 'Plan',
  description: 'A whole rental: operator, trip, vehicle, extras, quote and checkout link',
  value: object({
    operator: object({ name: text, baseUrl: link, siteUrl: link }),
    pickUp: stop,
    dropOff: stop,
    vehicle: answers.vehicle,
    accessories: list(served({ ...answers.extra.fields, quantity: integer })),
    insurance: nullable(answers.extra),
    quote: answers.quote,
    checkoutUrl,
    warnings,
  }),
  records: [
    {
      item: object({
        ...under('quote', quoteRecord),
        ...checkout,
        vehicle: from('vehicle.name', answers.vehicle.fields.name),
      }),
    },
  ],
} satisfies DocumentShape;

export const booking = { kind: choice('search', 'checkout'), url: headed('LINK', link) };

export const bookLink = {
  title: 'Booking link',
  description: "The link to the website's search page, or to the checkout of a vehicle",
  value: object({ ...booking, vehicle: namedVehicle }),
  records: [{ item: object(booking) }],
} satisfies DocumentShape;

/**
 * Our fields and the service's in one object: a service may add any field, so ours win. The quote's fields are after `first` and before
 * `last`, which are ours. If fields have the same name, `quote` also holds the quote as served. A field of ours that is undefined keeps its name free: the service's field would not fit the schema.
 */
export function quoteDocument<L extends object, F extends object>(quote: Quote, last: L, first: F): Quote & F & L {
  const isOurs = (key: string): boolean => key === 'quote' || Object.hasOwn(first, key) || Object.hasOwn(last, key);
  if (Object.keys(quote).some(isOurs)) return { ...first, ...quote, ...first, ...last, quote };
  // Spreads would take several times as long and as much memory, and there can be thousands.
  return Object.assign({}, first, quote, last);
}
