/** The shape of a saved trip's file: its question, the last document, and all answers. */
import { servedDepot } from '../api/answers.ts';
import { comparisonShape } from '../documents/compare.ts';
import { quoteShape } from '../documents/planning.ts';
import { endShape } from '../documents/trips.ts';
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

/** The address of a budget server is not saved, because it can hold a password. */
export const operatorFields = {
  name: text,
  baseUrl: link,
  siteUrl: optional(link),
  timeZone: text,
  rateLimit: text,
  sandbox: flag,
  /** The depots of the question, for their names and hours. */
  depots: list(servedDepot),
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
  /** Extras that the quote must show. */
  requested: list(
    object({ kind: choice('accessory', 'insurance'), id, name: optional(text), quantity: count }),
  ),
};

/** The first files of this version lack these fields. */
const wantedTimes = { pickUpAfter: optional(text), dropOffBy: optional(text) };

const quoteQuestion = {
  kind: choice('quote'),
  operators: list(savedOperator),
  ...quoteFields,
  ...wantedTimes,
  /** The name when the trip was saved. */
  vehicleName: optional(text),
  document: quoteShape.value,
};

const nameRef = union(object({ id, name: optional(text) }), object({ name: text }));

const quantified = {
  kind: choice('accessory', 'insurance'),
  quantity: count,
  // The first files of this version lack these two fields.
  alternatives: optional(list(nameRef)),
  isOptional: optional(flag),
};

/** Like `OperatorQuestion`. A name beside an id is the name when the trip was saved. */
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
  document: comparisonShape.value,
};

const answer = {
  askedAt: instant,
  end: endShape,
  /** The best price, if the answer is `priced`; the label has the vehicle and the trip. */
  price: optional(
    object({
      total: amount,
      currency: text,
      label: text,
      checkoutUrl: link,
      /** The ends of its trip whose depot lists no times on that day, or none that fits. */
      noTimes: optional(list(choice('pick-up', 'drop-off'))),
    }),
  ),
  /** Why there is no price. */
  reason: optional(text),
};

/** One line of the history. */
export type TripAnswer = ObjectOf<typeof answer>;
export type Price = NonNullable<TripAnswer['price']>;

export const tripFileVersion = 6;

export const history = {
  /** When the document was made. Later answers may have none. */
  documentAt: instant,
  answers: list(object(answer)),
  /** Targets that `watch` has reported, until a price is above them. */
  reportedTargets: optional(list(object({ amount, currency: text }))),
};
const format = choice(tripFileVersion);
export const tripFile = union(
  object({ format, ...quoteQuestion, ...history }),
  object({ format, ...comparisonQuestion, ...history }),
);

interface WithOperators<O extends SavedOperator> {
  readonly operators: readonly [O, ...O[]];
}
export type AnsweredQuote = ObjectOf<typeof quoteQuestion> & WithOperators<SavedOperator>;
export type AnsweredComparison = ObjectOf<typeof comparisonQuestion> &
  WithOperators<ComparedOperator>;

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

export function pricesOf({ answers }: Answers): readonly Price[] {
  return answers.flatMap(({ price }) => price ?? []);
}

/** The currency of the last price. */
export function currencyOf(trip: Answers): string | undefined {
  return pricesOf(trip).at(-1)?.currency;
}

/** Whether an answer does not show if there is a price. */
export function isFailure(end: TripAnswer['end']): end is 'failed' | 'partial' {
  return end === 'failed' || end === 'partial';
}

const maxAnswers = 2000;

/**
 * Drops the oldest answers beyond 2,000, but neither the first nor the lowest in the currency of the
 * last price.
 */
export function appendAnswer(
  before: readonly TripAnswer[],
  answer: TripAnswer,
): readonly TripAnswer[] {
  // Not sorted by time, because the clock may have been set.
  const all = [...before, answer];
  const currency = pricesOf({ answers: all }).at(-1)?.currency;
  const totals = all.map(({ price }) =>
    price !== undefined && price.currency === currency ? price.total : Number.POSITIVE_INFINITY,
  );
  const lowest = totals.indexOf(Math.min(...totals));
  const oldest = all.length - maxAnswers;
  return all.filter((_, index) => index >= oldest || index === 0 || index === lowest);
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

export function questionOf(answered: AnsweredComparison): Question {
  const { operators, dates, groups, quoteMode } = answered;
  const questions = operators.map(
    ({ name: operator, pickUpIds, dropOffs, vehicles, extras }): OperatorQuestion => {
      return { operator, pickUpIds, dropOffs, vehicles, extras };
    },
  );
  return { operators: questions, dates, ...wantedTimesOf(answered), groups, quoteMode };
}
