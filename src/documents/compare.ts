/** The document of `compare`. */
import * as shapes from '../api/served-shapes.ts';
import {
  amount,
  count,
  date,
  flag,
  id,
  instant,
  integer,
  nothing,
  text,
  about,
  choice,
  from,
  list,
  nullable,
  nullables,
  object,
  optional,
  served,
  under,
  union,
} from '../shape.ts';
import type { DocumentShape, Records, ValueOf } from '../shape.ts';
import { comparePlanShape, plannedComparison } from './compare-plan.ts';
import {
  checkoutUrlShape,
  closedDayFields,
  dayWarningShape,
  feeRecordFields,
  namesakeFields,
  priceFields,
  selectionShape,
  timeWarningFields,
} from './planning.ts';

/** What an offer has besides its quote. */
export const offerFields = {
  rank: about(
    'Rank among the priced offers in its currency: 1 is the best, and equal offers share a rank. Ranks after the number in plan.quote are not certain, because an unpriced offer could be better. Null if the extras are not as requested or there is no total',
    nullable(integer),
  ),
  count: about('With --group-by: number of offers in the group', optional(nullable(count))),
  highest: about('With --group-by: the highest total of the group', optional(nullable(amount))),
  perNight: nullable(amount),
  nights: count,
  operator: text,
  pickUp: text,
  dropOff: text,
  vehicle: shapes.servedVehicle,
  insurance: about(
    'With several plans in --insurance: the one that was taken, or none',
    optional(text),
  ),
  missing: about(
    'Extras that the vehicle does not have, that the quote lacks, or that it has although they were not requested',
    list(text),
  ),
  unchecked: about(
    'Requested extras that are not known on these dates, because the lists were requested for other dates only',
    optional(list(text)),
  ),
  warnings: about(
    'Days of the trip on which a depot lists no times, or none that fits: such offers rank last',
    optional(list(dayWarningShape)),
  ),
  unsureTimes: about(
    'Days of the trip on which a listed time may fit, or not (kind depends or unknown): they change no rank',
    optional(list(object(timeWarningFields))),
  ),
  reused: about('Whether the quote is from an earlier run', flag),
  priced: about('Whether there is a quote', flag),
  selection: selectionShape,
  checkoutUrl: checkoutUrlShape,
};

const unquoted = about(
  'An offer without a quote',
  object({
    ...offerFields,
    estimate: about(
      'The expected total, from its daily rate and the quotes so far',
      optional(amount),
    ),
    totalAmount: nothing,
    currency: nothing,
  }),
);

const depotIds = { pick_up_depot_id: id, drop_off_depot_id: id };
const rentalDates = { pick_up_date: date, drop_off_date: date };
const trip = { ...depotIds, ...rentalDates };
const { quoteId, expiresAt } = shapes.servedQuote.fields;
const commas = about('Separated by commas', text);

const offerRecordFields = {
  rank: offerFields.rank,
  ...nullables(priceFields),
  perNight: offerFields.perNight,
  nights: count,
  operator: text,
  vehicle: from('vehicle.name', text),
  ...under('vehicle', { vehicleId: id, rentalDailyRate: amount }),
  pickUp: text,
  dropOff: text,
  ...under('selection', trip),
  ...nullables(feeRecordFields),
  missing: commas,
  unchecked: about('Extras that were not looked up on these dates', optional(text)),
  quoteId: nullable(quoteId),
  expiresAt: nullable(expiresAt),
  reused: flag,
  checkoutUrl: checkoutUrlShape,
  count: offerFields.count,
  highest: offerFields.highest,
  noTimes: about(
    'The ends of the trip (pick-up, drop-off) whose depot lists no times on that day, or none that fits',
    from('warnings.purpose', optional(text)),
  ),
  insurance: offerFields.insurance,
  unsureTimes: about(
    'The ends of the trip on whose day a listed time of the depot may fit, or not',
    from('unsureTimes.purpose', optional(text)),
  ),
};

export const offerRecords = { list: 'offers', item: object(offerRecordFields) } satisfies Records;

