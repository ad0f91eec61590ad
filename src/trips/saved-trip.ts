/** A saved trip: its question, the last document that answers it, and how each answer ended. The types are made from the file's shape. */
import { depot } from '../api/answers.ts';
import { compare } from '../documents/compare.ts';
import { quote } from '../documents/planning.ts';
import { end } from '../documents/trips.ts';
import { formatRateLimit } from '../operators/fields.ts';
import { operatorAt } from '../operators/operator.ts';
import type { Operator, Session } from '../planner/session.ts';
import { groupings } from '../planner/sweep/groups.ts';
import { amount, choice, count, date, flag, id, instant, link, list, object, optional, text, union } from '../shape.ts';
import type { ObjectOf, ValueOf } from '../shape.ts';

/** The name that an id had when it was requested. */
const name = object({ kind: choice('depot', 'vehicle', 'accessory', 'insurance plan'), id, name: text });
export type SavedName = ValueOf<typeof name>;

/** Addresses are texts. The address of a budget server stays out: it can hold a password. */
const savedOperator = object({
  name: text,
  baseUrl: link,
  siteUrl: optional(link),
  timeZone: text,
  rateLimit: text,
  sandbox: flag,
  /** For their names and hours. */
  depots: list(depot),
  names: list(name),
});
export type SavedOperator = ValueOf<typeof savedOperator>;

const operators = list(savedOperator);

const quoteQuestion = {
  kind: choice('quote'),
  operators,
  selection: object({
    ...{ pickUpDepotId: id, dropOffDepotId: id, pickUpDate: date, dropOffDate: date },
    ...{ vehicleId: id, accessoryIds: list(id), insuranceId: optional(id) },
  }),
  /** What the quote must show. */
  asked: list(object({ kind: choice('accessory', 'insurance'), id, name: optional(text), quantity: count })),
  document: quote.value,
};

const texts = list(text);
const comparisonQuestion = {
  kind: choice('compare'),
  operators,
  sweep: object({
    ...{ pickUp: texts, dropOff: optional(texts), from: text, flex: optional(count), nights: optional(text) },
    ...{ to: optional(text), vehicle: optional(texts), accessory: optional(texts), insurance: optional(texts) },
    ...{ quote: optional(text), by: optional(list(choice('all', 'calendar', ...groupings))), limit: optional(count) },
  }),
  document: compare.value,
};

const answer = {
  askedAt: instant,
  end,
  /** Only of an answer that is `priced`: the best price in it, and what has it: `Kea, Auckland, Sun 20 Dec 2026 – …`. */
  price: optional(object({ total: amount, currency: text, label: text, checkoutUrl: link })),
  /** Why there is no price. */
  reason: optional(text),
};

/** How an answer ended: one line of the history. */
export type TripAnswer = ObjectOf<typeof answer>;
export type Price = NonNullable<TripAnswer['price']>;

export const version = 5;

const history = {
  format: choice(version),
  /** When the document came: later answers can have none. */
  documentAt: instant,
  answers: list(object(answer)),
  /** `watch` reported that a price was at or under them, and no price was above them since then. */
  reportedTargets: optional(list(object({ amount, currency: text }))),
};
export const tripFile = union(object({ ...quoteQuestion, ...history }), object({ ...comparisonQuestion, ...history }));

export interface OfOperators {
  readonly operators: readonly [SavedOperator, ...SavedOperator[]];
}
export type AnsweredQuote = ObjectOf<typeof quoteQuestion> & OfOperators;
export type AnsweredComparison = ObjectOf<typeof comparisonQuestion> & OfOperators;

/** A question with the document that answers it. */
export type AnsweredQuestion = AnsweredQuote | AnsweredComparison;

/** A new answer, with its question and document if the service answered. */
export type NewAnswer = TripAnswer & { readonly question?: AnsweredQuestion };

/** There is at least one answer. The document can be older than the last answers. */
export type SavedTrip = AnsweredQuestion & Omit<ObjectOf<typeof history>, 'format'> & { readonly name: string };

type Answers = Pick<SavedTrip, 'answers'>;

export function lastAnswer({ answers }: Answers): TripAnswer {
  return answers.at(-1)!;
}

/** The prices so far, of answers with all that was requested. */
export function pricesOf({ answers }: Answers): readonly Price[] {
  return answers.flatMap(({ price }) => price ?? []);
}

/** A failure is neither a price nor the lack of one. */
export function isFailure(end: TripAnswer['end']): end is 'failed' | 'partial' {
  return end === 'failed' || end === 'partial';
}

const maxAnswers = 2000;

/** With the new answer, and without the oldest ones beyond 2,000; the first and the lowest stay. */
export function withAnswer(before: readonly TripAnswer[], answer: TripAnswer): readonly TripAnswer[] {
  // In the order in which they came, which no step of a clock changes.
  const all = [...before, answer];
  const totals = all.map(({ price }) => price?.total ?? Number.POSITIVE_INFINITY);
  const lowest = totals.indexOf(Math.min(...totals));
  const oldest = all.length - maxAnswers;
  return all.filter((_, place) => place >= oldest || place === 0 || place === lowest);
}

export function toSavedOperator(
  { operator, depots }: Pick<Session, 'operator' | 'depots'>,
  depotIds: readonly number[],
  names: readonly SavedName[],
): SavedOperator {
  const { name, baseUrl, siteUrl, siteIsAssumed, timeZone, limit, sandbox } = operator;
  return {
    name,
    baseUrl: baseUrl.href,
    siteUrl: siteIsAssumed ? undefined : siteUrl.href,
    timeZone,
    rateLimit: formatRateLimit(limit),
    sandbox,
    depots: depots.known().filter(({ id }) => depotIds.includes(id)),
    names,
  };
}

/** Throws ConfigError. */
export function operatorOf({ name, baseUrl, siteUrl, rateLimit, timeZone, sandbox }: SavedOperator): Operator {
  return { ...operatorAt(baseUrl, { siteUrl, rateLimit }), name, timeZone, sandbox };
}
