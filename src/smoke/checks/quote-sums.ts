/** How the amounts of a quote agree. The document does not show the arithmetic, so a difference is a note; cents for dollars are not. */
import type { Exchange } from '../exchange.ts';
import type { RentalDates } from '../../api/types.ts';
import { defineCheck, type Check } from '../check.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { findQuoted, findTrip, requestExtras, requestQuote, type ExtraKind } from '../facts.ts';
import { hasCents } from '../field-rules.ts';
import { note, warning, type Finding } from '../finding.ts';
import { isObject, listOf, type JsonObject } from '../responses.ts';
import { accessoriesOf, breakdownOf, plainQuote, quoteCheck, quoteWithExtras } from './quote.ts';

export const quoteSumChecks: readonly Check[] = [
  quoteCheck('sums', rules.amounts, 'the total and the fees are in the same unit as their parts', sumFindings),
  defineCheck(
    'quote-rate',
    rules.amounts,
    'the daily rate and the rental fee are in the same unit',
    async (deployment) => {
      const selection = await findQuoted(deployment);
      const vehicles = (await findTrip(deployment)).vehicles ?? [];
      const rate = priceOf(vehicles, 'vehicleId', selection.vehicleId, 'rentalDailyRate');
      const fee = breakdownOf(await plainQuote(deployment))['rentalFee'];
      const daily = typeof fee === 'number' ? Math.round((100 * fee) / rentalDays(selection)) / 100 : undefined;
      const name = 'rentalFee: in the unit of rentalDailyRate';
      return unitFindings(await requestQuote(deployment), name, rate, daily);
    },
  ),
  defineCheck(
    'quote-prices',
    rules.amounts,
    'the costs of extras are in the same unit as their prices',
    async (deployment) => {
      const { exchange, quote } = await quoteWithExtras(deployment);
      const days = rentalDays(await findQuoted(deployment));
      const breakdown = breakdownOf(quote);
      const judge = async (kind: ExtraKind, entries: readonly JsonObject[]): Promise<Finding[]> => {
        const list = listOf(await requestExtras(deployment, kind, findQuoted)) ?? [];
        return entries.flatMap(({ id, cost }) => {
          const name = `cost of id ${showValue(id)}: in the unit of its price`;
          return unitFindings(exchange, name, priceOf(list, 'id', id, 'price'), cost, days);
        });
      };
      const plan = breakdown['insurance'];
      return [
        ...(await judge('accessories', accessoriesOf(breakdown) ?? [])),
        ...(await judge('insurance-types', isObject(plan) ? [plan] : [])),
      ];
    },
  ),
];

function sumFindings(exchange: Exchange, quote: JsonObject): Finding[] {
  const breakdown = breakdownOf(quote);
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, insurance } = breakdown;
  const costs = (accessoriesOf(breakdown) ?? []).map((entry) => entry['cost']);
  return [
    ...sumFinding(exchange, 'totalAmount', quote['totalAmount'], [rentalFee, routeFee, accessoriesFee, insuranceFee]),
    ...sumFinding(exchange, 'accessoriesFee', accessoriesFee, costs),
    ...sumFinding(exchange, 'insuranceFee', insuranceFee, isObject(insurance) ? [insurance['cost']] : []),
  ];
}

function sumFinding(exchange: Exchange, name: string, sum: unknown, parts: readonly unknown[]): Finding[] {
  const amounts = [sum, ...parts];
  // Other checks report amounts that are not numbers of cents. Sums of cents are exact.
  if (!amounts.every((amount): amount is number => typeof amount === 'number' && hasCents(amount))) return [];
  const [total = 0, ...cents] = amounts.map((amount) => Math.round(amount * 100));
  const added = cents.reduce((subtotal, part) => subtotal + part, 0);
  if (total === added) return [];
  const expected = `${name}: ${(added / 100).toFixed(2)}, the sum of its parts`;
  const isCents = added > 0 && (total === added * 100 || total * 100 === added);
  return isCents
    ? [warning(exchange, `${expected}: cents?`, showValue(sum))]
    : [note(exchange, expected, showValue(sum))];
}

/** Discounts and seasons change an amount by much less than the 100 between dollars and cents. `most` prices make the amount at most. */
function unitFindings(exchange: Exchange, name: string, price: unknown, amount: unknown, most = 1): Finding[] {
  if (typeof price !== 'number' || typeof amount !== 'number' || price <= 0 || amount <= 0) return [];
  const ratio = amount / price;
  const isCents = ratio > Math.max(50, most) || ratio < Math.max(1 / 50, most / 80);
  return isCents ? [warning(exchange, `${name}: cents?`, `${showValue(amount)} for ${showValue(price)}`)] : [];
}

function rentalDays({ pickUpDate, dropOffDate }: RentalDates): number {
  return Math.max(1, (Date.parse(dropOffDate) - Date.parse(pickUpDate)) / 86_400_000);
}

function priceOf(list: readonly unknown[], idKey: string, id: unknown, priceKey: string): unknown {
  return list.filter(isObject).find((entry) => entry[idKey] === id)?.[priceKey];
}
