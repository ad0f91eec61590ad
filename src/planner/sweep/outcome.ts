/** What comes of a sweep, and what is told while it runs. */
import type { RentalError } from '../../base/errors.ts';
import type { RentalDates, Trip, Vehicle } from '../../api/types.ts';
import type { ClosedDay } from '../closed-days.ts';
import type { Session } from '../session.ts';
import type { SweepPlan } from './plan.ts';
import type { Offer } from './rank.ts';
import type { SweepRequest } from './request.ts';

export interface OperatorProgress {
  readonly session: Session;
  /** Requests made so far, and the most that there will be. */
  readonly done: number;
  readonly total: number;
}

export type SweepStep = 'depots' | 'availability' | 'extras' | 'quote';

/** A request without a usable answer, or several that were not sent. */
export interface SweepFailure {
  readonly operator: string;
  readonly step: SweepStep;
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
  /** For how many of them the vehicles are known. */
  readonly answered: number;
}

export interface SweepOutcome {
  /** Made again once the availability of every trip is known. */
  readonly plan: SweepPlan;
  /** Each wanted vehicle of each trip: those with a quote, then those without one. */
  readonly offers: readonly Offer[];
  /** Totals can be below the daily rate × nights, so that cheaper ones may not have been asked for. */
  readonly isBelowEstimates: boolean;
  readonly failures: readonly SweepFailure[];
  /** The request with fixed dates. */
  readonly asked: SweepRequest;
  /** The same with ids and whole names. Undefined if the sweep ended before it was known what they are. */
  readonly meant: SweepRequest | undefined;
  /** Each pair of dates that was asked for. */
  readonly dates: readonly DatesResult[];
  /** Days on which a depot lists no times. */
  readonly warnings: readonly (ClosedDay & { readonly operator: string })[];
  /** The operators that took part. */
  readonly sessions: readonly Session[];
  /** Why the sweep ended early. */
  readonly interruption: RentalError | undefined;
}
