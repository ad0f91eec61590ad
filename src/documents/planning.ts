/** The documents of planning one trip: what an operator has, a quote, a plan and a booking link. */
import * as shapes from '../api/served-shapes.ts';
import type { Quote } from '../api/types.ts';
import {
  count,
  date,
  id,
  integer,
  link,
  text,
  type DocumentShape,
  type ValueOf,
  about,
  choice,
  from,
  headed,
  list,
  nullable,
  object,
  optional,
  served,
  under,
  union,
} from '../shape.ts';

export const depotsShape = {
  title: 'Depots',
  description: 'The depots as served, with the ids that other commands take',
  value: shapes.servedDepots,
} satisfies DocumentShape;

export const availabilityShape = {
  title: 'Available vehicles',
  description: 'The vehicles that are free for the trip, as served; rates are NZD a day',
  value: shapes.servedVehicles,
} satisfies DocumentShape;

const vehicleLabel = about(
  'Name and id, if another available vehicle has the same name',
  optional(text),
);

const named = { id, name: text, label: vehicleLabel };
export const namedVehicleShape = about('Only if it was looked up by name', optional(object(named)));

const { rentalDailyRate } = shapes.servedVehicle.fields;
/** Trips that earlier versions saved have no rate. */
const quotedVehicle = about(
  'Only if it was looked up',
  optional(object({ ...named, rentalDailyRate: optional(rentalDailyRate) })),
);

export const namesakeFields = {
  kind: choice('depot', 'vehicle', 'accessory', 'insurance'),
  id,
  name: text,
};

export const extrasShape = {
  title: 'Extras of a vehicle',
  description: 'The accessories and the insurance plans of a vehicle, as served',
  value: object({
    vehicleId: id,
    vehicle: namedVehicleShape,
    accessories: shapes.servedExtras,
    insuranceTypes: shapes.servedExtras,
  }),
  records: [
    { list: 'accessories', kind: 'accessory', item: shapes.servedExtra },
    { list: 'insuranceTypes', kind: 'insurance', item: shapes.servedExtra },
  ],
} satisfies DocumentShape;

/** Optional, because they are not sent, and older saved documents lack them. */
const wantedTimes = {
  pick_up_after: about('The time of --pick-up-after', optional(text)),
  drop_off_by: about('The time of --drop-off-by', optional(text)),
};

export const selectionShape = about(
  'The requested trip and extras, in the parameter names of the interface, and the wanted times',
  object({
    pick_up_depot_id: id,
    drop_off_depot_id: id,
    pick_up_date: date,
    drop_off_date: date,
    vehicle_id: id,
    accessory_ids: list(id),
    insurance_id: nullable(id),
    ...wantedTimes,
  }),
);

const depotDay = {
  purpose: choice('pick-up', 'drop-off'),
  depotId: id,
  depot: text,
  date,
  nearest: about('The nearest days with times that fit', list(date)),
  message: text,
};

const wantedTime = about('The time of --pick-up-after or --drop-off-by', text);

/** No times are listed, so none fits the wanted time, if there is one. */
export const closedDayFields = { ...depotDay, wanted: optional(wantedTime) };

export const timeWarningFields = {
  kind: about(
    'outside: no listed time fits; unknown: none is known to fit; depends: one fits, unless the day is also one such as a public holiday',
    choice('outside', 'unknown', 'depends'),
  ),
  ...depotDay,
  wanted: wantedTime,
  listed: about(
    'The last pick-up time or the first drop-off time of the day, as listed',
    optional(text),
  ),
  unclear: about(
    'Listed times that may fit: with an unknown kind of day, or in an unknown form',
    optional(text),
  ),
  unless: about(
    'Kinds of days on which no listed time fits, such as a public holiday',
    optional(text),
  ),
};

/** The shape with more fields comes first, because the other one would accept its values. */
export const dayWarningShape = union(object(timeWarningFields), object(closedDayFields));

const unproven = {
  kind: choice('accessory', 'insurance'),
  id: about('Absent if the quote has a fee but lists no extra for it', optional(id)),
  name: about('As the service lists it, if it was looked up', optional(text)),
  quantity: about('The requested number', count),
  priced: about('The number in the quote', count),
  message: text,
};

/** The warnings of a quote; absent if there are none. */
export const warningsShape = about(
  'Days of the trip on which a depot lists no times, or none that fits, and requested extras that the quote lacks',
  optional(list(union(object(timeWarningFields), object(closedDayFields), object(unproven)))),
);

export const checkoutUrlShape = about('Opens the booking page with the choices filled in', link);
const checkout = { checkoutUrl: headed('CHECKOUT', checkoutUrlShape) };

const { quoteId, totalAmount, currency, expiresAt } = shapes.servedQuote.fields;

/** The total of a quote; all its amounts are in its currency. */
export const priceFields = { totalAmount, currency };
export const feeRecordFields = under('priceBreakdown', shapes.servedFees);
const quoteRecord = { quoteId, ...priceFields, ...feeRecordFields, expiresAt };

export const quoteShape = {
  title: 'Quote',
  description: 'The quote as served, with what was requested and the checkout link',
  value: served({
    ...shapes.servedQuote.fields,
    vehicle: quotedVehicle,
    selection: selectionShape,
    checkoutUrl: checkoutUrlShape,
    warnings: warningsShape,
    namesakes: about(
      'Others that are called like a depot or an extra of the quote',
      optional(list(object(namesakeFields))),
    ),
  }),
  records: [{ item: object({ ...quoteRecord, ...checkout }) }],
} satisfies DocumentShape;
export type QuoteDocument = ValueOf<typeof quoteShape.value>;

const stop = { depot: shapes.servedDepot, date };
const time = optional(text);
const { name } = shapes.servedVehicle.fields;

export const planShape = {
  title: 'Plan',
  description: 'A whole rental: operator, trip, vehicle, extras, quote and checkout link',
  value: object({
    operator: object({ name: text, baseUrl: link, siteUrl: link }),
    pickUp: object({ ...stop, after: about('The time of --pick-up-after', time) }),
    dropOff: object({ ...stop, by: about('The time of --drop-off-by', time) }),
    vehicle: shapes.servedVehicle,
    accessories: list(served({ ...shapes.servedExtra.fields, quantity: integer })),
    insurance: nullable(shapes.servedExtra),
    quote: shapes.servedQuote,
    checkoutUrl: checkoutUrlShape,
    warnings: warningsShape,
  }),
  records: [
    {
      item: object({
        ...under('quote', quoteRecord),
        ...checkout,
        vehicle: from('vehicle.name', name),
      }),
    },
  ],
} satisfies DocumentShape;

export const bookingFields = { kind: choice('search', 'checkout'), url: headed('LINK', link) };

export const bookLinkShape = {
  title: 'Booking link',
  description: "The link to the website's search page, or to the checkout of a vehicle",
  value: object({ ...bookingFields, vehicle: namedVehicleShape }),
  records: [{ item: object(bookingFields) }],
} satisfies DocumentShape;

/**
 * The quote with our fields: `first` before its own, `last` after them. A service may add any field:
 * ours replace it, even if they are undefined.
 */
export function withOwnFields<L extends object, F extends object>(
  quote: Quote,
  { first, last }: { readonly first: F; readonly last: L },
): Quote & F & L {
  // `first` twice: for the order of the keys, then to replace fields of the service. Spreads take
  // several times as long, and there can be thousands of quotes.
  return Object.assign({}, first, quote, first, last);
}
