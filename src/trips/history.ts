/** The answers of a trip so far. */
import type { Price, SavedTrip, TripAnswer } from './saved-trip.ts';

type Answers = Pick<SavedTrip, 'answers'>;

export function lastAnswer({ answers }: Answers): TripAnswer {
  return answers.at(-1)!;
}

export function pricesOf({ answers }: Answers): readonly Price[] {
  return answers.flatMap(({ price }) => price ?? []);
}

/** The currency of the last price. */
export function currencyOf(trip: Answers): string | undefined {
  return pricesOf(trip).at(-1)?.currency;
}

/** Whether an answer does not show if there is a price. */
export function isFailure(end: TripAnswer['end']): end is 'failed' | 'partial' {
  return end === 'failed' || end === 'partial';
}

const maxAnswers = 2000;

/**
 * Drops the oldest answers beyond 2,000, but neither the first nor the lowest in the currency of the
 * last price.
 */
export function appendAnswer(
  before: readonly TripAnswer[],
  answer: TripAnswer,
): readonly TripAnswer[] {
  // Not sorted by time, because the clock may have been set.
  const all = [...before, answer];
  const currency = pricesOf({ answers: all }).at(-1)?.currency;
  const totals = all.map(({ price }) =>
    price !== undefined && price.currency === currency ? price.total : Number.POSITIVE_INFINITY,
  );
  const lowest = totals.indexOf(Math.min(...totals));
  const oldest = all.length - maxAnswers;
  return all.filter((_, index) => index >= oldest || index === 0 || index === lowest);
}
