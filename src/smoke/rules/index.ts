/** Every rule, in the order in which results are shown. */
import { sentences as of } from '../interface-document.ts';
import type { Rule } from '../rule.ts';
import * as amounts from './amounts.ts';
import { availabilityAnswer } from './availability.ts';
import * as errors from './errors.ts';
import * as limits from './limits.ts';
import { accessories, depots, plans, vehicles } from './lists.ts';
import * as quoteExtras from './quote-extras.ts';
import * as quotes from './quotes.ts';
import * as site from './site.ts';

const isList = 'are a JSON array, status 200';
const haveFields = 'have every field, of its type';
const undated = 'come too, or a 400 with its reason';
const described = 'parses, is 3.0.3 and lists GET for the five paths';

export const rules: readonly Rule[] = [
  ['depots-answer', of.depots, `the depots ${isList}`, depots.answer],
  ['depots-fields', of.depotFields, `depots ${haveFields}`, depots.fields],
  ['depots-ids', of.depotIds, 'no two depots share an id', depots.ids],
  ['depots-times', of.depotTimes, 'times are HH:MM of a 24-hour day', depots.times],
  ['availability-answer', of.availability, `the vehicles ${isList}`, availabilityAnswer],
  ['availability-fields', of.vehicleFields, `vehicles ${haveFields}`, vehicles.fields],
  ['availability-ids', of.vehicleIds, 'no two vehicles share an id', vehicles.ids],
  ['availability-amounts', of.amounts, 'rentalDailyRate has two decimals at most', vehicles.amounts],
  ['availability-images', of.vehicleImages, 'imageUrl is a URI', vehicles.images],
  [
    'availability-others',
    of.availability,
    'other trips have an array of vehicles, or a 400 with its reason',
    vehicles.others,
  ],
  ['accessories-answer', of.accessories, `the accessories ${isList}`, accessories.answer],
  ['accessories-fields', of.accessoryFields, `accessories ${haveFields}`, accessories.fields],
  ['accessories-ids', of.accessoryIds, 'no two accessories share an id', accessories.ids],
  ['accessories-amounts', of.amounts, 'price has two decimals at most', accessories.amounts],
  ['accessories-undated', of.accessories, `without dates the accessories ${undated}`, accessories.undated],
  ['insurance-answer', of.insurance, `the insurance plans ${isList}`, plans.answer],
  ['insurance-fields', of.insuranceFields, `insurance plans ${haveFields}`, plans.fields],
  ['insurance-ids', of.insuranceIds, 'no two insurance plans share an id', plans.ids],
  ['insurance-amounts', of.amounts, 'price has two decimals at most', plans.amounts],
  ['insurance-undated', of.insurance, `without dates the insurance plans ${undated}`, plans.undated],
  ['quote-answer', of.quote, 'a quote is a JSON object, status 200', quotes.quoteAnswer],
  ['quote-currency', of.quoteCurrency, 'the currency is NZD', quotes.currency],
  ['quote-expiry', of.quoteExpiry, 'expiresAt is ISO 8601 in UTC and in the future', quotes.expiry],
  ['quote-note', of.quoteNote, 'the note says that amounts are in NZD', quotes.noteOfCurrency],
  ['quote-fields', of.quoteFields, 'a quote has every field, of its type', quotes.fields],
  ['quote-amounts', of.amounts, 'amounts have two decimals at most', quotes.amounts],
  ['quote-selected', of.quoteSelected, 'selected accessories and the plan are in the quote', quoteExtras.selected],
  [
    'quote-unselected',
    of.quoteUnselected,
    'with nothing selected insurance is null and accessories are empty',
    quoteExtras.unselected,
  ],
  ['quote-ids', of.quoteIds, 'another quote has another quoteId', quotes.otherId],
  ['quote-sums', of.amounts, 'the total and the fees are in the same unit as their parts', amounts.sums],
  ['quote-rate', of.amounts, 'the daily rate and the rental fee are in the same unit', amounts.rate],
  ['quote-prices', of.amounts, 'the costs of extras are in the same unit as their prices', amounts.prices],
  wrong('errors-availability-missing', of.missing, 'availability names each required parameter that is left out'),
  wrong('errors-quotes-missing', of.missing, 'quotes names each required parameter that is left out'),
  wrong('errors-date', of.malformed, 'a malformed date is refused with a reason'),
  wrong('errors-id', of.malformedIds, 'a malformed depot, vehicle or plan id is refused with a reason'),
  wrong('errors-path-id', of.malformedIds, 'a malformed vehicleId in a path is refused with a reason'),
  [
    'errors-not-available',
    of.notAvailable,
    'a quote of a vehicle that is not available is a 404 with its reason',
    errors.notAvailable,
  ],
  ['errors-trace', of.beside, 'no answer shows a stack trace', errors.traces],
  ['errors-echo', of.beside, 'control characters of a request do not come back raw', errors.echoes],
  ['errors-unavailable', of.unavailable, 'a 503 carries its reason', errors.unavailable],
  ['site-book', of.book, 'the booking page shows a search', site.bookPage],
  ['site-checkout', of.checkout, 'the booking page shows a checkout for a quote', site.checkoutPage],
  ['site-book-escapes', of.beside, 'the booking page escapes its parameters', site.escapes],
  ['site-openapi-yaml', of.description, `the OpenAPI description in YAML ${described}`, site.description('yaml')],
  ['site-openapi-json', of.description, `the OpenAPI description in JSON ${described}`, site.description('json')],
  ['site-openapi-version', of.version, 'the OpenAPI description is of interface version 1.0.0', site.version],
  [
    'site-openapi-agree',
    of.description,
    'the YAML and the JSON description list the same operations',
    site.sameOperations,
  ],
  ['limits-value', of.beside, 'the limit is 100 requests', limits.limitValue],
  [
    'limits-exceeded',
    of.limitExceeded,
    'beyond the limit comes a 429 in text/plain with its three headers',
    limits.exceeded,
  ],
];

function wrong(id: string, sentence: Rule[1], title: string): Rule {
  return [id, sentence, title, errors.refusal(id)];
}
