/** How the amounts of a quote agree. The document does not show the arithmetic, so a difference is a note; cents for dollars are not. */
import type { RentalDates } from '../../api/types.ts';
import { fieldOf, given, isObject, listOf, type Answer, type Asked } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { hasCents, judgeEach, note, unless, warning, type Finding, type Verdict } from '../findings.ts';
import { fullQuote, plainQuote, withBreakdown, type Quote } from './quotes.ts';

export function sums(answers: Answers): Verdict {
  return judgeEach(withBreakdown(plainQuote(answers)), [withBreakdown(fullQuote(answers))], sumsOf);
}

function sumsOf({ answer, quote, breakdown, accessories }: Quote): Finding[] {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, insurance } = breakdown;
  const costs = accessories.map(({ cost }) => cost);
  const plan = isObject(insurance) ? [insurance['cost']] : [];
  return [
    ...sumFindings(answer, 'totalAmount', quote['totalAmount'], [rentalFee, routeFee, accessoriesFee, insuranceFee]),
    ...sumFindings(answer, 'accessoriesFee', accessoriesFee, costs),
    ...sumFindings(answer, 'insuranceFee', insuranceFee, plan),
  ];
}

function sumFindings(answer: Answer, name: string, sum: unknown, parts: readonly unknown[]): Finding[] {
  // Other rules report amounts that are not numbers of cents. Sums of cents are exact.
  if (![sum, ...parts].every(hasCents)) return [];
  const [total = 0, ...cents] = [sum, ...parts].map((amount) => Math.round((amount as number) * 100));
  const added = cents.reduce((subtotal, part) => subtotal + part, 0);
  const isCents = added > 0 && (total === added * 100 || total * 100 === added);
  const expected = `${name}: ${(added / 100).toFixed(2)}, the sum of its parts${isCents ? ': cents?' : ''}`;
  return unless(total === added, (isCents ? warning : note)(answer, expected, showValue(sum)));
}

/** The daily rate and the rental fee. */
export function rate(answers: Answers): Verdict {
  return given(withBreakdown(plainQuote(answers)), ({ answer, breakdown: { rentalFee: fee } }) =>
    given(answers.quotes, ({ selection }) => {
      const vehicles = given(answers.search, ({ best }) => best.asked);
      const daily = priceOf(vehicles, 'vehicleId', selection.vehicleId, 'rentalDailyRate');
      const paid = typeof fee === 'number' ? Math.round((100 * fee) / rentalDays(selection)) / 100 : undefined;
      return unitFindings(answer, 'rentalFee: in the unit of rentalDailyRate', daily, paid);
    }),
  );
}

/** The costs of extras and their prices. */
export function prices(answers: Answers): Verdict {
  return given(withBreakdown(fullQuote(answers)), ({ answer, breakdown: { insurance }, accessories }) =>
    given(answers.quotes, ({ selection, prices: lists }) => {
      const judge = (list: Asked, { id, cost }: Readonly<Record<string, unknown>>): Finding[] => {
        const name = `cost of id ${showValue(id)}: in the unit of its price`;
        return unitFindings(answer, name, priceOf(list, 'id', id, 'price'), cost, rentalDays(selection));
      };
      return [
        ...accessories.flatMap((one) => judge(lists.accessories, one)),
        ...(isObject(insurance) ? judge(lists['insurance-types'], insurance) : []),
      ];
    }),
  );
}

/** Discounts and seasons change an amount by much less than the 100 between dollars and cents. `most` prices make the amount at most. */
function unitFindings(answer: Answer, name: string, price: unknown, amount: unknown, most = 1): Finding[] {
  if (typeof price !== 'number' || typeof amount !== 'number' || price <= 0 || amount <= 0) return [];
  const ratio = amount / price;
  const isCents = ratio > Math.max(50, most) || ratio < Math.max(1 / 50, most / 80);
  return unless(!isCents, warning(answer, `${name}: cents?`, `${showValue(amount)} for ${showValue(price)}`));
}

function rentalDays({ pickUpDate, dropOffDate }: RentalDates): number {
  return Math.max(1, (Date.parse(dropOffDate) - Date.parse(pickUpDate)) / 86_400_000);
}

function priceOf(asked: Asked, idKey: string, id: unknown, priceKey: string): unknown {
  return fieldOf(
    listOf(asked)?.find((entry) => fieldOf(entry, idKey) === id),
    priceKey,
  );
}
