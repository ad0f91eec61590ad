/** Collects what a sweep finds out, counts its requests, and emits both as events. */
import type { FieldText } from '../../errors.ts';
import type { Trip } from '../../api/types.ts';
import type { RunReport } from './candidates.ts';
import type { SweepEvent, SweepFailure, SweepOutcome, TripState } from './events.ts';
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
  const counts = new Map(
    sweeps.map((sweep, index) => [
      sweep,
      { done: sweep.depotRequests, total: expected.operators[index]?.requests ?? 0 },
    ]),
  );
  const count = (sweep: OperatorSweep, made: number, total = counts.get(sweep)?.total ?? 0): void => {
    counts.set(sweep, { done: (counts.get(sweep)?.done ?? 0) + made, total });
    const operators = [...counts].map(([{ session }, one]) => ({ session, ...one }));
    emit({ type: 'progress', operators });
  };
  const fail = (failure: SweepFailure): void => {
    failures.push(failure);
    if (failure.trip !== undefined) states.set(failure.trip, 'failed');
    emit({ type: 'failure', failure });
  };
  const note = (text: FieldText): void => emit({ type: 'note', text });
  return {
    note,
    reportFor: (sweep, breaker) => ({
      note,
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
    results: () => ({
      offers,
      failures,
      sessions: sweeps.map(({ session }) => session),
      trips: sweeps.flatMap(({ session, trips }) =>
        trips.map((trip) => ({
          session,
          trip,
          ...depotNames(session, trip),
          state: states.get(trip) ?? ('unsent' as const),
        })),
      ),
    }),
  };
}
