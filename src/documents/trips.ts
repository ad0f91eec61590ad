/** The documents of `rental trips`. */
import { comparisonShape } from './compare.ts';
import { checkoutUrlShape, priceFields, quoteShape } from './planning.ts';
import {
  amount,
  count,
  date,
  instant,
  text,
  type DocumentShape,
  type ObjectOf,
  about,
  choice,
  headed,
  list,
  nullable,
  object,
  optional,
  union,
} from '../shape.ts';

/** How an answer of a saved trip ended. */
export const endShape = about(
  'Only priced has a total. incomplete: an extra is not in the price; partial: some requests failed; changed: an id has another name; over: its dates have passed',
  headed(
    'END',
    choice('priced', 'incomplete', 'partial', 'not_available', 'changed', 'failed', 'over'),
  ),
);

/** What every document of trips says about an answer. */
const answerFactFields = {
  name: headed('TRIP', text),
  total: nullable(headed('TOTAL', about('The total of the cheapest offer', amount))),
  currency: nullable(priceFields.currency),
  label: nullable(headed('BEST', about('What the price is for', text))),
  askedAt: headed('CHECKED', instant),
  end: endShape,
  checkoutUrl: nullable(checkoutUrlShape),
  reason: about('Why there is no price', optional(text)),
};
export type AnswerFacts = ObjectOf<typeof answerFactFields>;

const { name, ...others } = answerFactFields;
const trip = {
  name,
  pickUpDate: headed('FROM', about('The first pick-up date, if there are several', date)),
  dropOffDate: headed('TO', about('The last drop-off date, if there are several', date)),
  ...others,
  change: about('Change of the total since the first answer', nullable(headed('CHANGE', amount))),
  answers: headed('ANSWERS', count),
  command: about('The command that asks the same question again', text),
};

const change = object({
  field: about('The field of the quote, or the name of an extra', text),
  before: nullable(union(amount, text)),
  after: nullable(union(amount, text)),
  difference: nullable(amount),
});
const changes = about('Since the last answer that has a document', list(change));

export const tripsShape = {
  title: 'Saved trips',
  description: 'The saved trips; for remove, those that are left',
  value: list(object(trip)),
} satisfies DocumentShape;

export const tripShowShape = {
  title: 'Saved answer',
  description: 'The last document of a saved trip: a quote or a comparison',
  value: quoteShape.value,
  records: quoteShape.records,
  others: [comparisonShape],
} satisfies DocumentShape;

export const tripChecksShape = {
  title: 'New answers of saved trips',
  description: 'The answer of each trip now, and what has changed',
  value: list(object({ ...answerFactFields, changes })),
} satisfies DocumentShape;

export const tripHistoryShape = {
  title: 'History of a saved trip',
  description: 'All answers of a saved trip so far',
  value: list(object(answerFactFields)),
} satisfies DocumentShape;

/** A line of `watch --json`, and the input of its `--exec`. */
export const tripEventShape = {
  title: 'Trip event',
  description: 'A change of a watched trip: the input of --exec',
  value: object({
    event: choice('low', 'target', 'sold-out', 'back', 'failing', 'recovered', 'changed', 'over'),
    ...answerFactFields,
    before: about('The total before, if it was in the same currency', nullable(amount)),
    pickUpAfter: about('The time of --pick-up-after', optional(text)),
    dropOffBy: about('The time of --drop-off-by', optional(text)),
    text: about('The change in words, on one line', text),
  }),
  records: [],
} satisfies DocumentShape;
