/** The tools for one operator: depots, vehicles, extras, a quote and the booking link. */
import { isFailedRequest } from '../../base/errors.ts';
import * as shapes from '../../api/served-shapes.ts';
import type { Depot } from '../../api/types.ts';
import {
  extrasFlags,
  requireTrip,
  timeFlags,
  tripFlags,
  type TripOptions,
} from '../../cli/trip-flags.ts';
import { offerTrip } from '../../documents/offers.ts';
import {
  bookingFields,
  checkoutUrlShape,
  namedVehicleShape,
  type bookLinkShape,
  type QuoteDocument,
  type availabilityShape as vehiclesDocument,
  type extrasShape as extrasDocument,
} from '../../documents/planning.ts';
import type { OpenSession } from '../../operators/session.ts';
import { nights } from '../../planner/calendar.ts';
import { lengthBehindFor } from '../../views/charged-days-words.ts';
import { parseDate, parseDropOff } from '../../planner/dates.ts';
import { dayLabel } from '../../planner/depot-times.ts';
import { timeLines } from '../../views/depot-hours.ts';
import { plural } from '../../base/words.ts';
import { amount, id, list, object, optional, pick, text, type ValueOf } from '../../shape.ts';
import type { ToolDefinition } from '../tool.ts';
import { planInWords } from './offer-facts.ts';
import { chargeInWords, timesOfTrip } from './quote-facts.ts';

const trip = Object.keys(tripFlags);
const chosen = Object.keys(extrasFlags);

export const listDepots: ToolDefinition = {
  name: 'list_depots',
  description:
    "Depots, of all operators unless named: ids, times; hours: closures in the operator's words. Costs 1 request each.",
  command: 'depots',
  asks: 'each',
  inputs: ['search'],
  output: {
    depots: list(
      object({
        operator: optional(text),
        ...pick(shapes.servedDepot.fields, 'id', 'name'),
        times: optional(text),
        hours: optional(text),
      }),
    ),
  },
  limit: 50,
  show: (all: readonly Depot[]) => ({
    depots: all.map((depot) => ({
      ...depot,
      times: timeLines(depot, (day) => dayLabel(day)).join('; '),
      hours: depot.opening_hours_description,
    })),
  }),
};

export const searchVehicles: ToolDefinition = {
  name: 'search_vehicles',
  description: 'Vehicles free for the trip, lowest daily rate (NZD) first. Costs 1 or 2 requests.',
  command: 'availability',
  asks: 'one',
  inputs: trip,
  output: {
    vehicles: list(
      object(pick(shapes.servedVehicle.fields, 'vehicleId', 'name', 'rentalDailyRate')),
    ),
  },
  limit: 100,
  show: (vehicles: ValueOf<typeof vehiclesDocument.value>, { sessions: [session], options }) => ({
    vehicles,
    notes: [vehicles.length === 0 ? noneFree : rateNote(options, session!)],
  }),
};

/** A hurried reader takes the daily rate × the nights for the total. */
function rateNote(options: TripOptions, { chargedDays, today }: OpenSession): string {
  const { from, to } = requireTrip(options);
  const pickUpDate = parseDate(from, { today: today() });
  const dropOffDate = parseDropOff(to, { today: today(), pickUpDate });
  const count = nights(pickUpDate, dropOffDate);
  const days = chargedDays.daysFor(count);
  if (days === undefined)
    return 'the daily rate × nights is not the total: some operators charge more days; get_quote says';
  const not = days === count ? '' : `, not × ${count}`;
  return `this operator charged ${plural(days, 'day')} for ${lengthBehindFor(count)}: the rate × ${days}, before fees and extras${not}`;
}

const noneFree = 'no vehicle is free; list_depots has the words of the operator on closures';

/** A service may not have told the name. */
const answeredVehicle = object({ id, name: optional(text), label: optional(text) });

export const listExtras: ToolDefinition = {
  name: 'list_extras',
  description:
    'Accessories and insurance plans. Prices have no unit: one get_quote with all shows what each costs. A vehicle by name needs the trip. Costs 2 to 4 requests.',
  command: 'extras',
  asks: 'one',
  inputs: ['vehicle', ...trip],
  output: {
    vehicle: answeredVehicle,
    accessories: shapes.servedExtras,
    insuranceTypes: shapes.servedExtras,
  },
  limit: 100,
  show: async (
    { vehicleId, vehicle, ...lists }: ValueOf<typeof extrasDocument.value>,
    { sessions: [session] },
  ) => ({
    ...lists,
    // Replaced by the trip of the call, if it gives one.
    trip: 'no dates were given',
    vehicle: vehicle ?? (await seenVehicle(vehicleId, session!)),
    notes: [unitNoteForModel],
  }),
};

