/** What the files of a saved trip hold. They may have been changed, or come from somebody else, so they are checked when they are read. */
import * as z from 'zod/mini';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isNumeric, parseJson, stringifyJson, type Numeric } from '../json.ts';
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

/** `trip.json`: the question as plain values, by the names of the command's options, and whom it is for. */
const tripSchema = z.object({
  format: z.literal(1),
  command: z.enum(savedCommands),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  operators: z.array(operator).check(z.minLength(1)),
});
export type SavedTrip = z.infer<typeof tripSchema>;

/** `partial`: some requests failed. `failed`: there is no answer at all. */
export const answerEnds = ['priced', 'not_available', 'partial', 'failed'] as const;

const numeric = z.custom<Numeric>(isNumeric);
const best = z.object({
  label: z.string(),
  totalAmount: numeric,
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
    groups: z.optional(z.record(z.string(), z.array(z.int()))),
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

export function parseTrip(text: string): SavedTrip | undefined {
  return checked(tripSchema, text);
}

const recordMark = ',"record":"';
/** Of what is unpacked. */
const mostUnpacked = 256 * 1024 * 1024;

export function answerLine(head: AnswerHead, record: string | undefined): string {
  const text = stringifyJson(head);
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
  return deflateRawSync(stringifyJson(record), { level: 3 }).toString('base64');
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
    return schema.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}

/** An answer of an export, with its record. Undefined if it is not one. */
export function readAnswer(value: unknown): (AnswerHead & { readonly record?: TripRecord }) | undefined {
  const head = headSchema.safeParse(value).data;
  const record = recordSchema.safeParse((value as { readonly record?: unknown } | null)?.record).data;
  return head && { ...head, ...(record !== undefined && { record: record as unknown as TripRecord }) };
}
