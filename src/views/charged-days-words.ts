/** What is charged for, and the estimates made of it, in words. */
import { moneyInWords, multiplyMoney } from '../base/money.ts';
import { plural } from '../base/words.ts';
import type { EstimateBasis } from '../planner/charged-days.ts';

/** `7 nights` if as many days are charged, `8 days` if not. */
export function chargedDaysInWords(days: number, nightCount: number): string {
  return days === nightCount ? plural(days, 'night') : plural(days, 'day');
}

/** Behind "for": `3 nights`, `the same day`. */
export function lengthBehindFor(nightCount: number): string {
  return nightCount === 0 ? 'the same day' : plural(nightCount, 'night');
}

/** `['about 504.00', '(8 days × 63.00)']`. Undefined if it is beyond the largest number. */
export function estimateInWords(
  dailyRate: number,
  { days, nights: count }: EstimateBasis,
): string[] | undefined {
  const estimate = multiplyMoney(dailyRate, days);
  if (estimate === undefined) return undefined;
  return [
    `about ${moneyInWords(estimate)}`,
    `(${chargedDaysInWords(days, count)} × ${moneyInWords(dailyRate)})`,
  ];
}

/** The note below amounts with "about". */
export function aboutEstimates({ days, nights: count, isFromQuote }: EstimateBasis): string {
  const start = `"about" is an estimate: the daily rate × ${chargedDaysInWords(days, count)}`;
  if (!isFromQuote)
    return `${start}. The quote has the price, with fees and extras; some operators charge a day more, or a minimum number of days.`;
  const how =
    days === count
      ? 'as this operator charged before'
      : `which this operator charged for ${lengthBehindFor(count)}`;
  return `${start}, ${how}. The quote has the price, with fees and extras.`;
}

/** The note below amounts with "about" of several lengths or operators. */
export const aboutAllEstimates =
  '"about" is an estimate: the daily rate × the nights, or × the days that the operator charged for as many nights before. ' +
  'A quote has the price, with fees and extras; some operators charge a day more, or a minimum number of days.';

/** The note below lists of extras. */
export const extrasPriceNote =
  'The operator does not say whether extras are priced per day or per rental.';
