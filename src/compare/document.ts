/** Makes the document of a comparison from its outcome. */
import { checkoutLink } from '../api/links.ts';
import type { RentalDates } from '../api/types.ts';
import type { FailureDocument, OfferDocument, PairDocument } from '../documents/compare.ts';
import type { Comparison } from '../documents/offers.ts';
import { selectionData } from '../documents/make-quote.ts';
import { withOwnFields } from '../documents/planning.ts';
import { nights } from '../planner/calendar.ts';
import { divideMoney, multiplyMoney, roundMoney } from '../base/money.ts';
import { isQuoted, hasAllExtras, selectionOf, type Offer } from './engine/offer.ts';
import type { CompareFailure, CompareOutcome, PairResult } from './engine/outcome.ts';
import { rankOffers, type Ranked } from './engine/rank.ts';
import { isoInstant } from '../base/instants.ts';
import { yieldAfter, mapInParts } from '../base/turns.ts';

/** The parts of an outcome that the document is made of. */
type Outcome = Omit<CompareOutcome, 'sessions' | 'resolved'>;

interface Origin {
  /** When the comparison was requested, epoch ms. */
  readonly at: number;
  /** The command that asks the same question again. */
  readonly command: string;
}

/** The document of a comparison, with every offer. */
export async function compareDocument(
  outcome: Outcome,
  { at, command }: Origin,
): Promise<Comparison> {
  const { plan, trips, found, failures, interruption } = outcome;
  const { dates, pairs, warnings } = trips;
  const { unchecked, namesakes } = found;
  const ranked = rankOffers(found.offers);
  await yieldAfter(ranked.length);
  return {
    askedAt: isoInstant(at),
    command,
    plan,
    pricing: pricingOf(outcome),
    offers: await mapInParts(ranked, offerData),
    dates: dates.map(({ trips, answered, notAsked, ...pair }) => ({
      ...datesData(pair),
      trips,
      answered,
      notAsked: notAsked === 0 ? undefined : notAsked,
    })),
    ...(pairs.length > 1 && { pairs: pairs.map(pairData) }),
    failures: failures.map(failureData),
    // Something was not answered, or not asked for.
    partial: interruption !== undefined || failures.length > 0,
    interrupted: interruption !== undefined,
    ...(warnings.length > 0 && { warnings }),
    ...(unchecked.length > 0 && { uncheckedExtras: unchecked }),
    ...(namesakes.length > 0 && { namesakes }),
  };
}

/** The quote's fields, as in `quote --json`, with its rank and its trip. */
export function offerData({ rank, offer }: Ranked): OfferDocument {
  const {
    quote,
    operator,
    pickUp,
    dropOff,
    vehicle,
    missing,
    unchecked,
    ranksLastBecauseOf,
    unsureTimes,
    quoteStoredAt,
    extras,
  } = offer;
  const count = nights(offer.pickUpDate, offer.dropOffDate);
  const fields = {
    rank: rank ?? null,
    perNight:
      quote === undefined || count < 1 ? null : (divideMoney(quote.totalAmount, count) ?? null),
    nights: count,
    operator,
    pickUp,
    dropOff,
    vehicle,
    missing,
    insurance: extras.takenPlan,
    unchecked: unchecked.length === 0 ? undefined : unchecked,
    warnings: ranksLastBecauseOf.length === 0 ? undefined : ranksLastBecauseOf,
    unsureTimes: unsureTimes.length === 0 ? undefined : unsureTimes,
    reused: quoteStoredAt !== undefined,
    // A service can send fields with these names in a quote. They are left out: only groups have them.
    count: undefined,
    highest: undefined,
  };
  const selection = selectionOf(offer);
  const checkoutUrl = checkoutLink(offer.siteUrl, selection);
  const booking = { selection: selectionData(selection, offer.wantedTimes), checkoutUrl };
  if (quote === undefined)
    return {
      ...fields,
      priced: false,
      estimate: offer.estimate,
      totalAmount: null,
      currency: null,
      ...booking,
    };
  return withOwnFields(quote, { first: { ...fields, priced: true }, last: booking });
}

