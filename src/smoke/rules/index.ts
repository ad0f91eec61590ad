/** Every rule with its judge, in the order in which results are shown. */
import type { Judge } from '../converse.ts';
import { ruleDefinitions, ruleIds, type RuleId } from './definitions.ts';
import * as errors from './errors.ts';
import * as limits from './limits.ts';
import * as lists from './lists.ts';
import * as quotes from './quotes.ts';
import type { Rule } from './rule.ts';
import * as site from './site.ts';

const { depots, vehicles, accessories, plans } = lists.checkedLists;

const judges: Readonly<Record<RuleId, Judge>> = {
  'depots-answer': lists.depotsAnswer,
  'depots-fields': lists.entryFields(depots),
  'depots-ids': lists.entryIds(depots),
  'depots-times': lists.entryTimes(depots),
  'availability-answer': lists.vehiclesAnswer,
  'availability-fields': lists.entryFields(vehicles),
  'availability-ids': lists.entryIds(vehicles),
  'availability-amounts': lists.entryAmounts(vehicles),
  'availability-images': lists.entryImages(vehicles),
  'accessories-answer': lists.extrasAnswer('accessories'),
  'accessories-fields': lists.entryFields(accessories),
  'accessories-ids': lists.entryIds(accessories),
  'accessories-amounts': lists.entryAmounts(accessories),
  'insurance-answer': lists.extrasAnswer('insurance-types'),
  'insurance-fields': lists.entryFields(plans),
  'insurance-ids': lists.entryIds(plans),
  'insurance-amounts': lists.entryAmounts(plans),
  'quote-answer': quotes.quoteAnswer,
  'quote-currency': quotes.currency,
  'quote-expiry': quotes.expiry,
  'quote-note': quotes.note,
  'quote-fields': quotes.fieldsOfQuotes,
  'quote-amounts': quotes.decimalsOfQuotes,
  'quote-selected': quotes.selected,
  'quote-ids': quotes.otherId,
  'quote-sums': quotes.sums,
  'errors-availability-missing': errors.refusal('errors-availability-missing'),
  'errors-quotes-missing': errors.refusal('errors-quotes-missing'),
  'errors-date': errors.refusal('errors-date'),
  'errors-id': errors.refusal('errors-id'),
  'errors-not-available': errors.notAvailable,
  'errors-unavailable': errors.unavailable,
  'site-book': site.bookPage,
  'site-checkout': site.checkoutPage,
  'site-openapi-yaml': site.described('yaml'),
  'site-openapi-json': site.described('json'),
  'site-openapi-same': site.sameAddresses,
  'limits-value': limits.limitValue,
  'limits-exceeded': limits.exceeded,
};

export const rules: readonly Rule[] = ruleIds.map((id) => ({
  id,
  ...ruleDefinitions[id],
  judge: judges[id],
}));
