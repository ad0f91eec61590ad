/** Every rule: its sentence in the interface document, and its title. */
import { documented, type RuleSource } from '../interface-document.ts';

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
    source: documented.depots.answer,
    title: 'the depots are a JSON array, status 200',
  },
  'depots-fields': {
    source: documented.depots.fields,
    title: 'depots have every field, with the right type',
  },
  'depots-ids': { source: documented.depots.ids, title: 'no two depots share an id' },
  'depots-times': { source: documented.depotTimes, title: 'times are HH:MM on a 24-hour clock' },
  'availability-answer': {
    source: documented.vehicles.answer,
    title: 'the vehicles are a JSON array, status 200',
  },
  'availability-fields': {
    source: documented.vehicles.fields,
    title: 'vehicles have every field, with the right type',
  },
  'availability-ids': { source: documented.vehicles.ids, title: 'no two vehicles share an id' },
  'availability-amounts': {
    source: documented.amounts,
    title: 'rentalDailyRate has at most two decimals',
  },
  'availability-images': { source: documented.vehicleImages, title: 'imageUrl is a URI' },
  'accessories-answer': {
    source: documented.accessories.answer,
    title: 'the accessories are a JSON array, status 200',
  },
  'accessories-fields': {
    source: documented.accessories.fields,
    title: 'accessories have every field, with the right type',
  },
  'accessories-ids': {
    source: documented.accessories.ids,
    title: 'no two accessories share an id',
  },
  'accessories-amounts': { source: documented.amounts, title: 'price has at most two decimals' },
  'insurance-answer': {
    source: documented.plans.answer,
    title: 'the insurance plans are a JSON array, status 200',
  },
  'insurance-fields': {
    source: documented.plans.fields,
    title: 'insurance plans have every field, with the right type',
  },
  'insurance-ids': { source: documented.plans.ids, title: 'no two insurance plans share an id' },
  'insurance-amounts': { source: documented.amounts, title: 'price has at most two decimals' },
  'quote-answer': { source: documented.quote, title: 'a quote is a JSON object, status 200' },
  'quote-currency': { source: documented.quoteCurrency, title: 'the currency is NZD' },
  'quote-expiry': {
    source: documented.quoteExpiry,
    title: 'expiresAt is ISO 8601 in UTC and in the future',
  },
  'quote-note': { source: documented.quoteNote, title: 'the note says that amounts are in NZD' },
  'quote-fields': {
    source: documented.quoteFields,
    title: 'a quote has every field, with the right type',
  },
  'quote-amounts': { source: documented.amounts, title: 'amounts have at most two decimals' },
  'quote-selected': {
    source: documented.quoteSelected,
    title: 'a quote has what was selected, and nothing else',
  },
  'quote-ids': { source: documented.quoteIds, title: 'two quotes have different quoteIds' },
  'quote-sums': {
    source: documented.amounts,
    title: 'the total and the fees are in the same unit as their parts',
  },
  'errors-availability-missing': {
    source: documented.missing,
    title: 'availability names each missing required parameter',
  },
  'errors-quotes-missing': {
    source: documented.missing,
    title: 'quotes names each missing required parameter',
  },
  'errors-date': {
    source: documented.malformed,
    title: 'a malformed date is refused with a reason',
  },
  'errors-id': {
    source: documented.malformedIds,
    title: 'a malformed depot, vehicle or plan id is refused with a reason',
  },
  'errors-not-available': {
    source: documented.notAvailable,
    title: 'a quote of a vehicle that is not available is a 404 with its reason',
  },
  'errors-unavailable': { source: documented.unavailable, title: 'a 503 gives its reason' },
  'site-book': { source: documented.book, title: 'the booking page shows a search' },
  'site-checkout': {
    source: documented.checkout,
    title: 'the booking page shows a checkout for a quote',
  },
  'site-openapi-yaml': {
    source: documented.description,
    title: `the OpenAPI description in YAML ${described}`,
  },
  'site-openapi-json': {
    source: documented.description,
    title: `the OpenAPI description in JSON ${described}`,
  },
  'site-openapi-same': {
    source: documented.undocumented,
    title: 'OpenAPI descriptions name the same addresses',
  },
  'limits-value': { source: documented.undocumented, title: 'the limit is 100 requests' },
  'limits-exceeded': {
    source: documented.limitExceeded,
    title: 'a request above the limit gets a 429 in text/plain with three headers',
  },
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type RuleId = keyof typeof ruleDefinitions;
type GroupOf<Id extends string> = Id extends `${infer Group}-${string}` ? Group : never;
/** The first word of an id. */
export type RuleGroup = GroupOf<RuleId>;

export const ruleIds = Object.keys(ruleDefinitions) as readonly RuleId[];
