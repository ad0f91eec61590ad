/** A saved trip: a question, and what was answered. The last answer that has a document keeps it. */
import type { Comparison } from '../documents/offers.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import type { ObjectOf, ValueOf } from '../shape.ts';
import type { answer, price } from './file.ts';
import type { CompareQuestion, Question, QuoteQuestion } from './question.ts';

export type Price = ValueOf<typeof price>;

/** What a price is made of, and of what it is the price: `totalAmount`, `currency`, `routeFee`, `accessories.Child seat`, `vehicle`. */
export type Parts = Readonly<Record<string, number | string>>;

export type Answer = ObjectOf<typeof answer> & {
  readonly parts?: Parts | undefined;
  /** As `--json` prints it. */
  readonly document?: Answered['document'] | undefined;
};

/** A question with its answers, of which there is at least one. */
export interface Asked {
  readonly question: Question;
  readonly answers: readonly Answer[];
}

export interface Trip extends Asked {
  readonly name: string;
}

/** A question with a document that answers it. */
export type AnsweredQuote = QuoteQuestion & { readonly document: QuoteDocument };
export type AnsweredComparison = CompareQuestion & { readonly document: Comparison };
export type Answered = AnsweredQuote | AnsweredComparison;

/** Undefined without a document. */
export function answeredIn(question: Question, { document }: Answer): Answered | undefined {
  return document && ({ ...question, document } as Answered);
}

export function hasDocument({ document }: Answer): boolean {
  return document !== undefined;
}

export function lastAnswer({ answers }: Asked): Answer {
  return answers.at(-1)!;
}

/** The prices so far, of answers with all that was asked for. */
export function pricesOf({ answers }: Asked): readonly Price[] {
  return answers.flatMap(({ price }) => price ?? []);
}

const mostAnswers = 2000;

/** With one answer more, and without the oldest ones beyond 2,000; the first, the lowest and the one with the document stay. */
export function withAnswer(before: readonly Answer[], answer: Answer): readonly Answer[] {
  const older = hasDocument(answer) ? before.map((one) => ({ ...one, parts: undefined, document: undefined })) : before;
  // In the order in which they came, which no step of a clock changes.
  const all = [...older, answer];
  const totals = all.map(({ price }) => price?.total ?? Number.POSITIVE_INFINITY);
  const lowest = totals.indexOf(Math.min(...totals));
  const oldest = all.length - mostAnswers;
  return all.filter((one, place) => place >= oldest || place === 0 || place === lowest || hasDocument(one));
}
