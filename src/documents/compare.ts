/** The documents of `compare`: the comparison, and with `--dry-run` its plan alone. */
import * as answers from '../api/answers.ts';
import { amount, count, date, flag, id, instant, integer, nothing, text } from '../shape.ts';
import type { DocumentShape, Form, Records, ValueOf } from '../shape.ts';
import { about, choice, from, headed, list, nullable, nullables } from '../shape.ts';
import { object, optional, served, under, union } from '../shape.ts';
import { checkoutUrl, closedDay, dayWarning, fees, price, selection, timeWarning } from './planning.ts';

export const operatorPlan = {
  operator: headed('OPERATOR', text),
  baseUrl: text,
  depots: headed('DEPOTS', count),
  availability: headed('TRIPS ASKED', count),
  extras: headed('EXTRAS', count),
  quotes: headed('QUOTES', count),
  known: about('Quotes of an earlier run that are still valid', count),
  requests: headed('TOTAL', count),
  mostRequests: headed('AT MOST', nullable(count)),
  limit: count,
  windowMs: count,
  free: headed('FREE', integer),
  seconds: headed('TIME', count),
  mostSeconds: optional(nullable(count)),
};

export const comparePlan = {
  requests: about('To all operators: as many as such a comparison usually takes', count),
  mostRequests: about('No run sends more, retries apart; null until the number of vehicles is known', nullable(count)),
  trips: about('Trips that are compared, at all operators', count),
  quote: about('As --quote takes it', text),
  seconds: about('Until the last of `requests` can be sent', count),
  mostSeconds: about('Until the last of `mostRequests` can be sent', optional(nullable(count))),
  operators: list(object(operatorPlan)),
};

const planShape = object(comparePlan);

/** With `--dry-run`. */
export const plannedComparison = {
  value: object({ plan: planShape }),
  records: [{ list: 'plan.operators', item: about('With --dry-run', object(operatorPlan)) }],
} satisfies Form;

/** What an offer has besides its quote. */
export const offer = {
  rank: about(
    'Among the priced offers of its currency: 1 is the best; equal ones share a rank. Beyond the number in plan.quote, others that were not priced can come before it. Null if a wanted extra is missing or there is no total',
    nullable(integer),
  ),
  count: about('With --group-by: offers in the group', optional(nullable(count))),
  highest: about('With --group-by: the highest total of the group', optional(nullable(amount))),
  perNight: nullable(amount),
  nights: count,
  operator: text,
  pickUp: text,
  dropOff: text,
  vehicle: answers.vehicle,
  insurance: about('With several plans in --insurance: the one that was taken, or none', optional(text)),
  missing: about('Extras that the vehicle does not have, or that the quote lacks', list(text)),
  unchecked: about('Extras that were looked up, or refused, on other dates only', optional(list(text))),
  warnings: about(
    'Its days on which a depot lists no times, or none that fits: such offers come after the others',
    optional(list(dayWarning)),
  ),
  reused: about('A quote of an earlier run', flag),
  priced: about('There is a quote', flag),
  selection,
  checkoutUrl,
};

const unquoted = about(
  'A vehicle that was not quoted',
  object({
    ...offer,
    estimate: about('The total to expect, from its daily rate and what quotes have shown', optional(amount)),
    ...{ totalAmount: nothing, currency: nothing },
  }),
);

const trip = { pick_up_depot_id: id, drop_off_depot_id: id, pick_up_date: date, drop_off_date: date };
const { quoteId, expiresAt } = answers.quote.fields;
const commas = about('With commas between', text);

const offerFields = {
  rank: offer.rank,
  ...nullables(price),
  perNight: offer.perNight,
  nights: count,
  operator: text,
  vehicle: from('vehicle.name', text),
  ...under('vehicle', { vehicleId: id, rentalDailyRate: amount }),
  ...{ pickUp: text, dropOff: text },
  ...under('selection', trip),
  ...nullables(fees),
  missing: commas,
  unchecked: about('Extras that were not looked up on these dates', optional(text)),
  quoteId: nullable(quoteId),
  expiresAt: nullable(expiresAt),
  reused: flag,
  checkoutUrl,
  count: offer.count,
  highest: offer.highest,
  noTimes: about(
    'The ends of the trip on whose day the depot lists no times, or none that fits',
    from('warnings.purpose', optional(text)),
  ),
  insurance: offer.insurance,
};

