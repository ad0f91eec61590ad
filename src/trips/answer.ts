/** What a document answers to a question. */
import { isPriced } from '../documents/offers.ts';
import { unprovenIn } from '../planner/proof.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { joinWords } from '../text.ts';
import { bestPrices } from './price.ts';
import { askedExtras, extrasIn, renamedIn } from './question.ts';
import { pack, type Answer, type Answered, type AnsweredComparison, type AnsweredQuote } from './trip.ts';

/** How an answer ended that has no price to compare. */
export type Problem = Pick<Answer, 'end' | 'reason'>;

/** `priced` only if all that was asked for is in the price, and still is what it was. `at`: epoch ms. */
export function answerOf(answered: Answered, at: number): Answer {
  const problem = answered.kind === 'quote' ? problemOfQuote(answered) : problemOfComparison(answered);
  const best = bestPrices(answered).map(({ totalAmount: total, currency, label, checkoutUrl }) => {
    return { total, currency, label, checkoutUrl };
  });
  const { vehicle } = answered.kind === 'quote' ? answered : {};
  const end = best.length === 0 ? 'not_available' : 'priced';
  return { at, end, ...problem, best, packed: pack(answered), vehicle };
}

function problemOfQuote({ document, ...question }: AnsweredQuote): Problem | undefined {
  const [{ names }] = question.operators;
  const renamed = renamedIn(names, extrasIn([document.priceBreakdown]));
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const unproven = unprovenIn(document.quote ?? document, askedExtras(question)).map(({ message }) => message);
  return unproven.length === 0 ? undefined : { end: 'incomplete', reason: unproven.join('; ') };
}

function problemOfComparison({ operators, document }: AnsweredComparison): Problem | undefined {
  const { offers, failures, interrupted } = document;
  for (const { name, names } of operators) {
    const own = offers.filter(({ operator }) => operator === name);
    const extras = extrasIn(own.filter(isPriced).map(({ priceBreakdown }) => priceBreakdown));
    const renamed = renamedIn(names, { vehicles: own.map(({ vehicle }) => namedVehicle(vehicle)), ...extras });
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  // Not those of an operator that was named, but has none of the depots: the trip does not ask it.
  const failure = failures.find(({ operator }) => operators.some(({ name }) => name === operator));
  if (interrupted || failure !== undefined)
    return { end: 'partial', reason: failure?.reason ?? 'the sweep ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(({ missing }) => missing.length > 0);
  if (isRanked || lacking === undefined) return undefined;
  return { end: 'incomplete', reason: `not in the price as asked: ${joinWords(lacking.missing)}` };
}
