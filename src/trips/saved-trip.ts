/** The shape of a saved trip's file: its question, the last document, and all answers. */
import { servedDepot } from '../api/served-shapes.ts';
import { comparisonShape } from '../documents/compare.ts';
import { quoteShape } from '../documents/planning.ts';
import { endShape } from '../documents/trips.ts';
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
      /** Pick-up or drop-off, if the depot lists no times on that day, or none that fits. */
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

export function questionOf(answered: AnsweredComparison): Question {
  const { operators, dates, groups, quoteMode } = answered;
  const questions = operators.map(
    ({ name: operator, pickUpIds, dropOffs, vehicles, extras }): OperatorQuestion => {
      return { operator, pickUpIds, dropOffs, vehicles, extras };
    },
  );
  return { operators: questions, dates, ...wantedTimesOf(answered), groups, quoteMode };
}
