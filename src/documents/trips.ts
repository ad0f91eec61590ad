/** The documents of `rental trips`. */
import { compare } from './compare.ts';
import { checkoutUrl, plan, price, quote } from './planning.ts';
import { amount, count, instant, text, type DocumentShape, type Form } from '../shape.ts';
import { about, choice, headed, last, list, nullable, object, optional } from '../shape.ts';

const end = about(
  'partial: some requests failed; failed: there is no answer',
  headed('END', choice('priced', 'not_available', 'partial', 'failed')),
);
const total = nullable(headed('TOTAL', about('Of the cheapest', amount)));
const currency = nullable(price.currency);
const trip = {
  name: headed('TRIP', text),
  command: about('Asks the same again', text),
  total,
  currency,
  askedAt: headed('ASKED', instant),
  change: about('Of the total since the first answer', nullable(headed('CHANGE', amount))),
  end,
  answers: headed('ANSWERS', count),
};

const change = object({
  since: about('The answer before this one, or the first', choice('last', 'first')),
  field: about('Of the quote, with the name of an extra', text),
  before: nullable(text),
  after: nullable(text),
  difference: nullable(amount),
});

const check = {
  name: trip.name,
  askedAt: instant,
  end,
  total,
  currency,
  checkoutUrl: nullable(checkoutUrl),
  changes: list(change),
  reason: about('Why there is no price, or not all of them', optional(text)),
  warnings: about('Days without times, extras that the price lacks', optional(list(text))),
};

/** With `check`. */
export const tripChecks = {
  value: list(object(check)),
  records: [{ item: object({ ...check, changes: about('As many', list(change)) }) }],
} satisfies Form;

const past = { name: trip.name, askedAt: trip.askedAt, total, currency, end, reason: last(optional(text)) };

/** With `history`. */
export const tripHistory = { value: list(object(past)) } satisfies Form;

/** With `remove`. */
export const tripRemoved = {
  value: object({ name: trip.name, done: headed('DONE', choice('removed')) }),
} satisfies Form;

export const trips = {
  title: 'Saved trips',
  description: 'The saved trips; with check and history, their answers',
  value: list(object(trip)),
  // The last ones with `show`.
  others: [tripChecks, tripHistory, tripRemoved, quote, plan, compare],
} satisfies DocumentShape;

/** What `watch` tells people with: the input of a command or a webhook. */
export const tripEvent = {
  title: 'Event of a trip',
  description: 'What has changed for a saved trip that is watched: the input of a command or a webhook that is told',
  value: object({
    event: choice('low', 'target', 'sold-out', 'back', 'failing', 'recovered'),
    trip: text,
    total: about('Null if there is no price now', nullable(amount)),
    before: about('The last total before, in the same currency; null if there was none', nullable(amount)),
    currency: nullable(price.currency),
    at: instant,
    checkoutUrl: nullable(checkoutUrl),
    text: about('The change in words, on one line', text),
  }),
  records: [],
} satisfies DocumentShape;
