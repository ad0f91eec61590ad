/** What `--ics` and `--qr` of `trips show` need: the quote whose link is saved, without a request. */
import { NotAvailableError } from '../../base/errors.ts';
import { readInstant } from '../../base/instants.ts';
import { tripOf, type PricedOffer } from '../../documents/offers.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { describeTrip } from '../../planner/trip-words.ts';
import { firstOffer } from '../../trips/answer.ts';
import type { AnsweredComparison, AnsweredQuote, SavedOperator, SavedTrip } from '../../trips/saved-trip.ts';
import type { CalendarParts, Quoted } from '../shared/calendar-file.ts';

export interface Booking {
  readonly quoted: Quoted;
  readonly operator: Pick<SavedOperator, 'name' | 'sandbox'>;
  /** Of a comparison: which of its offers it is. */
  readonly offer?: string;
  readonly parts: Omit<CalendarParts, 'now'>;
}

/** The saved quote, or the first offer of a comparison. Throws NotAvailableError if no offer has a price. */
export function bookingOf(trip: SavedTrip): Booking {
  const quotedAt = readInstant(trip.documentAt);
  if (trip.kind === 'quote') return bookingOfQuote(trip, quotedAt);
  const offer = firstOffer(trip.document);
  if (offer !== undefined) return bookingOfOffer(offer, trip, quotedAt);
  throw new NotAvailableError(`no offer of the trip "${trip.name}" has a price, so there is no link`, {
    hint: `rental trips check ${trip.name} asks again`,
  });
}

function bookingOfQuote(
  { operators: [operator], selection, asked, document }: AnsweredQuote,
  quotedAt: number,
): Booking {
  const { timeZone, depots } = operator;
  const vehicle = { id: selection.vehicleId, label: document.vehicle?.name };
  const { checkoutUrl } = document;
  const quoted = { quote: document, selection, checkoutUrl, vehicle, unproven: unprovenIn(document, asked) };
  return { quoted, operator, parts: { quotedAt, timeZone, depots } };
}

function bookingOfOffer(offer: PricedOffer, { operators }: AnsweredComparison, quotedAt: number): Booking {
  const operator = operators.find(({ name }) => name === offer.operator) ?? operators[0];
  const { timeZone, depots } = operator;
  const { checkoutUrl, vehicle } = offer;
  const trip = tripOf(offer);
  // The hours of depots are saved only of those that were requested by id.
  const names = [
    { id: trip.pickUpDepotId, name: offer.pickUp },
    { id: trip.dropOffDepotId, name: offer.dropOff },
  ];
  const named = { id: vehicle.vehicleId, label: vehicle.name };
  return {
    quoted: { quote: offer, selection: trip, checkoutUrl, vehicle: named, unproven: [] },
    operator,
    offer: `${vehicle.name}, ${describeTrip(trip, names)}`,
    parts: { quotedAt, timeZone, depots, names },
  };
}
