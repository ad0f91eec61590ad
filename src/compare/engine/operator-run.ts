/** The requests of a comparison at one operator, and what its answers say. */
import type { RentalDates, Trip, Vehicle } from '../../api/types.ts';
import { isTransient, type RentalError } from '../../base/errors.ts';
import { dayWarningsOf, type DayWarning } from '../../planner/day-warnings.ts';
import type { Named } from '../../planner/names.ts';
import type { DepotChoice, ExtraRef } from '../../planner/question.ts';
import type { Allowance, CompareAnswers, Session } from '../../planner/session.ts';
import { depotName } from '../../planner/trip.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { CompareFailure, CompareStep } from './outcome.ts';
import { sendEach, type Task, type TaskPool } from './tasks.ts';

/** The trips that are compared at one operator. */
export interface OperatorTrips {
  readonly session: Session;
  readonly answers: CompareAnswers;
  readonly depots: DepotChoice;
  readonly trips: readonly Trip[];
  /** Before the first request. */
  readonly allowance: Allowance;
}

/** A list is undefined if it was not needed. */
export type ExtraLists = Readonly<Record<ExtraRef['kind'], readonly Named[] | undefined>>;

/** The lists of a vehicle; undefined until they are requested. */
export type LookUp = ExtraLists | 'failed' | undefined;

/** A vehicle with the lists of its extras that were looked up. */
export interface VehicleLists {
  readonly vehicle: Vehicle;
  readonly first: RentalDates;
  /** The same as `first` if the vehicle is available on one pair of dates. */
  readonly last: RentalDates;
  firstLists: LookUp;
  lastLists: LookUp;
}

export interface OperatorRun extends OperatorTrips {
  /** Requests so far. */
  readonly sent: Readonly<Record<CompareStep, number>>;
  /** The available vehicles of each trip that was answered so far. */
  readonly availability: Map<Trip, readonly Vehicle[]>;
  readonly askedTrips: Set<Trip>;
  /** When each list of vehicles was stored that came from an earlier comparison, epoch ms. */
  readonly storedLists: number[];
  /** Depots that the service refused and does not list: their trips are not requested. */
  readonly refusedDepots: Map<number, RentalError>;
  /** How many lists of extras were requested, stored ones too, and how many quotes were stored. */
  readonly counted: { lists: number; storedQuotes: number };
  readonly wanted: WantedTimes;
  /** Days of its trips on which a depot lists no times, or none that fits. */
  readonly dayWarnings: readonly DayWarning[];
  /** The vehicles whose extras were looked up so far, by `vehicleKey`. */
  readonly vehicleLists: Map<string, VehicleLists>;
  isStopped(): boolean;
  /**
   * Sends the tasks; those that fail for a time only are sent once more. Resolves with those that
   * were sent and failed. Those that were not sent are only reported.
   * Rejects with the signal's reason or the first error that is not a RentalError.
   */
  ask<T extends Task>(tasks: readonly T[]): Promise<readonly T[]>;
}

interface RunParts {
  readonly fail: (failure: CompareFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
  /** When the user can be at the depots. */
  readonly wanted?: WantedTimes;
}

export function createOperatorRun(operator: OperatorTrips, parts: RunParts): OperatorRun {
  const { session } = operator;
  const { wanted = {} } = parts;
  const sent = { depots: session.depots.requests(), availability: 0, extras: 0, quote: 0 };
  const breaker = createCircuitBreaker(session, parts.signal);
  const pool: TaskPool = { ...parts, operator: session.operator.name, sent, breaker };
  return {
    ...operator,
    sent,
    availability: new Map(),
    askedTrips: new Set(),
    storedLists: [],
    refusedDepots: new Map(),
    counted: { lists: 0, storedQuotes: 0 },
    wanted,
    dayWarnings: dayWarningsAt(operator, wanted),
    vehicleLists: new Map(),
    isStopped: () => breaker.stoppedBy() !== undefined,
    ask: async (tasks) => {
      const first = await sendEach(pool, tasks);
      const canAnswer = breaker.stoppedBy() === undefined && session.retries > 0;
      const again = first.flatMap(({ task, error }) =>
        canAnswer && isTransient(error) ? task : [],
      );
      const lost = [
        ...first.filter(({ task }) => !again.includes(task)),
        ...(await sendEach(pool, again)),
      ];
      for (const { task, error } of lost) {
        const { step, trip, vehicle } = task;
        const names = trip && depotNames(session, trip);
        parts.fail({
          operator: session.operator.name,
          step,
          trip,
          vehicle,
          ...names,
          error,
          unasked: 0,
        });
      }
      return lost.map(({ task }) => task);
    },
  };
}

/** Days of its trips on which a depot lists no times, or none that fits, as far as it is known. */
export function dayWarningsAt(
  { session, trips }: OperatorTrips,
  wanted: WantedTimes,
): readonly DayWarning[] {
  return dayWarningsOf(trips, session.depots.known(), { today: session.today, wanted });
}

/** How many lists of extras were requested so far, stored ones too. */
export function listRequests(runs: readonly OperatorRun[]): number {
  return runs.reduce((sum, { counted }) => sum + counted.lists, 0);
}

/** Names of a trip's depots if they were looked up, else `depot 1`. */
export function depotNames(
  { depots }: Pick<Session, 'depots'>,
  { pickUpDepotId, dropOffDepotId }: Trip,
) {
  const known = depots.known();
  return { pickUp: depotName(pickUpDepotId, known), dropOff: depotName(dropOffDepotId, known) };
}
