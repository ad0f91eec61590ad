/** What a document answers to a question. */
import type { Comparison } from '../documents/offers.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import { joinWords } from '../text.ts';
import { bestOf } from './price.ts';
import { askedExtras, renamedIn, type CompareQuestion, type Question, type QuoteQuestion } from './question.ts';
import type { NewAnswer, QuoteDocument, TripDocument } from './trip.ts';

/** With a total only if all that was asked for is in it and still is what it was. `at`: epoch ms. */
export function answerOf(question: Question, document: TripDocument, at: number): NewAnswer {
  const problem =
    question.kind === 'quote'
      ? problemOfQuote(question, document as QuoteDocument)
      : problemOfComparison(question, document as Comparison);
  const best = bestOf(question, document);
  if (problem !== undefined) return { at, ...problem, label: best?.label, document };
  if (best === undefined) return { at, end: 'not_available', document };
  const { totalAmount: total, currency, label, checkoutUrl } = best;
  return { at, end: 'priced', total, currency, label, checkoutUrl, document };
}

type Problem = Pick<NewAnswer, 'end' | 'reason'> | undefined;

function problemOfQuote(question: QuoteQuestion, document: QuoteDocument): Problem {
  const { accessories, insurance } = document.priceBreakdown;
  const [names] = question.names;
  const renamed = renamedExtra(names, accessories, insurance === null ? [] : [insurance]);
  if (renamed !== undefined) return { end: 'changed', reason: renamed };
  const missing = unprovenIn(document.quote ?? document, askedExtras(question)).map(({ label }) => label);
  return missing.length === 0 ? undefined : { end: 'incomplete', reason: withoutInWords(missing) };
}

function problemOfComparison({ names, operators }: CompareQuestion, document: Comparison): Problem {
  const { offers, failures, partial } = document;
  for (const [place, known] of names.entries()) {
    const own = offers.filter(({ operator }) => operator === operators[place]?.name);
    const entries = own.flatMap((offer) => ('priceBreakdown' in offer ? offer.priceBreakdown : []));
    const vehicles = own.map(({ vehicle }) => ({ id: vehicle.vehicleId, name: vehicle.name }));
    const accessories = entries.flatMap((one) => one.accessories);
    const renamed =
      renamedIn('vehicle', known.vehicles.filter(isIn(vehicles)), vehicles) ??
      renamedExtra(
        known,
        accessories,
        entries.flatMap(({ insurance }) => insurance ?? []),
      );
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  if (partial) return { end: 'partial', reason: failures[0]?.reason ?? 'the sweep ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(({ missing }) => missing.length > 0);
  return isRanked || lacking === undefined ? undefined : { end: 'incomplete', reason: withoutInWords(lacking.missing) };
}

/** An extra that is not in the answer is missing, which is said in other words. */
function renamedExtra(
  names: Question['names'][number] | undefined,
  accessories: readonly Named[],
  insurance: readonly Named[],
): string | undefined {
  return (
    renamedIn('accessory', (names?.accessories ?? []).filter(isIn(accessories)), accessories) ??
    renamedIn('insurance plan', (names?.insurance ?? []).filter(isIn(insurance)), insurance)
  );
}

function isIn(list: readonly { readonly id: number }[]) {
  return ({ id }: { readonly id: number }): boolean => list.some((one) => one.id === id);
}

function withoutInWords(missing: readonly string[]): string {
  return `the price is without ${joinWords(missing)}`;
}
