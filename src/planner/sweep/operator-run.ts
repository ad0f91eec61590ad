/** The requests of a sweep to one operator. */
import type { FieldText, RentalError } from '../../errors.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import type { SweepStep } from './events.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import type { CircuitBreaker } from './pool.ts';

/** The requests to one operator, and what is told about them. */
export interface OperatorRun {
  readonly sweep: OperatorSweep;
  readonly breaker: CircuitBreaker;
  readonly signal: AbortSignal;
  readonly report: RunReport;
}

export interface RunReport {
  /** The availability of a trip is known. */
  answered(trip: Trip): void;
  /** The wanted vehicles that are available, and those of them that a quote is asked for. */
  available(trip: Trip, wanted: readonly Vehicle[], selected: readonly Vehicle[]): void;
  failed(step: SweepStep, error: RentalError, about: { trip?: Trip; vehicle?: Vehicle }): void;
  /** The operator was given up before `count` requests were sent. */
  skipped(step: SweepStep, count: number): void;
  /** So many requests more than were planned. */
  added(count: number): void;
  note(text: FieldText): void;
}

/** The available vehicles of each trip that was answered, in the order of the trips. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;