export const offerRecords = { list: 'offers', item: object(offerFields) } satisfies Records;

export const failure = {
  operator: text,
  step: choice('depots', 'availability', 'extras', 'quote'),
  ...nullables(trip),
  pickUp: about('Names of the depots if they are known', nullable(text)),
  dropOff: nullable(text),
  code: text,
  status: nullable(integer),
  reason: text,
  retryAfterSeconds: about('When the request limit allows it again', optional(count)),
  unasked: about('Requests that were given up', count),
};

export const pricing = {
  offers: about('Wanted vehicles that are available, each on each trip that was asked for', count),
  priced: count,
  lowestEstimate: about('The total to expect of the cheapest of the others', nullable(amount)),
  belowEstimate: about('Some total is below the daily rate × nights', flag),
  couldBeBelow: about(
    'Others that would be among the cheapest with the fewest charged days and the lowest fees that a quote had',
    optional(count),
  ),
  couldBeEqual: about('Others that would cost as much as the last of these', optional(count)),
  vehiclesNotQuoted: about('Vehicles without a quote on any trip', optional(count)),
  tripsNotAsked: about('Trips whose vehicles were not asked for', optional(count)),
  neededRate: about(
    'The daily rate below which the most promising vehicle on one of these trips would be among the cheapest',
    optional(nullable(amount)),
  ),
  lowestRate: about(
    'The lowest daily rate seen of that vehicle: for the same start, or on any trip if isRateOfStart is false',
    optional(nullable(amount)),
  ),
  isRateOfStart: optional(flag),
  couldMeetMaxTotal: about('With --max-total: others that could be at or under it', optional(count)),
};

/** So that a day that was not asked for is told from one without an offer. */
const dates = object({
  ...{ pick_up_date: date, drop_off_date: date },
  trips: about('Pairs of depots, of all operators', count),
  answered: about('For how many of them the vehicles are known', count),
  notAsked: about(
    'How many of them were not asked for, because none of them was expected to be among the cheapest',
    optional(count),
  ),
});

const uncheckedExtras = object({
  operator: text,
  vehicle: answers.vehicle,
  extras: list(text),
  dates: about('Pick-up dates', list(date)),
});

const oneOffer = union(served({ ...answers.quote.fields, ...offer }), unquoted);
const oneFailure = object({ ...failure, vehicle: nullable(answers.vehicle) });

export type ComparePlan = ValueOf<typeof planShape>;
export type OperatorPlan = ComparePlan['operators'][number];
export type OfferDocument = ValueOf<typeof oneOffer>;
export type FailureDocument = ValueOf<typeof oneFailure>;

export const compare = {
  title: 'Comparison',
  description: 'The plan of the requests, the offers in order, and what failed; with --dry-run, only the plan',
  value: object({
    askedAt: instant,
    command: about('Asks the same again', text),
    plan: planShape,
    pricing: about('If not all offers were priced', optional(object(pricing))),
    offers: list(oneOffer),
    dates: about('Each start and end that was asked for', list(dates)),
    failures: list(oneFailure),
    partial: about('Some requests failed, or the comparison was interrupted', flag),
    interrupted: about('The comparison ended before all was asked for', flag),
    warnings: about(
      'Of all offers, and those that put none back, because it is not known whether a time fits',
      optional(list(union(object({ operator: text, ...timeWarning }), object({ operator: text, ...closedDay })))),
    ),
    uncheckedExtras: about(
      'The dates on which vehicles lack extras; on their others nothing was looked up',
      optional(list(uncheckedExtras)),
    ),
  }),
  records: [offerRecords],
  others: [plannedComparison],
} satisfies DocumentShape;
