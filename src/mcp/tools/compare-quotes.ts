import { failure, offer, offerRecords, comparePlan } from '../../documents/compare.ts';
import { failureRows } from '../../documents/failures.ts';
import { labelsIn } from '../../documents/labels.ts';
import type { Comparison } from '../../documents/offers.ts';
import { isTransientCode } from '../../base/errors.ts';
import { amount, count, list, object, optional, pick, text } from '../../shape.ts';
import type { ToolDefinition } from '../tool.ts';

const { fields } = offerRecords.item;

export const compareQuotes: ToolDefinition = {
  name: 'compare_quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators, cheapest total first, then those with noTimes, then those where an extra is missing; each with its booking link. 1 request for the depots, each trip and each quote: above 100, start with dry_run. If there is next, more can be found: do what it says.',
  command: 'compare',
  asks: 'several',
  inputs: [
    ...['pick-up', 'drop-off', 'from', 'flex', 'nights', 'to', 'start-on', 'until', 'pick-up-after', 'drop-off-by'],
    ...['vehicle', 'accessory', 'insurance', 'quote', 'max-total', 'dry-run', 'max-requests'],
  ],
  output: {
    plan: object(pick(comparePlan, 'requests', 'mostRequests', 'trips')),
    offers: list(
      object({
        ...pick(fields, 'rank', 'totalAmount', 'currency', 'perNight', 'nights', 'operator', 'pickUp', 'dropOff'),
        ...pick(fields, 'pick_up_date', 'drop_off_date', 'vehicleId', 'vehicle', 'noTimes', 'checkoutUrl'),
        ...{ missing: optional(offer.missing), unchecked: offer.unchecked, estimate: optional(amount) },
      }),
    ),
    failures: list(object({ ...pick(failure, 'operator', 'step', 'code', 'reason'), count, example: optional(text) })),
    next: optional(text),
  },
  limit: 12,
  show: (value: Comparison | Pick<Comparison, 'plan'>) =>
    'offers' in value ? { offers: value.offers, failures: failuresIn(value), next: stepAfter(value) } : value,
};

/** The labels are made of all offers, of which there can be very many. */
function failuresIn(value: Comparison): readonly object[] {
  return value.failures.length === 0 ? [] : failureRows(value.failures, labelsIn(value));
}

/** Undefined if the same call cannot give more: what an operator refuses, or does not have, stays so. */
function stepAfter({ interrupted, failures }: Comparison): string | undefined {
  if (!interrupted && !failures.some(({ code }) => isTransientCode(code))) return undefined;
  const seconds = Math.max(0, ...failures.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  const later = seconds > 0 ? ` in ${seconds} s` : '';
  return `call compare_quotes again with the same input${later}: it continues from the stored answers`;
}
