/** What happens during a sweep, as it happens. */
import type { FieldText, RentalError } from '../../errors.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import type { Session } from '../session.ts';
import type { SweepPlan } from './plan.ts';
import type { Offer } from './rank.ts';

export type SweepEvent =
  /** Before the first request of the sweep; looking depots up comes earlier. */
  | { readonly type: 'planned'; readonly plan: SweepPlan }
  | { readonly type: 'progress'; readonly operators: readonly OperatorProgress[] }
  | { readonly type: 'offer'; readonly offer: Offer }
  | { readonly type: 'failure'; readonly failure: SweepFailure }
  | { readonly type: 'note'; readonly text: FieldText }
  /** The last event, also after an interruption. */
  | { readonly type: 'done'; readonly outcome: SweepOutcome };

/** Emits a `note`. */
export type SweepNote = (text: FieldText) => void;

export interface OperatorProgress {
  readonly session: Session;
  /** Requests made so far, and about how many there will be. */
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
  readonly unsent: number;
}

/** Whether the availability of a trip is known. */
export type TripState = 'answered' | 'failed' | 'unsent';

export interface TripResult {
  readonly session: Session;
  readonly trip: Trip;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly state: TripState;
  /** The wanted vehicles that are available; undefined if that is not known. */
  readonly available: readonly Vehicle[] | undefined;
  /** Those of them that a quote is asked for. */
  readonly selected: readonly Vehicle[];
}

export interface SweepOutcome {
  /** Exact once the availability of every trip is known. */
  readonly plan: SweepPlan;
  readonly offers: readonly Offer[];
  readonly failures: readonly SweepFailure[];
  readonly trips: readonly TripResult[];
  /** The operators that took part. */
  readonly sessions: readonly Session[];
  /** Why the sweep ended early. */
  readonly interruption: RentalError | undefined;
}

/** Turns what a producer emits into an async iterable. The producer starts at the first read; `stop` is called at the end. */
export async function* stream<T>(
  produce: (emit: (item: T) => void) => Promise<void>,
  stop: () => void = () => {},
): AsyncGenerator<T> {
  let batch: T[] = [];
  let isOver = false;
  let wake = (): void => {};
  const producer = produce((item) => {
    batch.push(item);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited below; until then a rejection must not count as unhandled.
  producer.catch(() => {});
  try {
    for (;;) {
      const ready = batch;
      batch = [];
      yield* ready;
      if (batch.length > 0) continue;
      if (isOver) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop();
  }
  await producer;
}
