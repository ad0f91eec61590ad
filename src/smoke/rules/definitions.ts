/** Every rule: its sentence in the interface document, and its title. */
import { sources, type RuleSource } from '../interface-document.ts';

export interface RuleDefinition {
  /** A rule without a sentence only warns. */
  readonly source: RuleSource;
  /** A sentence that is true if the service keeps the rule. */
  readonly title: string;
}

const described = 'is 3.0.3, of version 1.0.0, with GET for the five paths';

/** By the id, `<group>-<name>`, in the order in which results are shown. */
export const ruleDefinitions = {
  'depots-answer': {
    source: sources.depots.answer,
    title: 'the depots are a JSON array, status 200',
  },
  'depots-fields': {
    source: sources.depots.fields,
    title: 'depots have every field, with the right type',
  },
  'depots-ids': { source: sources.depots.ids, title: 'no two depots share an id' },
  'depots-times': { source: sources.depotTimes, title: 'times are HH:MM on a 24-hour clock' },
  'availability-answer': {
    source: sources.vehicles.answer,
    title: 'the vehicles are a JSON array, status 200',
  },
  'availability-fields': {
    source: sources.vehicles.fields,
    title: 'vehicles have every field, with the right type',
  },
  'availability-ids': { source: sources.vehicles.ids, title: 'no two vehicles share an id' },
  'availability-amounts': {
    source: sources.amounts,
    title: 'rentalDailyRate has at most two decimals',
  },
  'availability-images': { source: sources.vehicleImages, title: 'imageUrl is a URI' },
  'accessories-answer': {
    source: sources.accessories.answer,
    title: 'the accessories are a JSON array, status 200',
  },
  'accessories-fields': {
    source: sources.accessories.fields,
    title: 'accessories have every field, with the right type',
  },
  'accessories-ids': {
    source: sources.accessories.ids,
    title: 'no two accessories share an id',
  },
  'accessories-amounts': { source: sources.amounts, title: 'price has at most two decimals' },
  'insurance-answer': {
    source: sources.plans.answer,
    title: 'the insurance plans are a JSON array, status 200',
  },
  'insurance-fields': {
    source: sources.plans.fields,
    title: 'insurance plans have every field, with the right type',
  },
  'insurance-ids': { source: sources.plans.ids, title: 'no two insurance plans share an id' },
  'insurance-amounts': { source: sources.amounts, title: 'price has at most two decimals' },
  'quote-answer': { source: sources.quote, title: 'a quote is a JSON object, status 200' },
  'quote-currency': { source: sources.quoteCurrency, title: 'the currency is NZD' },
  'quote-expiry': {
    source: sources.quoteExpiry,
    title: 'expiresAt is ISO 8601 in UTC and in the future',
  },
  'quote-note': { source: sources.quoteNote, title: 'the note says that amounts are in NZD' },
  'quote-fields': {
    source: sources.quoteFields,
    title: 'a quote has every field, with the right type',
  },
  'quote-amounts': { source: sources.amounts, title: 'amounts have at most two decimals' },
  'quote-selected': {
    source: sources.quoteSelected,
    title: 'a quote has what was selected, and nothing else',
  },
  'quote-ids': { source: sources.quoteIds, title: 'two quotes have different quoteIds' },
  'quote-sums': {
    source: sources.amounts,
    title: 'the total and the fees are in the same unit as their parts',
  },
  'errors-availability-missing': {
    source: sources.missing,
    title: 'availability names each missing required parameter',
  },
  'errors-quotes-missing': {
    source: sources.missing,
    title: 'quotes names each missing required parameter',
  },
  'errors-date': {
    source: sources.malformed,
    title: 'a malformed date is refused with a reason',
  },
  'errors-id': {
    source: sources.malformedIds,
    title: 'a malformed depot, vehicle or plan id is refused with a reason',
  },
  'errors-not-available': {
    source: sources.notAvailable,
    title: 'a quote of a vehicle that is not available is a 404 with its reason',
  },
  'errors-unavailable': { source: sources.unavailable, title: 'a 503 gives its reason' },
  'site-book': { source: sources.book, title: 'the booking page shows a search' },
  'site-checkout': {
    source: sources.checkout,
    title: 'the booking page shows a checkout for a quote',
  },
  'site-openapi-yaml': {
    source: sources.description,
    title: `the OpenAPI description in YAML ${described}`,
  },
  'site-openapi-json': {
    source: sources.description,
    title: `the OpenAPI description in JSON ${described}`,
  },
  'site-openapi-same': {
    source: sources.none,
    title: 'OpenAPI descriptions name the same addresses',
  },
  'limits-value': { source: sources.none, title: 'the limit is 100 requests' },
  'limits-exceeded': {
    source: sources.limitExceeded,
    title: 'a request above the limit gets a 429 in text/plain with three headers',
  },
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type RuleId = keyof typeof ruleDefinitions;
type GroupOf<Id extends string> = Id extends `${infer Group}-${string}` ? Group : never;
/** The first word of an id. */
export type RuleGroup = GroupOf<RuleId>;

export const ruleIds = Object.keys(ruleDefinitions) as readonly RuleId[];
