/** The document of an event, with the change in words. */
import type { tripEvent } from '../documents/trips.ts';
import { parseJson, type Numeric } from '../json.ts';
import { compareMoney, formatMoney } from '../planner/money.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant, joinWords, shorten, showMoney } from '../text.ts';
import type { Transition } from './transitions.ts';

export type TripEvent = ValueOf<typeof tripEvent.value>;

/** Of a reason and of a currency, which are texts of the service. */
const [longestReason, longestCurrency] = [200, 20];

/** `trip` is the name of the trip. */
export function eventDocument(trip: string, transition: Transition): TripEvent {
  const { event, at, before, currency, checkoutUrl } = transition;
  return {
    event,
    trip,
    total: amountOf(transition.total),
    before: amountOf(before),
    currency: currency ?? null,
    at: isoInstant(at),
    checkoutUrl: checkoutUrl ?? null,
    text: `${shorten(trip, longestReason)}: ${inWords(transition)}`,
  };
}

function amountOf(total: Transition['total']): Numeric | null {
  return total === undefined ? null : (parseJson(formatMoney(total)) as Numeric);
}

function inWords(transition: Transition): string {
  const { event, before, reason } = transition;
  const price = priceOf(transition);
  const known = before === undefined ? '' : ` (${show(before)} before)`;
  const why = reason === undefined ? '' : `: ${shorten(reason, longestReason)}`;
  switch (event) {
    case 'low':
      return `${price}${wayDown(transition)} (a new low${lowestSoFar(transition)})`;
    case 'target':
      return `${price}${wayDown(transition)}, ${reached(transition)}`;
    case 'sold-out':
      return `sold out${known}${why}`;
    case 'back':
      return `back${price && `, ${price}`}${known}`;
    case 'failing':
      return `asking fails${why}`;
    case 'recovered':
      return `asking works again${price && `, ${price}`}`;
  }
}

function priceOf({ total, currency = '' }: Transition): string {
  return total === undefined ? '' : `${show(formatMoney(total))} ${shorten(currency, longestCurrency)}`.trim();
}

function wayDown({ before, total }: Transition): string {
  const change = before === undefined || total === undefined ? 0 : compareMoney(total, before);
  return before === undefined || change === 0 ? '' : `, ${change < 0 ? 'down' : 'up'} from ${show(before)}`;
}

function lowestSoFar({ lowest, before }: Transition): string {
  return lowest === undefined || lowest === before ? '' : `; the lowest was ${show(lowest)}`;
}

function reached({ targets = [], total, isFirst }: Transition): string {
  const isAt = targets.length === 1 && total !== undefined && formatMoney(total) === targets[0];
  const which = `${isAt ? 'at' : 'under'} the target${targets.length === 1 ? '' : 's'} ${joinWords(targets.map(show))}`;
  return isFirst === true ? `already ${which} at the first price` : which;
}

/** Amounts of the service can be very long. */
function show(amount: string): string {
  return shorten(showMoney(amount), 40);
}
