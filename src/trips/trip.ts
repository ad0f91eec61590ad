/** A saved trip: a question, what was answered, and the documents of the first and the last answer. */
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
import { questionSchema, type Question } from './question.ts';

export type AnswerEnd = (typeof answerEnds)[number];

/** `label`: what has the price: `Kea, Auckland, Sun 20 Dec 2026 – …`. */
const best = { label: z.optional(z.string()), checkoutUrl: z.optional(z.string()) };

const answerSchema = z.object({
  /** Epoch ms, of a time that a `Date` can hold. */
  at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
  end: z.enum(answerEnds),
  total: z.optional(z.number()),
  currency: z.optional(z.string()),
  ...best,
  /** The best prices of a comparison in further currencies. */
  others: z.optional(z.array(z.object({ total: z.number(), currency: z.string(), ...best }))),
  /** Why there is no price. */
  reason: z.optional(z.string()),
  /** The targets at or over this price that people have been told of: `640.00 NZD`. */
  told: z.optional(z.array(z.string())),
});
export type Answer = z.infer<typeof answerSchema>;

export type QuoteDocument = ValueOf<typeof quote.value>;
export type TripDocument = QuoteDocument | Comparison;

const keptSchema = z.object({
  at: z.number(),
  packed: z.string(),
  /** Of a quote: as it was listed then, for its daily rate. */
  vehicle: z.optional(schemaOf(vehicle)),
});
type Kept = z.infer<typeof keptSchema>;

export const tripSchema = z.object({
  format: z.literal(1),
  question: questionSchema,
  answers: z.array(answerSchema).check(z.minLength(1)),
  first: z.optional(keptSchema),
  last: z.optional(keptSchema),
});
export type TripFile = z.infer<typeof tripSchema>;

export interface Trip extends TripFile {
  readonly name: string;
}

/** The answer and, if the service gave one, its document, with the vehicle of a quote if it was listed. */
export interface NewAnswer extends Answer {
  readonly document?: TripDocument | undefined;
  readonly vehicle?: Vehicle | undefined;
}

const mostAnswers = 2000;

/** The file with one answer more, and without the oldest ones beyond 2,000; the first, the last and the lowest stay. */
export function withAnswer(before: TripFile, { document, vehicle: listed, ...answer }: NewAnswer): TripFile {
  const kept: Kept | undefined = document && { at: answer.at, packed: pack(document), vehicle: listed };
  return {
    format: 1,
    question: before.question,
    // In the order in which they came, which no step of a clock changes.
    answers: shortened([...before.answers, answer]),
    first: before.first ?? kept,
    last: kept ?? before.last,
  };
}

function shortened(all: Answer[]): Answer[] {
  if (all.length <= mostAnswers) return all;
  const totals = all.map(({ total = Number.POSITIVE_INFINITY }) => total);
  // The first of them, for a price that never changes is the lowest each time.
  const lowest = totals.indexOf(Math.min(...totals));
  return all.filter((_, place) => place === 0 || place === lowest || place > all.length - mostAnswers);
}

/** Undefined for a document that was changed or cut off. */
export function documentOf({ kind }: Question, kept: Kept | undefined): TripDocument | undefined {
  if (kept === undefined) return undefined;
  try {
    const inflated = inflateRawSync(Buffer.from(kept.packed, 'base64'), { maxOutputLength: mostUnpacked });
    const schema = kind === 'quote' ? schemaOf(quote.value) : schemaOf(compare.value, Number.POSITIVE_INFINITY);
    return schema.safeParse(JSON.parse(inflated.toString('utf8'))).data as TripDocument | undefined;
  } catch {
    return undefined;
  }
}

const mostUnpacked = 256 * 1024 * 1024;

function pack(document: TripDocument): string {
  return deflateRawSync(JSON.stringify(document), { level: 3 }).toString('base64');
}
