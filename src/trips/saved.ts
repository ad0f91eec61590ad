/** What the files of a saved trip hold. They may have been changed, or come from somebody else, so they are checked when they are read. */
import * as z from 'zod/mini';
import { isDeepStrictEqual } from 'node:util';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isoDate } from '../planner/calendar.ts';
import type { CalendarDate } from '../api/types.ts';
import { urlOf } from '../text.ts';
import type { OperatorRecord, SavedAnswer } from './record.ts';

export const savedCommands = ['quote', 'plan', 'compare'] as const;

const address = z.string().check(z.refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? '')));
const operator = z.object({
  name: z.string(),
  timeZone: z.string(),
  limit: z.object({ requests: z.int().check(z.positive()), windowMs: z.number().check(z.positive()) }),
  sandbox: z.boolean(),
  baseUrl: address,
  siteUrl: address,
  siteIsAssumed: z.boolean(),
});

const texts = z.array(z.string());
/**
 * What a question may say, by the names of the command's options. Nothing else is read from a file: an option that writes a file, such as
 * `report`, must not come out of one.
 */
const options = z.strictObject({
  pickUp: z.optional(z.union([z.string(), texts])),
  dropOff: z.optional(z.union([z.string(), texts])),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  nights: z.optional(z.string()),
  vehicle: z.optional(z.union([z.string(), texts])),
  berths: z.optional(z.int()),
  maxRate: z.optional(z.string()),
  accessory: z.optional(texts),
  insurance: z.optional(z.union([z.string(), texts])),
  quote: z.optional(z.string()),
  maxRequests: z.optional(z.int()),
});
export const questionOptions: ReadonlySet<string> = new Set(Object.keys(options.shape));

/** `trip.json`: the question as plain values, by the names of the command's options, and whom it is for. */
const tripSchema = z.object({
  format: z.literal(1),
  command: z.enum(savedCommands),
  options,
  operators: z.array(operator).check(z.minLength(1)),
});
export type SavedTrip = z.infer<typeof tripSchema>;
export type Question = Pick<SavedTrip, 'command' | 'options'>;

/** `partial`: some requests failed. `failed`: there is no answer at all. */
export const answerEnds = ['priced', 'not_available', 'partial', 'failed'] as const;

const best = z.object({
  label: z.string(),
  totalAmount: z.number(),
  currency: z.string(),
  checkoutUrl: z.string(),
  /** Extras that were asked for and that are not in the price. */
  missing: z.optional(z.array(z.string())),
});
const headSchema = z.object({
  id: z.string(),
  /** Epoch ms, of a time that a `Date` can hold. */
  at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
  end: z.enum(answerEnds),
  /** The cheapest offer. */
  best: z.optional(best),
  reason: z.optional(z.string()),
  /** Of the error, if there is no answer: `network`. */
  code: z.optional(z.string()),
});
/** A line of `answers.ndjson` without its record. */
export type AnswerHead = z.infer<typeof headSchema>;

const allowance = z.object({ limit: z.number(), windowMs: z.number(), free: z.number() });
const date = z.custom<CalendarDate>((text) => typeof text === 'string' && isoDate(text) !== undefined);
const recordSchema = z.array(
  z.object({
    operator,
    today: date,
    allowance,
    depots: z.array(z.looseObject({ id: z.int(), name: z.string() })),
    depotRequests: z.int(),
    seen: z.array(z.object({ id: z.int(), name: z.string() })),
    // There can be thousands, and each answer is checked where it is used.
    answers: z.custom<readonly SavedAnswer[]>((list) => Array.isArray(list) && list.every(isAnswer)),
  }),
);

function isAnswer(value: unknown): boolean {
  const [key, end] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof key === 'string' && typeof end === 'object' && end !== null;
}

export type TripRecord = readonly OperatorRecord[];

export function asksTheSame(one: Question, other: Question): boolean {
  return one.command === other.command && isDeepStrictEqual(one.options, other.options);
}

export function parseTrip(text: string): SavedTrip | undefined {
  return checked(tripSchema, text);
}

const recordMark = ',"record":"';
/** Of what is unpacked. */
const mostUnpacked = 256 * 1024 * 1024;

export function answerLine(head: AnswerHead, record: string | undefined): string {
  const text = JSON.stringify(head);
  return record === undefined ? text : `${text.slice(0, -1)}${recordMark}${record}"}`;
}

/** Undefined for a line that was cut off, or that is none of ours. */
export function readLine(line: string): { readonly head: AnswerHead; readonly record: string | undefined } | undefined {
  const mark = line.indexOf(recordMark);
  const head = checked(headSchema, mark < 0 ? line : `${line.slice(0, mark)}}`);
  if (head === undefined) return undefined;
  if (mark < 0) return { head, record: undefined };
  return line.endsWith('"}') ? { head, record: line.slice(mark + recordMark.length, -2) } : undefined;
}

export function packRecord(record: TripRecord): string {
  return deflateRawSync(JSON.stringify(record), { level: 3 }).toString('base64');
}

export function unpackRecord(packed: string): TripRecord | undefined {
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: mostUnpacked }).toString('utf8');
    return checked(recordSchema, text) as TripRecord | undefined;
  } catch {
    return undefined;
  }
}

function checked<T extends z.ZodMiniType>(schema: T, text: string): z.infer<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
