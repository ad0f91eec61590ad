/** Collects what a sweep finds out, counts its requests, and emits both as events. */
import { isTransient, type RentalError } from '../../errors.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { unsent, type OperatorTrips, type SweepEvent, type SweepFailure, type SweepNote } from './events.ts';
import type { SweepOutcome, SweepStep, TripResult } from './events.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import type { Requests, SweepPlan } from './plan.ts';
import { createCircuitBreaker, runPool } from './pool.ts';
import type { Offer } from './rank.ts';

type Emit = (event: SweepEvent) => void;

/** What a request was about. */
type About = Pick<SweepFailure, 'trip' | 'vehicle'>;

export type Recorder = ReturnType<typeof createRecorder>;

/** The requests to one operator, and what is told about them. */
export type OperatorRun = ReturnType<Recorder['start']>;

export function createRecorder(sweeps: readonly OperatorSweep[], expected: SweepPlan, emit: Emit) {
  const offers: Offer[] = [];
  const failures: SweepFailure[] = [];
  const trips = new Map(sweeps.map((sweep) => [sweep, new Map<Trip, TripResult>()]));
  const count = createCounter(sweeps, expected, emit);
  const note: SweepNote = (text) => emit({ type: 'note', text });
  const fail = (failure: SweepFailure): void => {
    failures.push(failure);
    emit({ type: 'failure', failure });
  };
  const start = (sweep: OperatorSweep, signal: AbortSignal) => {
    const own = trips.get(sweep) ?? new Map<Trip, TripResult>();
    const tell = (trip: Trip, news: Partial<TripResult>): void =>
      void own.set(trip, { ...(own.get(trip) ?? unsent(sweep.session, trip)), ...news });
    const made = (requests: number): void => count(sweep, requests);
    /** When the availability of trips was stored, epoch ms. */
    const storedAt: number[] = [];
    return {
      sweep,
      signal,
      note,
      /** How many requests the operator will get is known. */
      planned: ({ depots, availability, extras, quotes }: Requests): void =>
        count(sweep, extras, () => depots + availability + extras + quotes),
      made,
      /** A planned request is not sent. */
      spared: (): void => count(sweep, 0, (total) => total - 1),
      /** The availability of a trip is asked for: in the order of the trips, although the answers come in any order. */
      asked: (trip: Trip): void => tell(trip, {}),
      /** The availability of a trip is known; `at` is when it was stored, epoch ms. */
      answered: (trip: Trip, at: number | undefined): void => {
        tell(trip, { state: 'answered' });
        if (at === undefined) made(1);
        else storedAt.push(at);
      },
      storedAt,
      /** The wanted vehicles that are available, and those of them that a quote is asked for. */
      available: (trip: Trip, available: readonly Vehicle[], selected: readonly Vehicle[]): void =>
        tell(trip, { available, selected }),
      offer: (offer: Offer): void => {
        offers.push(offer);
        if (offer.quote !== undefined && !offer.reused) made(1);
        emit({ type: 'offer', offer });
      },
      ...createSender(sweep, signal, {
        made,
        fail: (failure) => {
          if (failure.trip !== undefined) tell(failure.trip, { state: 'failed' });
          fail(failure);
        },
      }),
    };
  };
  return {
    start,
    note,
    fail,
    finish: (): void => finish(sweeps, failures),
    results: (): Omit<SweepOutcome, 'plan' | 'interruption'> => {
      const own = [...trips].map(([{ session, trips: planned }, asked]): OperatorTrips => {
        return { session, planned, asked: [...asked.values()] };
      });
      return { offers, failures, trips: own, sessions: sweeps.map(({ session }) => session) };
    },
  };
}

/** Ends the sweep at each operator that would answer nothing else if it were asked again. */
function finish(sweeps: readonly OperatorSweep[], failures: readonly SweepFailure[]): void {
  const left = new Set(failures.filter(({ error }) => isTransient(error)).map(({ operator }) => operator));
  for (const { session, answers } of sweeps) if (!left.has(session.operator.name)) answers.finish();
}

interface SenderParts {
  readonly fail: (failure: SweepFailure) => void;
  /** Counts requests. */
  readonly made: (requests: number) => void;
}

/** Sends the requests to one operator, and reports those that fail. */
function createSender({ session }: OperatorSweep, signal: AbortSignal, { fail, made }: SenderParts) {
  const operator = session.operator.name;
  const breaker = createCircuitBreaker();
  const failed = (step: SweepStep, error: RentalError, about: About): void => {
    // An extras request that failed is already part of the planned count.
    if (step !== 'extras') made(1);
    fail({ operator, step, error, unsent: 0, ...about, ...(about.trip && depotNames(session, about.trip)) });
  };
  return {
    failed,
    /** Asks for each item, a few at a time. Stops if the operator is down. */
    askEach: async <T>(
      step: SweepStep,
      items: Iterable<T>,
      ask: (item: T) => Promise<void>,
      aboutOf: (item: T) => About,
    ): Promise<void> => {
      const fails = (item: T, error: RentalError): void => failed(step, error, aboutOf(item));
      const wait = (error: RentalError, ms: number): Promise<boolean> =>
        session.pause(`no answers (${error.message})`, ms, signal);
      const work = { breaker, retries: session.retries, run: ask, failed: fails, pause: wait };
      const { length: unsent } = await runPool({ ...work, items: [...items] }, signal);
      const error = breaker.stopped();
      if (unsent > 0 && error !== undefined) fail({ operator, step, error, unsent });
    },
  };
}

/** Counts requests for the progress; `totalOf` changes the expected number of requests. */
function createCounter(sweeps: readonly OperatorSweep[], expected: SweepPlan, emit: Emit) {
  const counts = new Map(
    sweeps.map((sweep, index) => [
      sweep,
      { done: sweep.depotRequests, total: expected.operators[index]?.requests ?? 0 },
    ]),
  );
  const tell = (): void =>
    emit({ type: 'progress', operators: [...counts].map(([{ session }, one]) => ({ session, ...one })) });
  // The first wait can come before the first answer.
  tell();
  return (sweep: OperatorSweep, made: number, totalOf = (total: number): number => total): void => {
    const { done, total } = counts.get(sweep) ?? { done: 0, total: 0 };
    counts.set(sweep, { done: done + made, total: totalOf(total) });
    tell();
  };
}
