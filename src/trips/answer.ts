/** What a document answers to a question. */
import { isPriced, type Comparison } from '../documents/offers.ts';
import { unprovenIn } from '../planner/proof.ts';
import { namedVehicle } from '../planner/selection.ts';
import { joinWords } from '../text.ts';
import { bestByCurrency, type Priced } from './price.ts';
import { askedExtras, noNames, renamedIn } from './question.ts';
import type { CompareQuestion, Names, Question, QuoteQuestion } from './question.ts';
import type { NewAnswer, QuoteDocument, TripDocument } from './trip.ts';

/** With a total only if all that was asked for is in it and still is what it was. `at`: epoch ms. */
export function answerOf(question: Question, document: TripDocument, at: number): NewAnswer {
  const problem =
    question.kind === 'quote'
      ? problemOfQuote(question, document as QuoteDocument)
      : problemOfComparison(question, document as Comparison);
  const [best, ...others] = bestByCurrency(question, document);
  if (problem !== undefined) return { at, ...problem, label: best?.label, document };
  if (best === undefined) return { at, end: 'not_available', document };
  const further = others.length > 0 && { others: others.map(keptOf) };
  return { at, end: 'priced', ...keptOf(best), ...further, document };
}

function keptOf({ totalAmount: total, currency, label, checkoutUrl }: Priced) {
  return { total, currency, label, checkoutUrl };
}

type Problem = Pick<NewAnswer, 'end' | 'reason'> | undefined;

function problemOfQuote(question: QuoteQuestion, document: QuoteDocument): Problem {
  const [names = noNames] = question.names;
  const renamed = renamedExtra(names, [document.priceBreakdown]);
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const unproven = unprovenIn(document.quote ?? document, askedExtras(question)).map(({ message }) => message);
  return unproven.length === 0 ? undefined : { end: 'incomplete', reason: unproven.join('; ') };
}

function problemOfComparison({ names, operators }: CompareQuestion, document: Comparison): Problem {
  const { offers, failures, partial } = document;
  for (const [place, known] of names.entries()) {
    const own = offers.filter(({ operator }) => operator === operators[place]?.name);
    const vehicles = own.map(({ vehicle }) => namedVehicle(vehicle));
    const prices = own.filter(isPriced).map(({ priceBreakdown }) => priceBreakdown);
    const renamed = renamedIn('vehicle', known.vehicles, vehicles) ?? renamedExtra(known, prices);
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  if (partial) return { end: 'partial', reason: failures[0]?.reason ?? 'the sweep ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(({ missing }) => missing.length > 0);
  if (isRanked || lacking === undefined) return undefined;
  return { end: 'incomplete', reason: `not in the price as asked: ${joinWords(lacking.missing)}` };
}

/** An extra that is in no price is missing, which is said in other words. */
function renamedExtra(names: Names, prices: readonly QuoteDocument['priceBreakdown'][]): string | undefined {
  const accessories = prices.flatMap((price) => price.accessories);
  const plans = prices.flatMap(({ insurance }) => insurance ?? []);
  return renamedIn('accessory', names.accessories, accessories) ?? renamedIn('insurance plan', names.insurance, plans);
}
