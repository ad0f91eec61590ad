/** What the documents say of an answer, and its words. */
import type { CalendarDate } from '../../api/types.ts';
import { attempt } from '../../operators/files.ts';
import { formatDate, formatInstant, todayIn } from '../../planner/calendar.ts';
import { changeOfMoney } from '../../planner/money.ts';
import { readSweepDates } from '../../planner/sweep/request.ts';
import { areInSeveralYears, shortDate } from '../../planner/trip-words.ts';
import { isoInstant } from '../../text.ts';
import { priceInWords } from '../../trips/news.ts';
import type { Question } from '../../trips/question.ts';
import { firstAnswer, pricesIn, type Answer, type Asked } from '../../trips/trip.ts';

export function factsOf(answer: Answer) {
  const { at, end, reason, best } = answer;
  const { total = null, currency = null, checkoutUrl = null } = pricesIn(answer)[0] ?? {};
  return { askedAt: isoInstant(at), end, total, currency, label: best?.[0]?.label ?? null, checkoutUrl, reason };
}

/** In place of a price. */
const endWords: Readonly<Record<Answer['end'], string>> = {
  priced: 'no price',
  incomplete: 'incomplete',
  partial: 'not all answered',
  not_available: 'not available',
  changed: 'changed',
  failed: 'failed',
  over: 'over',
};

export function totalInWords({ end, total, currency }: Pick<ReturnType<typeof factsOf>, 'end' | 'total' | 'currency'>) {
  return total === null || currency === null ? endWords[end] : priceInWords({ total, currency });
}

export function changeInWords(change: number | null): string {
  return change === null || change === 0 ? '' : changeOfMoney(change);
}

/** In the time zone of the first operator. */
export function askedInWords({ at }: Answer, { operators: [{ timeZone }] }: Question): string {
  return formatInstant(isoInstant(at), timeZone);
}

/** The pick-up and the drop-off; of a comparison the first and the last of them. None if they cannot be read: the file may have been changed. */
export function datesOf(trip: Asked): { readonly days: CalendarDate[]; readonly isOne: boolean } {
  const { question } = trip;
  if (question.kind === 'quote') {
    const { pickUpDate, dropOffDate } = question.selection;
    return { days: [pickUpDate, dropOffDate], isOne: true };
  }
  // As it was read then: no days before that one.
  const today = () => todayIn(question.operators[0].timeZone, firstAnswer(trip).at);
  const dates = attempt(() => readSweepDates(question.sweep, today()).value) ?? [];
  const days = [...dates.map(({ pickUpDate }) => pickUpDate), ...dates.map(({ dropOffDate }) => dropOffDate)].sort();
  return { days: [...days.slice(0, 1), ...days.slice(-1)], isOne: dates.length === 1 };
}

/** `20 → 27 Dec 2026`, `28 Dec 2026 → 4 Jan 2027`; between the ends of a range `–`. */
export function datesInWords({ days: [first, last], isOne }: ReturnType<typeof datesOf>): string {
  if (first === undefined || last === undefined) return '';
  const [from, to] = [shortDate(first, areInSeveralYears([first, last])), formatDate(last)].map(withoutWeekday);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isOneMonth ? from?.replace(/ \w+$/, '') : from}${isOne ? ' → ' : ' – '}${to}`;
}

function withoutWeekday(date: string): string {
  return date.replace(/^\w+ /, '');
}
