/** The document of an event, with the change in words. */
import type { tripEvent } from '../documents/trips.ts';
import { formatMoney } from '../planner/money.ts';
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
    total: transition.total ?? null,
    before: before ?? null,
    currency: currency ?? null,
    at: isoInstant(at),
    checkoutUrl: checkoutUrl ?? null,
    text: `${shorten(trip, longestReason)}: ${inWords(transition)}`,
  };
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
  return total === undefined ? '' : `${show(total)} ${shorten(currency, longestCurrency)}`.trim();
}

function wayDown({ before, total }: Transition): string {
  const change = before === undefined || total === undefined ? 0 : total - before;
  return before === undefined || change === 0 ? '' : `, ${change < 0 ? 'down' : 'up'} from ${show(before)}`;
}

function lowestSoFar({ lowest, before }: Transition): string {
  return lowest === undefined || lowest === before ? '' : `; the lowest was ${show(lowest)}`;
}

function reached({ targets = [], total, isFirst }: Transition): string {
  const isAt = targets.length === 1 && total === targets[0];
  const which = `${isAt ? 'at' : 'under'} the target${targets.length === 1 ? '' : 's'} ${joinWords(targets.map(show))}`;
  return isFirst === true ? `already ${which} at the first price` : which;
}

function show(amount: number): string {
  return showMoney(formatMoney(amount));
}
