/** Every rule, in the order in which results are shown, and the choice of some. */
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { suggestion } from '../../base/words.ts';
import type { Judge } from '../converse.ts';
import { sentences as of } from '../interface-document.ts';
import type { ExtraKind } from '../trips.ts';
import * as errors from './errors.ts';
import * as limits from './limits.ts';
import * as list from './lists.ts';
import * as quotes from './quotes.ts';
import * as site from './site.ts';

/**
 * The id is `<group>-<name>`. The title is a sentence that is true if the rule is kept. A rule
 * without a sentence of the document must not fail, only warn.
 */
export type Rule = readonly [id: string, sentence: string, title: string, judge: Judge];

const { depots, vehicles, accessories, plans } = list.lists;
const notAvailable = 'a quote of a vehicle that is not available is a 404 with its reason';
const described = 'is 3.0.3, of version 1.0.0, with GET for the five paths';
const beyond = 'a request above the limit gets a 429 in text/plain with three headers';

export const rules: readonly Rule[] = [
  ...ofList(depots, 'depots', of.depots, list.depotsAnswer),
  ['depots-times', of.depotTimes, 'times are HH:MM on a 24-hour clock', list.times(depots)],
  ...ofList(vehicles, 'vehicles', of.vehicles, list.vehiclesAnswer),
  [
    'availability-amounts',
    of.amounts,
    'rentalDailyRate has at most two decimals',
    list.entryAmounts(vehicles),
  ],
  ['availability-images', of.vehicleImages, 'imageUrl is a URI', list.images(vehicles)],
  ...ofExtras(accessories, 'accessories', 'accessories', of.accessories),
  ...ofExtras(plans, 'insurance plans', 'insurance-types', of.plans),
  ['quote-answer', of.quote, 'a quote is a JSON object, status 200', quotes.quoteAnswer],
  ['quote-currency', of.quoteCurrency, 'the currency is NZD', quotes.currency],
  ['quote-expiry', of.quoteExpiry, 'expiresAt is ISO 8601 in UTC and in the future', quotes.expiry],
  ['quote-note', of.quoteNote, 'the note says that amounts are in NZD', quotes.note],
  [
    'quote-fields',
    of.quoteFields,
    'a quote has every field, with the right type',
    quotes.fieldsOfQuotes,
  ],
  ['quote-amounts', of.amounts, 'amounts have at most two decimals', quotes.amountsOfQuotes],
  [
    'quote-selected',
    of.quoteSelected,
    'a quote has what was selected, and nothing else',
    quotes.selected,
  ],
  ['quote-ids', of.quoteIds, 'two quotes have different quoteIds', quotes.otherId],
  [
    'quote-sums',
    of.amounts,
    'the total and the fees are in the same unit as their parts',
    quotes.sums,
  ],
  wrong(
    'errors-availability-missing',
    of.missing,
    'availability names each missing required parameter',
  ),
  wrong('errors-quotes-missing', of.missing, 'quotes names each missing required parameter'),
  wrong('errors-date', of.malformed, 'a malformed date is refused with a reason'),
  wrong(
    'errors-id',
    of.malformedIds,
    'a malformed depot, vehicle or plan id is refused with a reason',
  ),
  ['errors-not-available', of.notAvailable, notAvailable, errors.notAvailable],
  ['errors-unavailable', of.unavailable, 'a 503 gives its reason', errors.unavailable],
  ['site-book', of.book, 'the booking page shows a search', site.bookPage],
  [
    'site-checkout',
    of.checkout,
    'the booking page shows a checkout for a quote',
    site.checkoutPage,
  ],
  [
    'site-openapi-yaml',
    of.description,
    `the OpenAPI description in YAML ${described}`,
    site.described('yaml'),
  ],
  [
    'site-openapi-json',
    of.description,
    `the OpenAPI description in JSON ${described}`,
    site.described('json'),
  ],
  [
    'site-openapi-same',
    of.beside,
    'OpenAPI descriptions name the same addresses',
    site.sameAddresses,
  ],
  ['limits-value', of.beside, 'the limit is 100 requests', limits.limitValue],
  ['limits-exceeded', of.limitExceeded, beyond, limits.exceeded],
];

type OfList = typeof of.plans;

function ofList(one: list.CheckedList, noun: string, sentences: OfList, answer: Judge): Rule[] {
  return [
    [`${one.group}-answer`, sentences.answer, `the ${noun} are a JSON array, status 200`, answer],
    [
      `${one.group}-fields`,
      sentences.fields,
      `${noun} have every field, with the right type`,
      list.entryFields(one),
    ],
    [`${one.group}-ids`, sentences.ids, `no two ${noun} share an id`, list.ids(one)],
  ];
}

function ofExtras(one: list.CheckedList, noun: string, kind: ExtraKind, sentences: OfList): Rule[] {
  return [
    ...ofList(one, noun, sentences, list.extrasAnswer(kind)),
    [`${one.group}-amounts`, of.amounts, 'price has at most two decimals', list.entryAmounts(one)],
  ];
}

function wrong(id: string, sentence: string, title: string): Rule {
  return [id, sentence, title, errors.refusal(id)];
}

/** The group of a rule is the first word of its id. */
export function groupOf(id: string): string {
  return id.slice(0, id.indexOf('-'));
}

/** A rule as documents and reports show it. */
export type RuleText = {
  readonly id: string;
  readonly group: string;
  /** Of the interface document. */
  readonly section: string;
  /** Null if the rule can only warn. */
  readonly sentence: string | null;
  readonly title: string;
};

export function describeRule([id, said, title]: Rule): RuleText {
  const [section = '', sentence = null] = said.split(' | ');
  return { id, group: groupOf(id), section, sentence, title };
}

/** Of rules and groups, for the flags that choose them. */
export const names: readonly string[] = [
  ...new Set(rules.map(([id]) => groupOf(id))),
  ...rules.map(([id]) => id),
];

/** All rules by default. */
type Choice = { readonly [flag in 'only' | 'skip']?: readonly string[] | undefined };

/** Throws UsageError for a name that is neither a rule nor a group, and if no rule is left. */
export function selectRules({ only = names, skip = [] }: Choice): readonly Rule[] {
  const unknown = [...only, ...skip].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const groups = names.filter((name) => !name.includes('-')).join(', ');
    throw new UsageError(`no check or group of checks is called "${unknown}"`, {
      hint:
        suggestion(unknown, names) ??
        fieldText('groups: {groups}; rental smoke {list} shows every check', { groups }),
    });
  }
  const isIn = (list: readonly string[], [id]: Rule): boolean =>
    list.includes(id) || list.includes(groupOf(id));
  const selected = rules.filter((rule) => isIn(only, rule) && !isIn(skip, rule));
  if (selected.length > 0) return selected;
  throw new UsageError(fieldText('{only} and {skip} leave no check to run'), {
    hint: 'leave one of them out',
  });
}
