/** Faults that break one rule of the interface each, to see what smoke reports. */
import {
  accessoriesPath,
  availabilityPath,
  depotsPath,
  errorAnswer,
  hasParameter,
  htmlAnswer,
  isMalformed,
  isStatus,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  type AnswerChange,
} from './change.ts';

const everything = /^\//;

/** By the id of the check that finds the fault. */
export const faults: Readonly<Record<string, AnswerChange>> = {
  'depots-answer': changeJson(depotsPath, (list) => ({ depots: list })),
  'depots-fields': changeJson(depotsPath, ([depot]) => void delete depot.name),
  'depots-ids': changeJson(depotsPath, ([one, other]) => void (other.id = one.id)),
  'depots-times': changeJson(depotsPath, ([depot]) => void (depot.pickup_times[0].time = '9am')),
  'availability-answer': on(availabilityPath, htmlAnswer(200), isStatus(200)),
  'availability-fields': changeJson(
    availabilityPath,
    ([vehicle]) => void (vehicle.rentalDailyRate = '99.00'),
  ),
  'availability-ids': changeJson(availabilityPath, (list) => void list.push(list[0])),
  'availability-amounts': changeJson(
    availabilityPath,
    ([vehicle]) => void (vehicle.rentalDailyRate = 99.999),
  ),
  'availability-images': changeJson(
    availabilityPath,
    ([vehicle]) => void (vehicle.imageUrl = '/images/camper.svg'),
  ),
  ...faultsOfExtras('accessories', accessoriesPath),
  ...faultsOfExtras('insurance', plansPath),
  'quote-answer': changeJson(quotesPath, (quote) => [quote]),
  'quote-fields': changeJson(quotesPath, (quote) => void delete quote.priceBreakdown.insurance),
  'quote-currency': changeJson(quotesPath, (quote) => void (quote.currency = 'AUD')),
  'quote-expiry': changeJson(
    quotesPath,
    (quote) => void (quote.expiresAt = '2020-01-01T00:00:00Z'),
  ),
  'quote-note': changeJson(quotesPath, (quote) => void (quote.note = 'Thank you.')),
  'quote-amounts': changeJson(quotesPath, (quote) => void (quote.priceBreakdown.routeFee = 0.001)),
  'quote-selected': changeJson(
    quotesPath,
    (quote) => void (quote.priceBreakdown.accessories = []),
    hasParameter('accessory_ids'),
  ),
  'quote-ids': changeJson(quotesPath, (quote) => void (quote.quoteId = 'q_1')),
  // A total in cents.
  'quote-sums': changeJson(
    quotesPath,
    (quote) => void (quote.totalAmount = Math.round(quote.totalAmount * 100)),
  ),
  'errors-availability-missing': on(
    availabilityPath,
    errorAnswer(400, 'A parameter is missing'),
    lacksParameter('pick_up_date'),
  ),
  'errors-quotes-missing': on(
    quotesPath,
    errorAnswer(400, 'A parameter is missing'),
    lacksParameter('vehicle_id'),
  ),
  'errors-date': on(
    availabilityPath,
    htmlAnswer(500),
    isMalformed('pick_up_date', /^\d{4}-\d{2}-\d{2}$/),
  ),
  'errors-id': on(quotesPath, htmlAnswer(500), isMalformed('vehicle_id', /^\d+$/)),
  'errors-not-available': on(quotesPath, htmlAnswer(404), isStatus(404)),
  // By then smoke has depots, vehicles and a quote.
  'errors-unavailable': on(everything, htmlAnswer(503), ({ position }) => position > 5),
  'site-book': on(/^\/book$/, htmlAnswer(404), lacksParameter('vehicle_id')),
  'site-checkout': on(/^\/book$/, htmlAnswer(404), hasParameter('vehicle_id')),
  'site-openapi-yaml': on(
    /^\/openapi\.yaml$/,
    (answer) => (answer.body = answer.body.replace('3.0.3', '3.1.0')),
  ),
  'site-openapi-json': changeJson(
    /^\/openapi\.json$/,
    (document) => void delete document.paths['/quotes'],
  ),
  'site-openapi-same': changeJson(
    /^\/openapi\.json$/,
    (document) => void (document.servers = [{ url: 'http://localhost:3000/api/agent' }]),
  ),
  'limits-value': on(
    everything,
    ({ headers }) => headers.has('X-RateLimit-Limit') && headers.set('X-RateLimit-Limit', '50'),
  ),
  // Found only by a run that exceeds the limit.
  'limits-exceeded': on(everything, htmlAnswer(429), isStatus(429)),
};

function faultsOfExtras(group: string, path: RegExp): Record<string, AnswerChange> {
  return {
    [`${group}-answer`]: on(path, htmlAnswer(200), isStatus(200), hasParameter('pick_up_date')),
    [`${group}-fields`]: changeJson(path, ([extra]) => void delete extra.price),
    [`${group}-ids`]: changeJson(path, (list) => void list.push(list[0])),
    [`${group}-amounts`]: changeJson(path, ([extra]) => void (extra.price = 12.345)),
  };
}