/** Has a name if an earlier list had the vehicle. */
async function seenVehicle(id: number, session: OpenSession) {
  const seen = await session.seenVehicles();
  return seen.find((vehicle) => vehicle.id === id) ?? { id };
}

/**
 * The vehicle with its name and daily rate, from the list of the trip if the request limit has
 * room. Without them, a reader could take the price for another vehicle's, and the nights for the
 * charged days.
 */
async function findQuotedVehicle(
  quote: QuoteDocument,
  session: OpenSession,
): Promise<QuotedVehicle> {
  const { vehicle, selection } = quote;
  if (vehicle?.rentalDailyRate !== undefined) return vehicle;
  const { vehicle_id: id } = selection;
  if (session.allowance().free === 0) return seenVehicle(id, session);
  const listed = await session.service.availability(offerTrip(quote)).catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
  const found = listed.find(({ vehicleId }) => vehicleId === id);
  return found === undefined ? seenVehicle(id, session) : { ...found, id };
}

type QuotedVehicle =
  | NonNullable<QuoteDocument['vehicle']>
  | { readonly id: number; readonly rentalDailyRate?: undefined };

const unitNoteForModel =
  'it is not stated whether these prices are per day or per rental: one get_quote with the extras shows what each costs for the trip';

const { totalAmount, ...quoteParts } = pick(
  shapes.servedQuote.fields,
  ...(['quoteId', 'expiresAt', 'currency', 'priceBreakdown', 'totalAmount'] as const),
);

export const getQuote: ToolDefinition = {
  name: 'get_quote',
  description:
    'The total of a vehicle with extras, its parts, until when it holds, times at the depots, and the link where a person books; if an extra is missing, it is incompleteTotal. Costs up to 3 requests with ids, 5 with names.',
  command: 'quote',
  asks: 'one',
  inputs: ['vehicle', ...trip, ...Object.keys(timeFlags), ...chosen, 'max-total'],
  output: {
    vehicle: answeredVehicle,
    totalAmount: optional(totalAmount),
    rental: optional(text),
    missing: optional(list(text)),
    incompleteTotal: optional(amount),
    insurance: optional(text),
    pickUpTimes: optional(text),
    dropOffTimes: optional(text),
    ...quoteParts,
    checkoutUrl: checkoutUrlShape,
  },
  show: async (quote: QuoteDocument, { sessions: [session] }) => {
    const vehicle = await findQuotedVehicle(quote, session!);
    const { priceBreakdown, selection } = quote;
    const quotedTrip = offerTrip(quote);
    const { rentalDailyRate } = vehicle;
    // The command does not know the rate of a vehicle that was given by its id.
    if (rentalDailyRate !== undefined)
      session!.chargedDays.learn(quotedTrip, { rentalDailyRate }, quote);
    const nightCount = nights(quotedTrip.pickUpDate, quotedTrip.dropOffDate);
    return {
      ...quote,
      ...totalIn(quote),
      ...timesOfTrip(quotedTrip, session!.depots.known(), selection.pick_up_after),
      vehicle,
      rental: chargeInWords(priceBreakdown.rentalFee, vehicle, nightCount),
      insurance: planIn(quote),
    };
  },
};

/**
 * Without a requested extra, the total has another name, so that no reader takes it for the whole
 * price.
 */
function totalIn({ totalAmount, warnings = [] }: QuoteDocument) {
  const missing = warnings.flatMap((warning) => {
    if (!('quantity' in warning) || warning.priced >= warning.quantity) return [];
    return [
      `${warning.name ?? `${warning.kind} ${warning.id}`}: ${warning.priced} of ${warning.quantity}`,
    ];
  });
  return missing.length === 0
    ? {}
    : { missing, incompleteTotal: totalAmount, totalAmount: undefined };
}

/** A plan is in the price breakdown, so only its lack is said. */
function planIn({ priceBreakdown: { insurance } }: QuoteDocument): string | undefined {
  return insurance === null ? planInWords(insurance) : undefined;
}

export const getBookingLink: ToolDefinition = {
  name: 'get_booking_link',
  description:
    'The page where a person books: the search, or the checkout of a vehicle. Checks nothing; get_quote does. Free with ids; names cost up to 4 requests.',
  command: 'book-link',
  asks: 'one',
  inputs: [...trip, 'vehicle', ...chosen],
  output: { notChecked: text, ...bookingFields, vehicle: namedVehicleShape },
  show: (link: ValueOf<typeof bookLinkShape.value>) => ({
    ...link,
    notChecked: 'whether it is free, and the price: get_quote says both',
  }),
};
