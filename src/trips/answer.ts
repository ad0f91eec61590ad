/** Makes an answer of a saved trip, and what documents say about one. */
import type { AnswerFacts } from '../documents/trips.ts';
import { describeTrip } from '../views/trip-words.ts';
import { bestPrice, type PreferredCurrencies } from './best-price.ts';
import type { AnsweredQuestion, NewAnswer, TripAnswer } from './saved-trip.ts';

const noPrice = { total: null, currency: null, label: null, checkoutUrl: null };

/** An answer as every document of `rental trips` has it. */
export function answerFacts(name: string, answer: TripAnswer): AnswerFacts {
  const { askedAt, end, price = noPrice, reason } = answer;
  const { total, currency, label, checkoutUrl } = price;
  return { name, total, currency, label, checkoutUrl, askedAt, end, reason };
}

export function newAnswer(
  question: AnsweredQuestion,
  askedAt: string,
  currencies?: PreferredCurrencies,
): NewAnswer {
  const best = bestPrice(question, currencies);
  if (best.end !== 'priced') return { askedAt, ...best, question };
  const { totalAmount: total, currency, checkoutUrl } = best.priced;
  const label = `${best.title}, ${describeTrip(best.trip, best.depots)}`;
  const price = { total, currency, label, checkoutUrl, noTimes: best.noTimes };
  return { askedAt, end: 'priced', price, question };
}
