/** Every rule, in the order in which results are shown. */
import type { Judge } from '../converse.ts';
import { documented, type RuleSource } from '../interface-document.ts';
import type { ExtraKind } from '../trips.ts';
import * as errors from './errors.ts';
import * as limits from './limits.ts';
import * as list from './lists.ts';
import * as quotes from './quotes.ts';
import type { Rule } from './rule.ts';
import * as site from './site.ts';

const { depots, vehicles, accessories, plans } = list.lists;
const notAvailable = 'a quote of a vehicle that is not available is a 404 with its reason';
const described = 'is 3.0.3, of version 1.0.0, with GET for the five paths';
const exceedingRequest = 'a request above the limit gets a 429 in text/plain with three headers';

export const rules: readonly Rule[] = [
  ...rulesOfList(depots, 'depots', documented.depots, list.depotsAnswer),
  {
    id: 'depots-times',
    source: documented.depotTimes,
    title: 'times are HH:MM on a 24-hour clock',
    judge: list.entryTimes(depots),
  },
  ...rulesOfList(vehicles, 'vehicles', documented.vehicles, list.vehiclesAnswer),
  {
    id: 'availability-amounts',
    source: documented.amounts,
    title: 'rentalDailyRate has at most two decimals',
    judge: list.entryAmounts(vehicles),
  },
  {
    id: 'availability-images',
    source: documented.vehicleImages,
    title: 'imageUrl is a URI',
    judge: list.entryImages(vehicles),
  },
  ...rulesOfExtras(accessories, 'accessories', 'accessories', documented.accessories),
  ...rulesOfExtras(plans, 'insurance plans', 'insurance-types', documented.plans),
  {
    id: 'quote-answer',
    source: documented.quote,
    title: 'a quote is a JSON object, status 200',
    judge: quotes.quoteAnswer,
  },
  {
    id: 'quote-currency',
    source: documented.quoteCurrency,
    title: 'the currency is NZD',
    judge: quotes.currency,
  },
  {
    id: 'quote-expiry',
    source: documented.quoteExpiry,
    title: 'expiresAt is ISO 8601 in UTC and in the future',
    judge: quotes.expiry,
  },
  {
    id: 'quote-note',
    source: documented.quoteNote,
    title: 'the note says that amounts are in NZD',
    judge: quotes.note,
  },
  {
    id: 'quote-fields',
    source: documented.quoteFields,
    title: 'a quote has every field, with the right type',
    judge: quotes.fieldsOfQuotes,
  },
  {
    id: 'quote-amounts',
    source: documented.amounts,
    title: 'amounts have at most two decimals',
    judge: quotes.decimalsOfQuotes,
  },
  {
    id: 'quote-selected',
    source: documented.quoteSelected,
    title: 'a quote has what was selected, and nothing else',
    judge: quotes.selected,
  },
  {
    id: 'quote-ids',
    source: documented.quoteIds,
    title: 'two quotes have different quoteIds',
    judge: quotes.otherId,
  },
  {
    id: 'quote-sums',
    source: documented.amounts,
    title: 'the total and the fees are in the same unit as their parts',
    judge: quotes.sums,
  },
  refusalRule(
    'errors-availability-missing',
    documented.missing,
    'availability names each missing required parameter',
  ),
  refusalRule(
    'errors-quotes-missing',
    documented.missing,
    'quotes names each missing required parameter',
  ),
  refusalRule('errors-date', documented.malformed, 'a malformed date is refused with a reason'),
  refusalRule(
    'errors-id',
    documented.malformedIds,
    'a malformed depot, vehicle or plan id is refused with a reason',
  ),
  {
    id: 'errors-not-available',
    source: documented.notAvailable,
    title: notAvailable,
    judge: errors.notAvailable,
  },
  {
    id: 'errors-unavailable',
    source: documented.unavailable,
    title: 'a 503 gives its reason',
    judge: errors.unavailable,
  },
  {
    id: 'site-book',
    source: documented.book,
    title: 'the booking page shows a search',
    judge: site.bookPage,
  },
  {
    id: 'site-checkout',
    source: documented.checkout,
    title: 'the booking page shows a checkout for a quote',
    judge: site.checkoutPage,
  },
  {
    id: 'site-openapi-yaml',
    source: documented.description,
    title: `the OpenAPI description in YAML ${described}`,
    judge: site.described('yaml'),
  },
  {
    id: 'site-openapi-json',
    source: documented.description,
    title: `the OpenAPI description in JSON ${described}`,
    judge: site.described('json'),
  },
  {
    id: 'site-openapi-same',
    source: documented.undocumented,
    title: 'OpenAPI descriptions name the same addresses',
    judge: site.sameAddresses,
  },
  {
    id: 'limits-value',
    source: documented.undocumented,
    title: 'the limit is 100 requests',
    judge: limits.limitValue,
  },
  {
    id: 'limits-exceeded',
    source: documented.limitExceeded,
    title: exceedingRequest,
    judge: limits.exceeded,
  },
];

/** The sentences of the document about an answer with a list, its fields and its ids. */
type ListSources = typeof documented.plans;

function rulesOfList(
  checked: list.CheckedList,
  noun: string,
  sources: ListSources,
  judgeAnswer: Judge,
): Rule[] {
  return [
    {
      id: `${checked.group}-answer`,
      source: sources.answer,
      title: `the ${noun} are a JSON array, status 200`,
      judge: judgeAnswer,
    },
    {
      id: `${checked.group}-fields`,
      source: sources.fields,
      title: `${noun} have every field, with the right type`,
      judge: list.entryFields(checked),
    },
    {
      id: `${checked.group}-ids`,
      source: sources.ids,
      title: `no two ${noun} share an id`,
      judge: list.entryIds(checked),
    },
  ];
}

function rulesOfExtras(
  checked: list.CheckedList,
  noun: string,
  kind: ExtraKind,
  sources: ListSources,
): Rule[] {
  return [
    ...rulesOfList(checked, noun, sources, list.extrasAnswer(kind)),
    {
      id: `${checked.group}-amounts`,
      source: documented.amounts,
      title: 'price has at most two decimals',
      judge: list.entryAmounts(checked),
    },
  ];
}

function refusalRule(id: string, source: RuleSource, title: string): Rule {
  return { id, source, title, judge: errors.refusal(id) };
}
