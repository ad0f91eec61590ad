/** The outcome of a comparison, and its progress while it runs. */
import type { RentalError } from '../../base/errors.ts';
import type { RentalDates, Trip, Vehicle } from '../../api/types.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import type { DayWarning } from '../../planner/day-warnings.ts';
import type { ExtraRef, Question } from '../../planner/question.ts';
import type { Session } from '../../planner/session.ts';
import type { SearchGaps } from '../../search/gaps.ts';
import type { Namesake, Offer, UncheckedExtras } from './offer.ts';

export interface OperatorProgress {
  readonly session: Session;
  /** Requests so far, and their maximum. */
  readonly done: number;
  readonly total: number;
}

export type CompareStep = 'depots' | 'availability' | 'extras' | 'quote';

/** A request without a usable answer, or several that were not sent. */
export interface CompareFailure {
  readonly operator: string;
  readonly step: CompareStep;
  readonly trip?: Trip | undefined;
  /** Names of the trip's depots if they were looked up, else `depot 1`. */
  readonly pickUp?: string | undefined;
  readonly dropOff?: string | undefined;
  readonly vehicle?: Vehicle | undefined;
  readonly error: RentalError;
  /** How many requests were not sent because of the error; 0 if this one was sent. */
  readonly unasked: number;
}

/** The trips on a pair of dates. */
export interface DatesResult extends RentalDates {
  /** Pairs of depots, of all operators. */
  readonly trips: number;
  /** How many of the trips have a list of vehicles. */
  readonly answered: number;
  readonly notAsked: number;
}

/** The trips between two depots of an operator. */
export interface PairResult extends Pick<Trip, 'pickUpDepotId' | 'dropOffDepotId'> {
  readonly operator: string;
  /** Names of the depots if they were looked up, else `depot 1`. */
  readonly pickUp: string;
  readonly dropOff: string;
  readonly notAsked: readonly RentalDates[];
  /** Asked for, and the vehicles are not known. */
  readonly notAnswered: readonly RentalDates[];
}

/** How much of the compared trips was looked up. */
export interface TripResults {
  /** Each pair of dates that was asked for. */
  readonly dates: readonly DatesResult[];
  /** Each pair of depots that was asked for. */
  readonly pairs: readonly PairResult[];
  /** Days on which a depot lists no times, or none that fits. */
  readonly warnings: readonly (DayWarning & { readonly operator: string })[];
}

export interface OfferResults {
  /** Each wanted vehicle of each trip: the offers that were asked for, then the rest. */
  readonly offers: readonly Offer[];
  /** What is known of the offers without a price, and of the trips that were not asked for. */
  readonly gaps: SearchGaps;
  readonly unchecked: readonly UncheckedExtras[];
  readonly namesakes: readonly Namesake[];
}

export interface QuestionResults {
  readonly question: Question;
  /** The same with ids in the place of vehicles' names, as the printed command has them. */
  readonly byId: Question;
  /** `vehicle 11 is now Mini; it was Kea`, if an id of the question has another name now. */
  readonly change: string | undefined;
  /** Extras of the question that no offer has, although there are offers. */
  readonly gone: readonly ExtraRef[];
}

export interface CompareOutcome {
  /** The operators that took part. */
  readonly sessions: readonly Session[];
  /** The counts are of what was sent. */
  readonly plan: ComparePlan;
  /** Undefined if the comparison ended before its texts were resolved. */
  readonly resolved: QuestionResults | undefined;
  readonly trips: TripResults;
  readonly found: OfferResults;
  readonly failures: readonly CompareFailure[];
  /** Why the comparison ended early. */
  readonly interruption: RentalError | undefined;
}