export const failureFields = {
  operator: text,
  step: choice('depots', 'availability', 'extras', 'quote'),
  ...nullables(trip),
  pickUp: about('Name of the depot, if known', nullable(text)),
  dropOff: nullable(text),
  code: text,
  status: nullable(integer),
  reason: text,
  retryAfterSeconds: about('When the request limit allows it again', optional(count)),
  unasked: about(
    '0 if the request itself failed; otherwise this stands for so many requests that were not sent',
    count,
  ),
};

export const pricingFields = {
  offers: about('Available vehicles that match, counted on each trip that was looked up', count),
  priced: count,
  lowestEstimate: about('The expected total of the cheapest unpriced offer', nullable(amount)),
  belowEstimate: about('Whether any total is below the daily rate × nights', flag),
  couldBeBelow: about(
    'Unpriced offers that would be among the cheapest with the fewest charged days and the lowest fees of any quote',
    optional(count),
  ),
  couldBeEqual: about(
    'Unpriced offers that would cost as much as the last of the cheapest',
    optional(count),
  ),
  vehiclesNotQuoted: about('Vehicles without a quote on any trip', optional(count)),
  tripsNotAsked: about('Trips that were not looked up', optional(count)),
  neededRate: about(
    'The daily rate below which the most promising vehicle on a trip that was not looked up would be among the cheapest',
    optional(nullable(amount)),
  ),
  lowestRate: about(
    'The lowest daily rate seen of that vehicle: for the same start, or on any trip if isRateOfStart is false',
    optional(nullable(amount)),
  ),
  isRateOfStart: optional(flag),
  couldMeetMaxTotal: about(
    'With --max-total: unpriced offers that could be within it',
    optional(count),
  ),
};

/** Counts that tell days that were not looked up from days without an offer. */
const datesWithCounts = object({
  ...rentalDates,
  trips: about('Pairs of depots, of all operators', count),
  answered: about('How many of them were looked up', count),
  notAsked: about(
    'How many of them were not looked up, because no offer on them was expected to be among the cheapest',
    optional(count),
  ),
});

/** For the calendar of a pair of depots. */
const pair = object({
  operator: text,
  ...depotIds,
  pickUp: text,
  dropOff: text,
  notAsked: about('Its trips that were not asked for', list(object(rentalDates))),
  notAnswered: about('Its trips that were asked for, without an answer', list(object(rentalDates))),
});

const uncheckedExtras = object({
  operator: text,
  vehicle: shapes.servedVehicle,
  extras: list(text),
  dates: about('Pick-up dates', list(date)),
});

const oneOffer = union(served({ ...shapes.servedQuote.fields, ...offerFields }), unquoted);
const oneFailure = object({ ...failureFields, vehicle: nullable(shapes.servedVehicle) });

export type OfferDocument = ValueOf<typeof oneOffer>;
export type PairDocument = ValueOf<typeof pair>;
export type FailureDocument = ValueOf<typeof oneFailure>;

export const comparisonShape = {
  title: 'Comparison',
  description:
    'The plan of the requests, the offers in order, and what failed; with --dry-run, only the plan',
  value: object({
    askedAt: instant,
    command: about('The command that asks the same question again', text),
    plan: comparePlanShape,
    pricing: about('Present unless every offer was priced', optional(object(pricingFields))),
    offers: list(oneOffer),
    dates: about('Each requested start and end', list(datesWithCounts)),
    pairs: about(
      'Each pair of depots, if there are several; absent in answers of earlier versions',
      optional(list(pair)),
    ),
    failures: list(oneFailure),
    partial: about('Whether some requests failed or the comparison was interrupted', flag),
    interrupted: about('Whether the comparison ended before every request was sent', flag),
    warnings: about(
      'The warnings of all offers; and those that it is not known whether a time fits. The latter change no rank',
      optional(
        list(
          union(
            object({ operator: text, ...timeWarningFields }),
            object({ operator: text, ...closedDayFields }),
          ),
        ),
      ),
    ),
    uncheckedExtras: about(
      'The dates on which vehicles lack extras; their other dates were not looked up',
      optional(list(uncheckedExtras)),
    ),
    namesakes: about(
      'Others that are called like a depot, a vehicle or an extra of the comparison',
      optional(list(object({ operator: text, ...namesakeFields }))),
    ),
  }),
  records: [offerRecords],
  others: [plannedComparison],
} satisfies DocumentShape;
