/** What the documents say of an answer, and its words. */
import { formatInstant } from '../../planner/calendar.ts';
import { moneyInWords } from '../../planner/money.ts';
import { isoInstant } from '../../text.ts';
import { priceInWords } from '../../trips/news.ts';
import type { Question } from '../../trips/question.ts';
import { pricesIn, type Answer } from '../../trips/trip.ts';

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
  if (change === null || change === 0) return '';
  return `${change < 0 ? '' : '+'}${moneyInWords(change)}`;
}

/** In the time zone of the first operator. */
export function askedInWords({ at }: Answer, { operators: [{ timeZone }] }: Question): string {
  return formatInstant(isoInstant(at), timeZone);
}
