/** What is in the file of a saved trip. The types of trips are made from it, and a file that does not fit is not used. */
import { depot } from '../api/answers.ts';
import { schemaOf } from '../api/schemas.ts';
import { compare } from '../documents/compare.ts';
import { quote } from '../documents/planning.ts';
import { answerEnds } from '../documents/trips.ts';
import { addressProblem, formatRateLimit, limitProblem } from '../operators/fields.ts';
import { mostFlex } from '../planner/sweep/plan.ts';
import {
  amount,
  any,
  choice,
  count,
  date,
  flag,
  id,
  link,
  list,
  object,
  optional,
  text,
  union,
  type ValueOf,
} from '../shape.ts';

const things = list(object({ id, name: text }));

export const savedOperator = object({
  name: text,
  baseUrl: link,
  siteUrl: link,
  siteIsAssumed: optional(flag),
  timeZone: text,
  limit: object({ requests: count, windowMs: count }),
  sandbox: flag,
  /** Of the ids that were asked for. Depots are whole, for their hours. */
  names: object({ depots: list(depot), vehicles: things, accessories: things, insurance: things }),
});

const asked = { operators: list(savedOperator), days: list(date) };

const quoteQuestion = object({
  ...asked,
  kind: choice('quote'),
  selection: object({
    ...{ pickUpDepotId: id, dropOffDepotId: id, pickUpDate: date, dropOffDate: date },
    ...{ vehicleId: id, accessoryIds: list(id), insuranceId: optional(id) },
  }),
  asked: list(object({ kind: choice('accessory', 'insurance'), id, name: optional(text), quantity: count })),
});

const texts = list(text);
const compareQuestion = object({
  ...asked,
  kind: choice('compare'),
  sweep: object({
    ...{ pickUp: texts, dropOff: optional(texts), from: text, flex: optional(count), nights: optional(text) },
    ...{ to: optional(text), vehicle: optional(texts), accessory: optional(texts), insurance: optional(texts) },
    ...{ quote: optional(text), by: optional(texts), limit: optional(count) },
  }),
});

export const price = object({
  total: amount,
  currency: text,
  /** What has the price: `Kea, Auckland, Sun 20 Dec 2026 – …`. */
  label: text,
  checkoutUrl: link,
});

export const answer = {
  /** Epoch ms. */
  at: count,
  end: choice(...answerEnds),
  /** Only of an answer that is `priced`: the best price in it. */
  price: optional(price),
  /** Beside a document: what the price is made of, and of what it is the price. */
  parts: optional(any),
  /** Why there is no price. */
  reason: optional(text),
};

const answersWith = (document: typeof quote.value | typeof compare.value) =>
  list(object({ ...answer, document: optional(document) }));

const version = 4;
const format = choice(version);
const file = union(
  object({ format, question: quoteQuestion, answers: answersWith(quote.value) }),
  object({ format, question: compareQuestion, answers: answersWith(compare.value) }),
);

/** In a list inside the file. A comparison can have thousands of offers. */
const mostInner = 1_000_000;

/** Dates of JavaScript end there, epoch ms. */
const lastInstant = 8.64e15;

/** Throws if the text is not that of a trip: it is damaged, or another version of this program wrote it. */
export function readFile(text: string): { readonly question: unknown; readonly answers: unknown } {
  const { question, answers } = schemaOf(file, mostInner).safeParse(JSON.parse(text)).data ?? {};
  const isWhole = question?.days.length === 2 && question.operators.length > 0 && answers?.length !== 0;
  const isUsable = question?.operators.every(isUsableOperator) && flexOf(question) <= mostFlex;
  const areDated = answers?.every(({ at }) => Math.abs(at) <= lastInstant);
  if (isWhole && isUsable && areDated) return { question, answers };
  throw new Error('it is damaged, was changed, or is of another version of this program');
}

function isUsableOperator({ baseUrl, siteUrl, limit }: ValueOf<typeof savedOperator>): boolean {
  const problem = limitProblem(formatRateLimit(limit)) ?? addressProblem(baseUrl) ?? addressProblem(siteUrl);
  return problem === undefined;
}

function flexOf(question: ValueOf<typeof quoteQuestion> | ValueOf<typeof compareQuestion>): number {
  return question.kind === 'compare' ? (question.sweep.flex ?? 0) : 0;
}

export function formatFile({ question, answers }: ReturnType<typeof readFile>): string {
  return `${JSON.stringify({ format: version, question, answers })}\n`;
}
