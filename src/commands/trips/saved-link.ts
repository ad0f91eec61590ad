/**
 * What `--ics` and `--qr` of `trips show` need: the quote whose link is saved, without a request.
 */
import { NotAvailableError } from '../../base/errors.ts';
import { readInstant } from '../../base/instants.ts';
import { labelsIn, quoteNames } from '../../views/labels.ts';
import { offerTrip, type PricedOffer } from '../../documents/offers.ts';
import { quotedTitle } from '../../views/quote.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { describeTrip } from '../../views/trip-words.ts';
import { wantedTimesOf } from '../../planner/wanted-times.ts';
import { bestOffer } from '../../trips/best-price.ts';
import { lastAnswer } from '../../trips/history.ts';
import type {
  AnsweredComparison,
  AnsweredQuote,
  SavedOperator,
  SavedTrip,
} from '../../trips/saved-trip.ts';
import type { CalendarContext, CalendarQuote } from '../shared/calendar-file.ts';

export interface SavedLink {
  readonly quoted: CalendarQuote;
  readonly operator: Pick<SavedOperator, 'name' | 'sandbox'>;
  /** If the trip is a comparison: which of its offers it is. */
  readonly offer?: string;
  readonly parts: CalendarContext;
}

/**
 * The saved quote, or the first offer of a comparison. Throws NotAvailableError if no offer has a
 * price, or if its link could be for another thing than the one that was saved.
 *
 * @param now Epoch ms.
 */
export function savedLinkOf(trip: SavedTrip, now: number): SavedLink {
  const times = { quotedAt: readInstant(trip.documentAt), now };
  const { end, reason = '' } = lastAnswer(trip);
  if (end === 'changed') throw noLinkError(trip, reason);
  if (trip.kind === 'quote') return linkOfQuote(trip, times);
  const offer = bestOffer(trip.document);
  if (offer === undefined) throw noLinkError(trip, 'no offer has a price');
  return linkOfOffer(offer, trip, times);
}

function noLinkError({ name }: SavedTrip, why: string): NotAvailableError {
  return new NotAvailableError(`the trip "${name}" has no booking link: ${why}`, {
    hint: `to get a new answer: rental trips check ${name}`,
  });
}

type Times = Pick<CalendarContext, 'quotedAt' | 'now'>;

function linkOfQuote(trip: AnsweredQuote, times: Times): SavedLink {
  const { selection, requested, document } = trip;
  const [operator] = trip.operators;
  const { timeZone, depots } = operator;
  const vehicle = { id: selection.vehicleId, label: quotedTitle(document) };
  const { checkoutUrl } = document;
  const unproven = unprovenIn(document, requested);
  const quoted = {
    quote: document,
    selection,
    checkoutUrl,
    vehicle,
    unproven,
    wanted: wantedTimesOf(trip),
  };
  const { depots: names } = quoteNames(document, depots);
  return { quoted, operator, parts: { ...times, timeZone, depots, names } };
}

function linkOfOffer(offer: PricedOffer, saved: AnsweredComparison, times: Times): SavedLink {
  const { operators, document } = saved;
  const operator = operators.find(({ name }) => name === offer.operator) ?? operators[0];
  const { timeZone, depots } = operator;
  const { checkoutUrl, vehicle } = offer;
  const trip = offerTrip(offer);
  const labels = labelsIn(document);
  // `depots` has only those that were requested by id.
  const names = labels.namedDepots(offer.operator);
  const label = labels.vehicleLabel(offer.operator, vehicle);
  const named = { id: vehicle.vehicleId, label };
  const wanted = wantedTimesOf(saved);
  return {
    quoted: { quote: offer, selection: trip, checkoutUrl, vehicle: named, unproven: [], wanted },
    operator,
    offer: `${label}, ${describeTrip(trip, names)}`,
    parts: { ...times, timeZone, depots, names },
  };
}