function pairData({
  operator,
  pickUpDepotId,
  dropOffDepotId,
  pickUp,
  dropOff,
  ...trips
}: PairResult): PairDocument {
  return {
    operator,
    pick_up_depot_id: pickUpDepotId,
    drop_off_depot_id: dropOffDepotId,
    pickUp,
    dropOff,
    notAsked: trips.notAsked.map(datesData),
    notAnswered: trips.notAnswered.map(datesData),
  };
}

function datesData({ pickUpDate, dropOffDate }: RentalDates): PairDocument['notAsked'][number] {
  return { pick_up_date: pickUpDate, drop_off_date: dropOffDate };
}

function failureData(failure: CompareFailure): FailureDocument {
  const {
    operator,
    step,
    trip,
    pickUp = null,
    dropOff = null,
    vehicle = null,
    error,
    unasked,
  } = failure;
  return {
    operator,
    step,
    pick_up_depot_id: trip?.pickUpDepotId ?? null,
    drop_off_depot_id: trip?.dropOffDepotId ?? null,
    pick_up_date: trip?.pickUpDate ?? null,
    drop_off_date: trip?.dropOffDate ?? null,
    pickUp,
    dropOff,
    vehicle,
    code: error.code,
    status: error.status ?? null,
    reason:
      unasked === 0 ? error.messageWithCommand : `${unasked} not sent: ${error.messageWithCommand}`,
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    unasked,
  };
}

/**
 * What was priced, and what the rest may cost. Undefined if every offer of every trip was priced,
 * or nothing was to be priced. `documents/compare.ts` says what the fields are.
 */
function pricingOf({
  plan,
  trips: { dates },
  found: { offers, gaps },
}: Outcome): Comparison['pricing'] {
  const quoted = offers.filter(isQuoted);
  const rest = offers.filter((offer) => !isQuoted(offer) && hasAllExtras(offer));
  const { couldBeBelow, couldBeEqual, nearestTrip, vehiclesNeverQuoted, couldMeetMax } = gaps;
  // A trip that was asked for without an answer is a failure.
  const tripsNotAsked = dates.reduce((sum, one) => sum + one.notAsked, 0);
  const isWholeAnswer = rest.length === 0 && tripsNotAsked === 0;
  if (isWholeAnswer || plan.quote === 'none' || plan.quote === 'all') return undefined;
  const currencies = new Set(quoted.map(({ quote }) => quote.currency));
  const estimates = rest.flatMap(({ estimate }) => estimate ?? []);
  const lowest = estimates.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return {
    offers: offers.length,
    priced: quoted.length,
    lowestEstimate: currencies.size === 1 && Number.isFinite(lowest) ? lowest : null,
    belowEstimate: quoted.some(isBelowEstimate),
    couldBeBelow,
    couldBeEqual,
    vehiclesNotQuoted: vehiclesNeverQuoted,
    tripsNotAsked,
    neededRate: shownAmount(nearestTrip && roundedUp(nearestTrip.rateNeeded)),
    lowestRate: shownAmount(nearestTrip?.lowestRateSeen),
    isRateOfStart: nearestTrip?.isOfStart,
    couldMeetMaxTotal: couldMeetMax,
  };
}

/** To the cent, so that a rate that is low enough never seems too high. */
function roundedUp(amount: number): number {
  // Without the small part, an error of floating-point numbers could add a cent.
  return Math.ceil(amount * 100 - 1e-6) / 100;
}

/** Null if it is not known. A negative rate is shown as 0. */
function shownAmount(amount: number | undefined): number | null {
  return amount === undefined || !Number.isFinite(amount)
    ? null
    : (roundMoney(Math.max(0, amount)) ?? null);
}

function isBelowEstimate({ quote, vehicle, pickUpDate, dropOffDate }: Offer): boolean {
  const estimate = multiplyMoney(vehicle.rentalDailyRate, nights(pickUpDate, dropOffDate));
  return quote !== undefined && estimate !== undefined && quote.totalAmount < estimate;
}
