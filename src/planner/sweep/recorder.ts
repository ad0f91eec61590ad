/** Collects what a sweep finds out, counts its requests, and emits both as events. */
import type { FieldText } from '../../errors.ts';
import type { Trip } from '../../api/types.ts';
import { expiredNotes } from '../expiry.ts';
import type { RunReport } from './operator-run.ts';
import type { SweepEvent, SweepFailure, SweepOutcome, TripResult, TripState } from './events.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import type { Requests, SweepPlan } from './plan.ts';
import type { CircuitBreaker } from './pool.ts';
import type { Offer } from './rank.ts';

export interface Recorder {
  reportFor(sweep: OperatorSweep, breaker: CircuitBreaker): RunReport;
  /** How many requests the operator will get is known. */
  planned(sweep: OperatorSweep, requests: Requests): void;
  offer(sweep: OperatorSweep, offer: Offer): void;
  note(text: FieldText): void;
  fail(failure: SweepFailure): void;
  /** Says how many quotes have expired by now. */
  noteExpired(): void;
  results(): Omit<SweepOutcome, 'plan' | 'interruption'>;
}

export function createRecorder(
  sweeps: readonly OperatorSweep[],
  expected: SweepPlan,
  emit: (event: SweepEvent) => void,
): Recorder {
  const offers: Offer[] = [];
  const failures: SweepFailure[] = [];
  const states = new Map<Trip, TripState>();
  const vehicles = new Map<Trip, Pick<TripResult, 'available' | 'selected'>>();
  const count = createCounter(sweeps, expected, emit);
  const note = (text: FieldText): void => emit({ type: 'note', text });
  const fail = (failure: SweepFailure): void => {
    failures.push(failure);
    if (failure.trip !== undefined) states.set(failure.trip, 'failed');
    emit({ type: 'failure', failure });
  };
  return {
    note,
    fail,
    reportFor: (sweep, breaker) => ({
      note,
      added: (requests) => count(sweep, 0, undefined, requests),
      available: (trip, available, selected) => void vehicles.set(trip, { available, selected }),
      answered: (trip) => {
        states.set(trip, 'answered');
        count(sweep, 1);
      },
      failed: (step, error, about) => {
        // An extras request that failed is already part of the planned count.
        if (step !== 'extras') count(sweep, 1);
        const depots = about.trip && depotNames(sweep.session, about.trip);
        fail({ operator: sweep.session.operator.name, step, error, unsent: 0, ...about, ...depots });
      },
      skipped: (step, unsent) => {
        const error = breaker.stopped();
        if (unsent > 0 && error !== undefined) fail({ operator: sweep.session.operator.name, step, error, unsent });
      },
    }),
    planned: (sweep, { depots, availability, extras, quotes }) =>
      count(sweep, extras, depots + availability + extras + quotes),
    offer: (sweep, offer) => {
      offers.push(offer);
      if (offer.quote !== undefined && !offer.reused) count(sweep, 1);
      emit({ type: 'offer', offer });
    },
    noteExpired: () => {
      const quotes = offers.flatMap(({ quote = [] }) => quote);
      // All sessions have the clock of this machine.
      expiredNotes(quotes, sweeps[0]?.session.now() ?? 0).forEach(note);
    },
    results: () => {
      const trips = sweeps.flatMap(({ session, trips: own }) =>
        own.map((trip): TripResult => ({
          ...{ session, trip, ...depotNames(session, trip), state: states.get(trip) ?? 'unsent' },
          ...(vehicles.get(trip) ?? { available: undefined, selected: [] }),
        })),
      );
      return { offers, failures, trips, sessions: sweeps.map(({ session }) => session) };
    },
  };
}

/** Counts requests for the progress; `total` replaces the expected number of requests. */
function createCounter(sweeps: readonly OperatorSweep[], expected: SweepPlan, emit: (event: SweepEvent) => void) {
  const counts = new Map(
    sweeps.map((sweep, index) => [
      sweep,
      { done: sweep.depotRequests, total: expected.operators[index]?.requests ?? 0 },
    ]),
  );
  return (sweep: OperatorSweep, made: number, total?: number, added = 0): void => {
    const before = counts.get(sweep) ?? { done: 0, total: 0 };
    counts.set(sweep, { done: before.done + made + added, total: (total ?? before.total) + added });
    emit({ type: 'progress', operators: [...counts].map(([{ session }, one]) => ({ session, ...one })) });
  };
}
