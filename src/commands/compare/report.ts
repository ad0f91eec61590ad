/** What is found out on the way, kept for the end and passed on as it comes. */
import type { RentalError } from '../../errors.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { tripKey } from '../../planner/sweep/trips.ts';
import type { CellState } from '../../planner/sweep/grid.ts';
import type { Offer } from '../../planner/sweep/rank.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Leg } from './leg.ts';

export type Step = 'availability' | 'extras' | 'quote';

/** A question without an answer, and why. */
export interface Failure {
  readonly leg: Leg;
  readonly step: Step;
  readonly trip?: Trip | undefined;
  readonly vehicle?: Vehicle | undefined;
  readonly error: RentalError;
  /** Of how many questions that were never sent this tells; 0 for one that was. */
  readonly unasked: number;
}

export interface Report {
  /** A trip's availability is known. */
  answered(leg: Leg, trip: Trip): void;
  offer(offer: Offer): void;
  failed(failure: Omit<Failure, 'unasked'>): void;
  /** The operator was given up before these were asked. */
  skipped(parts: { leg: Leg; step: Step; count: number; error: RentalError | undefined }): void;
  note(text: string): void;
}

export interface Findings extends Report {
  readonly offers: readonly Offer[];
  readonly failures: readonly Failure[];
  /** Whether any question was answered. */
  hasAnswers(): boolean;
  stateOf(leg: Leg, trip: Trip): CellState;
}

export interface Listener {
  offer(offer: Offer): void;
  failure(failure: Failure): void;
}

export function createFindings(progress: Progress, listener: Listener): Findings {
  const offers: Offer[] = [];
  const failures: Failure[] = [];
  const states = new Map<string, CellState>();
  const keyOf = (leg: Leg, trip: Trip): string => `${leg.operator.name} ${tripKey(trip)}`;
  const fail = (failure: Failure): void => {
    failures.push(failure);
    if (failure.trip !== undefined) states.set(keyOf(failure.leg, failure.trip), 'failed');
    listener.failure(failure);
  };
  return {
    offers,
    failures,
    hasAnswers: () => [...states.values()].includes('asked') || offers.length > 0,
    stateOf: (leg, trip) => states.get(keyOf(leg, trip)) ?? 'unasked',
    answered: (leg, trip) => void states.set(keyOf(leg, trip), 'asked'),
    offer: (offer) => {
      offers.push(offer);
      listener.offer(offer);
    },
    failed: (failure) => fail({ ...failure, unasked: 0 }),
    skipped: ({ leg, step, count, error }) => {
      if (count > 0 && error !== undefined) fail({ leg, step, error, unasked: count });
    },
    note: (text) => progress.note(text),
  };
}
