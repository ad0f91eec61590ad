/** One operator of a comparison: its requests, and what its answers say. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { isTransient, type RentalError } from '../../base/errors.ts';
import { dayWarningsOf, type DayWarning } from '../../planner/day-warnings.ts';
import type { DepotChoice } from '../../planner/question.ts';
import type { Allowance, CompareAnswers, Session } from '../../planner/session.ts';
import { depotName } from '../../planner/labels.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createOperatorExtraLists, type OperatorExtraLists } from './extra-lists.ts';
import type { CompareFailure, CompareStep } from './outcome.ts';
import { sendEach, type FailedTask, type Task, type TaskPool } from './tasks.ts';

/** The trips that are compared at one operator. */
export interface OperatorTrips {
  readonly session: Session;
  readonly answers: CompareAnswers;
  readonly depots: DepotChoice;
  readonly trips: readonly Trip[];
  /** Before the first request. */
  readonly allowance: Allowance;
}

/** What the answers for the trips of an operator say so far. */
interface TripAnswers {
  readonly askedTrips: ReadonlySet<Trip>;
  /** The available vehicles of each trip that was answered. */
  readonly availability: ReadonlyMap<Trip, readonly Vehicle[]>;
  /** When each list of vehicles was stored that came from an earlier comparison, epoch ms. */
  readonly vehicleListsStoredAt: readonly number[];
  markAsked(trips: readonly Trip[]): void;
  recordVehicles(trip: Trip, vehicles: readonly Vehicle[], storedAt: number | undefined): void;
  /** No trip of the depot is requested any more. Of several errors the first counts. */
  refuseDepot(id: number, error: RentalError): void;
  /** Why the trip is not requested: one of its depots was refused. */
  refusalOf(trip: Trip): RentalError | undefined;
}

type StepCounts = Readonly<Record<CompareStep, number>>;

export interface OperatorRun extends OperatorTrips, TripAnswers {
  /** Requests that were sent so far. */
  readonly sent: StepCounts;
  /** Tasks so far: also those that a stored answer answered, and those that were not sent. */
  readonly asked: StepCounts;
  readonly wantedTimes: WantedTimes;
  /** Days of its trips on which a depot lists no times, or none that fits. */
  readonly dayWarnings: readonly DayWarning[];
  readonly extraLists: OperatorExtraLists;
  isStopped(): boolean;
  /**
   * Sends the tasks; those that fail for a time only are sent once more. Resolves with those that
   * were sent and failed. Those that were not sent are failures of the run, too.
   * Rejects with the signal's reason or the first error that is not a RentalError.
   */
  ask<T extends Task>(tasks: readonly T[]): Promise<readonly T[]>;
}

interface RunParts {
  readonly fail: (failure: CompareFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
  /** When the user can be at the depots. */
  readonly wantedTimes?: WantedTimes;
}

export function createOperatorRun(operator: OperatorTrips, parts: RunParts): OperatorRun {
  const { session } = operator;
  const { fail, onProgress, signal, wantedTimes = {} } = parts;
  const sent = { depots: session.depots.requests(), availability: 0, extras: 0, quote: 0 };
  const asked = { ...sent };
  const breaker = createCircuitBreaker(session, signal);
  const onSent = (step: CompareStep, requests: number): void => {
    sent[step] += requests;
    onProgress();
  };
  const pool: TaskPool = { operator: session.operator.name, breaker, signal, fail, onSent };
  return {
    ...operator,
    ...createTripAnswers(),
    sent,
    asked,
    wantedTimes,
    dayWarnings: dayWarningsAt(operator, wantedTimes),
    extraLists: createOperatorExtraLists(),
    isStopped: () => breaker.stoppedBy() !== undefined,
    ask: async (tasks) => {
      for (const { step } of tasks) asked[step] += 1;
      const lost = await sendWithRetry(tasks, pool, session);
      for (const { task, error } of lost) fail(failureOf(task, error, session));
      return lost.map(({ task }) => task);
    },
  };
}

function createTripAnswers(): TripAnswers {
  const askedTrips = new Set<Trip>();
  const availability = new Map<Trip, readonly Vehicle[]>();
  const vehicleListsStoredAt: number[] = [];
  const refusedDepots = new Map<number, RentalError>();
  return {
    askedTrips,
    availability,
    vehicleListsStoredAt,
    markAsked: (trips) => {
      for (const trip of trips) askedTrips.add(trip);
    },
    recordVehicles: (trip, vehicles, storedAt) => {
      availability.set(trip, vehicles);
      if (storedAt !== undefined) vehicleListsStoredAt.push(storedAt);
    },
    refuseDepot: (id, error) => {
      if (!refusedDepots.has(id)) refusedDepots.set(id, error);
    },
    refusalOf: ({ pickUpDepotId, dropOffDepotId }) =>
      refusedDepots.get(pickUpDepotId) ?? refusedDepots.get(dropOffDepotId),
  };
}

/** Resolves with the tasks that were sent and failed, also the second time if there was one. */
async function sendWithRetry<T extends Task>(
  tasks: readonly T[],
  pool: TaskPool,
  { retries }: Pick<Session, 'retries'>,
): Promise<FailedTask<T>[]> {
  const failed = await sendEach(pool, tasks);
  const canAnswer = pool.breaker.stoppedBy() === undefined && retries > 0;
  const again = failed.filter(({ error }) => canAnswer && isTransient(error));
  const lost = failed.filter((one) => !again.includes(one));
  return [
    ...lost,
    ...(await sendEach(
      pool,
      again.map(({ task }) => task),
    )),
  ];
}

function failureOf(task: Task, error: RentalError, session: Session): CompareFailure {
  const { step, trip, vehicle } = task;
  const names = trip && depotNames(session, trip);
  return { operator: session.operator.name, step, trip, vehicle, ...names, error, unasked: 0 };
}

/** Days of its trips on which a depot lists no times, or none that fits, as far as it is known. */
export function dayWarningsAt(
  { session, trips }: OperatorTrips,
  wantedTimes: WantedTimes,
): readonly DayWarning[] {
  return dayWarningsOf(trips, session.depots.known(), { today: session.today, wantedTimes });
}

/** How many lists of extras were requested so far, stored ones too. */
export function extraListRequests(runs: readonly OperatorRun[]): number {
  return runs.reduce((sum, { asked }) => sum + asked.extras, 0);
}

/** Names of a trip's depots if they were looked up, else `depot 1`. */
export function depotNames(
  { depots }: Pick<Session, 'depots'>,
  { pickUpDepotId, dropOffDepotId }: Trip,
) {
  const known = depots.known();
  return { pickUp: depotName(pickUpDepotId, known), dropOff: depotName(dropOffDepotId, known) };
}
