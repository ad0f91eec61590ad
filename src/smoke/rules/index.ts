/** Every rule with its judge, in the order in which results are shown. */
import type { Judge } from '../converse.ts';
import { ruleDefinitions, ruleIds, type RuleId } from './definitions.ts';
import * as errors from './errors.ts';
import * as limits from './limits.ts';
import * as list from './lists.ts';
import * as quotes from './quotes.ts';
import type { Rule } from './rule.ts';
import * as site from './site.ts';

const { depots, vehicles, accessories, plans } = list.lists;

const judges: Readonly<Record<RuleId, Judge>> = {
  'depots-answer': list.depotsAnswer,
  'depots-fields': list.entryFields(depots),
  'depots-ids': list.entryIds(depots),
  'depots-times': list.entryTimes(depots),
  'availability-answer': list.vehiclesAnswer,
  'availability-fields': list.entryFields(vehicles),
  'availability-ids': list.entryIds(vehicles),
  'availability-amounts': list.entryAmounts(vehicles),
  'availability-images': list.entryImages(vehicles),
  'accessories-answer': list.extrasAnswer('accessories'),
  'accessories-fields': list.entryFields(accessories),
  'accessories-ids': list.entryIds(accessories),
  'accessories-amounts': list.entryAmounts(accessories),
  'insurance-answer': list.extrasAnswer('insurance-types'),
  'insurance-fields': list.entryFields(plans),
  'insurance-ids': list.entryIds(plans),
  'insurance-amounts': list.entryAmounts(plans),
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
