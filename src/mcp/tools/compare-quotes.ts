import { comparedTripFlags, maxTotalOfFlag } from '../../cli/trip-flags.ts';
import { failureFields, offerFields, offerRecords } from '../../documents/compare.ts';
import { comparePlanFields } from '../../documents/compare-plan.ts';
import { failureRows } from '../../views/failures.ts';
import { labelsIn } from '../../views/labels.ts';
import { isPriced, type Comparison } from '../../documents/offers.ts';
import { isTransientCode } from '../../base/errors.ts';
import { formatMoney } from '../../base/money.ts';
import { amount, count, id, list, object, optional, pick, text, type Row } from '../../shape.ts';
import type { ToolDefinition } from '../tool.ts';
import { comparedVehicles } from './compared-vehicles.ts';
import { comparisonNotes, estimateChecker, planNote } from './comparison-notes.ts';

const { fields } = offerRecords.item;

/** Beside the lists if all offers have the same, else in the rows. */
const sharedFacts = { nights: optional(count), pickUp: optional(text), dropOff: optional(text) };
const name = { vehicleId: id, vehicle: text, operator: optional(text) };
const priceFacts = { currency: optional(text), chargedDays: optional(count) };
const row = { ...sharedFacts, noTimes: optional(text), starts: optional(text) };
const pricedRow = {
  totalAmount: amount,
  ...priceFacts,
  perNight: optional(amount),
  aboveMaxTotal: optional(text),
  ...row,
};
const insurance = optional(text);

export const compareQuotes: ToolDefinition = {
  name: 'compare_quotes',
  description:
    'Many quotes at once: vehicles × dates × depots × operators. Each vehicle once, lowest total found first, with starts (noTimes last). checkoutUrl, on the first 3 vehicles, is for the first start and depot of its row; get_booking_link makes any. chargedDays: days that the operator charged. notPriced has no quote; unranked lack an extra. No dropOff: same depot. 1 request for each trip and quote: above 100, start with dry_run. If there is next, do that.',
  command: 'compare',
  asks: 'several',
  inputs: [
    ...comparedTripFlags,
    'vehicle',
    'accessory',
    'insurance',
    'quote',
    'max-total',
    'dry-run',
    'max-requests',
  ],
  output: {
    next: optional(text),
    plan: optional(object(pick(comparePlanFields, 'requests', 'mostRequests', 'trips'))),
    operator: optional(text),
    ...priceFacts,
    ...sharedFacts,
    insurance,
    start: optional(text),
    noTimes: optional(text),
    offersTotal: optional(count),
    priced: optional(count),
    incomplete: optional(count),
    notPriced: optional(count),
    withinMaxTotal: optional(count),
    vehicles: list(
      object({
        ...name,
        offers: optional(count),
        cheaper: optional(text),
        prices: optional(
          list(object({ ...pricedRow, insurance, checkoutUrl: optional(fields.checkoutUrl) })),
        ),
        notPriced: optional(list(object({ estimate: optional(text), ...row }))),
      }),
    ),
    unranked: optional(
      list(
        object({
          ...name,
          missing: optional(offerFields.missing),
          unchecked: offerFields.unchecked,
          offers: optional(count),
          incompleteTotal: optional(amount),
          currency: optional(text),
          bareEstimate: optional(text),
          ...row,
        }),
      ),
    ),
    failures: optional(
      list(
        object({
          ...pick(failureFields, 'operator', 'step', 'code', 'reason'),
          count,
          example: optional(text),
        }),
      ),
    ),
  },
  limit: 40,
  limitHelp: '3 if only the cheapest matter',
  shorterLists: { unranked: 10 },
  show: async (value: Comparison | Pick<Comparison, 'plan'>, { sessions, options }) => {
    if (!('offers' in value))
      return { ...value, notes: [planNote(value.plan, options['max-requests'])] };
    const labels = labelsIn(value);
    const coversAllCosts = estimateChecker(value, sessions);
    return {
      ...(await comparedVehicles(value, labels, {
        coversAllCosts,
        maxTotal: maxTotalOfFlag(options),
      })),
      failures: failureRows(value.failures, labels),
      next: nextStep(value),
      notes: comparisonNotes(value, coversAllCosts),
    };
  },
  textRows: (answer) =>
    'vehicles' in answer
      ? { ...answer, vehicles: rowsIn(answer['vehicles']).flatMap(priceRows) }
      : answer,
};

/**
 * A row for each price of a vehicle, and for its starts without one; the first has the name. The
 * column `totalAmount` has a total, or says why there is none.
 */
function priceRows({ vehicleId, vehicle, operator, cheaper, ...entry }: Row): Row[] {
  const rows: Row[] = [
    ...rowsIn(entry['prices']).map((price) => ({
      ...price,
      totalAmount: formatMoney(Number(price['totalAmount'])),
    })),
    ...rowsIn(entry['notPriced']).map(({ estimate, ...starts }) => ({
      totalAmount: ['not priced', estimate].filter((text) => text !== undefined).join(', '),
      ...starts,
    })),
    ...moreRows(entry['pricesTotal'], entry['prices'], 'totals'),
    ...moreRows(entry['notPricedTotal'], entry['notPriced'], 'not priced'),
  ];
  return rows.map((line, index) => ({
    vehicleId,
    ...(index === 0 && { vehicle, operator, cheaper }),
    ...line,
  }));
}

/** A row for the items by which a list was cut. */
function moreRows(total: unknown, list: unknown, noun: string): Row[] {
  const more = Number(total ?? 0) - rowsIn(list).length;
  return more > 0 ? [{ totalAmount: `${more} more ${noun}` }] : [];
}

function rowsIn(list: unknown): readonly Row[] {
  return Array.isArray(list) ? (list as readonly Row[]) : [];
}

/** Undefined if the same call cannot give more, because an operator refuses it or lacks it. */
function nextStep({ interrupted, failures, offers }: Comparison): string | undefined {
  if (!interrupted && !failures.some(({ code }) => isTransientCode(code))) return undefined;
  const seconds = Math.max(0, ...failures.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  const later = seconds > 0 ? ` in ${seconds} s` : '';
  const nothing = offers.some(isPriced)
    ? ''
    : `${offers.length === 0 ? 'not searched yet' : 'nothing is priced yet'}: `;
  return `${nothing}call compare_quotes again with the same input${later}: it continues from the stored answers`;
}
