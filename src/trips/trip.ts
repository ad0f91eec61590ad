/** A saved trip: a question, and what was answered. The first and the last answer that have a document keep it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { vehicle } from '../api/answers.ts';
import { schemaOf } from '../api/schemas.ts';
import type { Vehicle } from '../api/types.ts';
import { compare } from '../documents/compare.ts';
import type { Comparison } from '../documents/offers.ts';
import { quote } from '../documents/planning.ts';
import { answerEnds } from '../documents/trips.ts';
import type { ValueOf } from '../shape.ts';
import { questionSchema, type CompareQuestion, type Question, type QuoteQuestion } from './question.ts';

const priceSchema = z.object({
  total: z.number(),
  currency: z.string(),
  /** What has the price: `Kea, Auckland, Sun 20 Dec 2026 – …`. */
  label: z.string(),
  checkoutUrl: z.string(),
  /** What people have been told of it: `low`, and the targets at or over it, such as `640.00 NZD`. */
  told: z.optional(z.array(z.string())),
});
export type Price = z.infer<typeof priceSchema>;

const answerSchema = z.object({
  /** Epoch ms, of a time that a `Date` can hold. */
  at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
  end: z.enum(answerEnds),
  /** The best of each currency. They count only if the answer is `priced`: read them with `pricesIn`. */
  best: z.optional(z.array(priceSchema)),
  /** Why there is no price. */
  reason: z.optional(z.string()),
  /** The document, as `pack` makes it. */
  packed: z.optional(z.string()),
  /** Of a quote with a document: as it was listed then, for its daily rate. */
  vehicle: z.optional(schemaOf(vehicle)),
});
export type Answer = z.infer<typeof answerSchema>;

const format = z.literal(2);
const tripFile = z.object({ format, question: questionSchema, answers: z.array(answerSchema).check(z.minLength(1)) });

/** A question with its answers. */
export interface Asked {
  readonly question: Question;
  readonly answers: readonly Answer[];
}

export interface Trip extends Asked {
  readonly name: string;
}

/** Throws an Error that says why the content of a file is no trip. */
export function tripOf(file: unknown): Asked {
  const { data } = tripFile.safeParse(file);
  if (data !== undefined) return data;
  const isOlder = z.looseObject({ format: z.literal(1) }).safeParse(file).success;
  throw new Error(isOlder ? 'an earlier version of this program wrote it' : 'it is no trip of this program');
}

export function fileOf({ question, answers }: Asked): unknown {
  return z.encode(tripFile, { format: 2, question, answers: [...answers] });
}

export type QuoteDocument = ValueOf<typeof quote.value>;

/** A question with a document that answers it. */
export type AnsweredQuote = QuoteQuestion & {
  readonly document: QuoteDocument;
  readonly vehicle?: Vehicle | undefined;
};
export type AnsweredComparison = CompareQuestion & { readonly document: Comparison };
export type Answered = AnsweredQuote | AnsweredComparison;

/** The best price of each currency, the one that counts for the trip first; none of an answer that is not to be compared. */
export function pricesIn({ end, best = [] }: Answer): readonly Price[] {
  return end === 'priced' ? best : [];
}

/**
 * The price in the currency of the last one comes first, if there is one: a vehicle more or less in another currency must not look like
 * another price.
 */
export function inOrderOf(before: readonly Answer[], now: Answer): Answer {
  const last = bestOfEach(before).at(-1);
  const isLike = ({ currency }: Price): boolean => currency === last?.currency;
  const { best } = now;
  return { ...now, best: best && [...best.filter(isLike), ...best.filter((price) => !isLike(price))] };
}

/** The best price of each answer that has one. */
export function bestOfEach(answers: readonly Answer[]): readonly Price[] {
  return answers.flatMap((one) => pricesIn(one).slice(0, 1));
}

/** A trip is made with one. */
export function firstAnswer({ answers: [first] }: Asked): Answer {
  if (first === undefined) throw new Error('a trip without an answer');
  return first;
}

export function lastAnswer(trip: Asked): Answer {
  return trip.answers.at(-1) ?? firstAnswer(trip);
}

const mostAnswers = 2000;

/** With one answer more, and without the oldest ones beyond 2,000; the first, the last and the lowest stay. */
export function withAnswer(before: Asked, answer: Answer): Asked {
  // In the order in which they came, which no step of a clock changes.
  const all = [...before.answers, inOrderOf(before.answers, answer)];
  const [first, last] = [all.find(hasDocument), all.findLast(hasDocument)];
  const withDocument = [first, last];
  const plain = all.map((one) =>
    withDocument.includes(one) ? one : { ...one, packed: undefined, vehicle: undefined },
  );
  return { ...before, answers: shortened(plain) };
}

export function hasDocument({ packed }: Answer): boolean {
  return packed !== undefined;
}

function shortened(all: Answer[]): Answer[] {
  if (all.length <= mostAnswers) return all;
  const totals = all.map((one) => bestOfEach([one])[0]?.total ?? Number.POSITIVE_INFINITY);
  // The first of them, for a price that never changes is the lowest each time.
  const lowest = totals.indexOf(Math.min(...totals));
  const isKept = (one: Answer, place: number): boolean =>
    place === 0 || place === lowest || place > all.length - mostAnswers || hasDocument(one);
  return all.filter(isKept);
}

/** Undefined without a document, and for one that was changed or cut off. */
export function answeredIn(question: Question, { packed, vehicle: listed }: Answer): Answered | undefined {
  const document = packed === undefined ? undefined : unpack(packed);
  if (question.kind === 'quote') {
    const { data } = schemaOf(quote.value).safeParse(document);
    return data && { ...question, document: data, vehicle: listed };
  }
  const { data } = schemaOf(compare.value, Number.POSITIVE_INFINITY).safeParse(document);
  return data && { ...question, document: data };
}

const mostUnpacked = 256 * 1024 * 1024;

/** A comparison can have thousands of offers, and every list of the trips reads the file. */
export function pack({ document }: Answered): string {
  return deflateRawSync(JSON.stringify(document), { level: 3 }).toString('base64');
}

function unpack(packed: string): unknown {
  try {
    const inflated = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked });
    return JSON.parse(inflated.toString('utf8'));
  } catch {
    return undefined;
  }
}
