/**
 * A saved trip: its question, the last document that answers it, and how each answer ended. The
 * types are made from the file's shape.
 */
import { depot } from '../api/answers.ts';
import { compare } from '../documents/compare.ts';
import { quote } from '../documents/planning.ts';
import { end } from '../documents/trips.ts';
import { formatRateLimit } from '../operators/fields.ts';
import { operatorAt } from '../operators/operator.ts';
import type { Operator, Session } from '../planner/session.ts';
import { searchGroups } from '../planner/groupings.ts';
import type { OperatorQuestion, Question } from '../planner/question.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import {
  amount,
  choice,
  count,
  date,
  flag,
  id,
  instant,
  link,
  list,
  object,
  optional,
  text,
  union,
} from '../shape.ts';
import type { ObjectOf, ValueOf } from '../shape.ts';

/** Addresses are texts. The address of a budget server stays out: it can hold a password. */
export const operatorFields = {
  name: text,
  baseUrl: link,
  siteUrl: optional(link),
  timeZone: text,
  rateLimit: text,
  sandbox: flag,
  /** For their names and hours. */
  depots: list(depot),
};
const savedOperator = object(operatorFields);
export type SavedOperator = ValueOf<typeof savedOperator>;

export const quoteFields = {
  selection: object({
    pickUpDepotId: id,
    dropOffDepotId: id,
    pickUpDate: date,
    dropOffDate: date,
    vehicleId: id,
    accessoryIds: list(id),
    insuranceId: optional(id),
  }),
  /** What the quote must show. */
  requested: list(
    object({ kind: choice('accessory', 'insurance'), id, name: optional(text), quantity: count }),
  ),
};

/** Optional, because the first files of this version are without them. */
const wantedTimes = { pickUpAfter: optional(text), dropOffBy: optional(text) };

const quoteQuestion = {
  kind: choice('quote'),
  operators: list(savedOperator),
  ...quoteFields,
  ...wantedTimes,
  /** The name that its vehicle had when it was saved. */
  vehicleName: optional(text),
  document: quote.value,
};

const nameRef = union(object({ id, name: optional(text) }), object({ name: text }));

/** The last two are optional, because the first files of this version are without them. */
const quantified = {
  kind: choice('accessory', 'insurance'),
  quantity: count,
  alternatives: optional(list(nameRef)),
  isOptional: optional(flag),
};

/**
 * As `OperatorQuestion` of the planner; the name beside an id is the one that it had when it was
 * saved.
 */
const comparedOperator = object({
  ...operatorFields,
  pickUpIds: list(id),
  dropOffs: list(union(id, choice('same'))),
  vehicles: union(choice('all'), list(nameRef)),
  extras: list(
    union(
      object({ ...quantified, id, name: optional(text) }),
      object({ ...quantified, name: text }),
    ),
  ),
});
export type ComparedOperator = ValueOf<typeof comparedOperator>;

const comparisonQuestion = {
  kind: choice('compare'),
  operators: list(comparedOperator),
  dates: list(object({ pickUpDate: date, dropOffDate: date })),
  ...wantedTimes,
  groups: list(choice(...searchGroups)),
  quoteMode: union(
    object({ how: choice('best'), max: count }),
    object({ how: choice('all', 'none') }),
  ),
  document: compare.value,
};

const answer = {
  askedAt: instant,
  end,
  /**
   * Only of an answer that is `priced`: the best price in it, and what has it: `Kea, Auckland, Sun
   * 20 Dec 2026 – …`.
   */
  price: optional(object({ total: amount, currency: text, label: text, checkoutUrl: link })),
  /** Why there is no price. */
  reason: optional(text),
};

/** How an answer ended: one line of the history. */
export type TripAnswer = ObjectOf<typeof answer>;
export type Price = NonNullable<TripAnswer['price']>;

export const tripFileVersion = 6;

export const history = {
  /** When the document came: later answers can have none. */
  documentAt: instant,
  answers: list(object(answer)),
  /** `watch` reported that a price was at or under them, and no price was above them since then. */
  reportedTargets: optional(list(object({ amount, currency: text }))),
};
const format = choice(tripFileVersion);
export const tripFile = union(
  object({ format, ...quoteQuestion, ...history }),
  object({ format, ...comparisonQuestion, ...history }),
);

/** There is at least one. */
interface OfOperators<O extends SavedOperator> {
  readonly operators: readonly [O, ...O[]];
}
export type AnsweredQuote = ObjectOf<typeof quoteQuestion> & OfOperators<SavedOperator>;
export type AnsweredComparison = ObjectOf<typeof comparisonQuestion> &
  OfOperators<ComparedOperator>;

/** A question with the document that answers it. */
export type AnsweredQuestion = AnsweredQuote | AnsweredComparison;

/** A new answer, with its question and document if the service answered. */
export type NewAnswer = TripAnswer & { readonly question?: AnsweredQuestion };

export type TripHistory = ObjectOf<typeof history>;

/** There is at least one answer. The document can be older than the last answers. */
export type SavedTrip = AnsweredQuestion & TripHistory & { readonly name: string };

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
export function appendAnswer(
  before: readonly TripAnswer[],
  answer: TripAnswer,
): readonly TripAnswer[] {
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
  };
}

/** Throws ConfigError. */
export function fromSavedOperator({
  name,
  baseUrl,
  siteUrl,
  rateLimit,
  timeZone,
  sandbox,
}: SavedOperator): Operator {
  return { ...operatorAt(baseUrl, { siteUrl, rateLimit }), name, timeZone, sandbox };
}

/** What the comparison asks for. */
export function questionOf(answered: AnsweredComparison): Question {
  const { operators, dates, groups, quoteMode } = answered;
  const asked = operators.map(
    ({ name: operator, pickUpIds, dropOffs, vehicles, extras }): OperatorQuestion => {
      return { operator, pickUpIds, dropOffs, vehicles, extras };
    },
  );
  return { operators: asked, dates, ...wantedTimesOf(answered), groups, quoteMode };
}
