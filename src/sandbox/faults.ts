/** Breaks rules of the interface on purpose, so that people see what smoke says about it. */
import {
  accessories,
  availability,
  depots,
  error,
  has,
  html,
  isMalformed,
  isStatus,
} from './change.ts';
import { json, lacks, on, plans, quotes, type Change } from './change.ts';

const everything = /^\//;

/**
 * By the name of the check of smoke that finds it. `quote-sums`, `site-openapi-same` and
 * `limits-value` only warn.
 */
export const faults: Readonly<Record<string, Change>> = {
  'depots-answer': json(depots, (list) => ({ depots: list })),
  'depots-fields': json(depots, ([depot]) => void delete depot.name),
  'depots-ids': json(depots, ([one, other]) => void (other.id = one.id)),
  'depots-times': json(depots, ([depot]) => void (depot.pickup_times[0].time = '9am')),
  'availability-answer': on(availability, html(200), isStatus(200)),
  'availability-fields': json(
    availability,
    ([vehicle]) => void (vehicle.rentalDailyRate = '99.00'),
  ),
  'availability-ids': json(availability, (list) => void list.push(list[0])),
  'availability-amounts': json(
    availability,
    ([vehicle]) => void (vehicle.rentalDailyRate = 99.999),
  ),
  'availability-images': json(
    availability,
    ([vehicle]) => void (vehicle.imageUrl = '/images/camper.svg'),
  ),
  ...faultsOfExtras('accessories', accessories),
  ...faultsOfExtras('insurance', plans),
  'quote-answer': json(quotes, (quote) => [quote]),
  'quote-fields': json(quotes, (quote) => void delete quote.priceBreakdown.insurance),
  'quote-currency': json(quotes, (quote) => void (quote.currency = 'AUD')),
  'quote-expiry': json(quotes, (quote) => void (quote.expiresAt = '2020-01-01T00:00:00Z')),
  'quote-note': json(quotes, (quote) => void (quote.note = 'Thank you.')),
  'quote-amounts': json(quotes, (quote) => void (quote.priceBreakdown.routeFee = 0.001)),
  'quote-selected': json(
    quotes,
    (quote) => void (quote.priceBreakdown.accessories = []),
    has('accessory_ids'),
  ),
  'quote-ids': json(quotes, (quote) => void (quote.quoteId = 'q_1')),
  // In cents. No sentence of the document shows the arithmetic.
  'quote-sums': json(
    quotes,
    (quote) => void (quote.totalAmount = Math.round(quote.totalAmount * 100)),
  ),
  'errors-availability-missing': on(
    availability,
    error(400, 'A parameter is missing'),
    lacks('pick_up_date'),
  ),
  'errors-quotes-missing': on(quotes, error(400, 'A parameter is missing'), lacks('vehicle_id')),
  'errors-date': on(availability, html(500), isMalformed('pick_up_date', /^\d{4}-\d{2}-\d{2}$/)),
  'errors-id': on(quotes, html(500), isMalformed('vehicle_id', /^\d+$/)),
  'errors-not-available': on(quotes, html(404), isStatus(404)),
  'errors-unavailable': on(everything, html(503), ({ number }) => number >= 6),
  'site-book': on(/^\/book$/, html(404), lacks('vehicle_id')),
  'site-checkout': on(/^\/book$/, html(404), has('vehicle_id')),
  'site-openapi-yaml': on(
    /^\/openapi\.yaml$/,
    (answer) => (answer.body = answer.body.replace('3.0.3', '3.1.0')),
  ),
  'site-openapi-json': json(
    /^\/openapi\.json$/,
    (document) => void delete document.paths['/quotes'],
  ),
  'site-openapi-same': json(
    /^\/openapi\.json$/,
    (document) => void (document.servers = [{ url: 'http://localhost:3000/api/agent' }]),
  ),
  'limits-value': on(
    everything,
    ({ headers }) => headers.has('X-RateLimit-Limit') && headers.set('X-RateLimit-Limit', '50'),
  ),
  // Found only by a run that exceeds the limit.
  'limits-exceeded': on(everything, html(429), isStatus(429)),
};

/** Accessories and insurance plans have the same rules. */
function faultsOfExtras(group: string, path: RegExp): Record<string, Change> {
  return {
    [`${group}-answer`]: on(path, html(200), isStatus(200), has('pick_up_date')),
    [`${group}-fields`]: json(path, ([extra]) => void delete extra.price),
    [`${group}-ids`]: json(path, (list) => void list.push(list[0])),
    [`${group}-amounts`]: json(path, ([extra]) => void (extra.price = 12.345)),
  };
}
