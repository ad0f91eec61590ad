/**
 * Stops the requests to an operator that does not answer: after failures in a row it waits, tries
 * one request, and waits longer.
 */
import { isTransient, type RentalError } from '../../base/errors.ts';
import type { Session } from '../../planner/session.ts';

/** Failures in a row after which an operator gets a pause. */
const maxFailures = 5;
/** ms. After each pause one request is tried. If none of them is answered, the operator is down. */
const pauses = [1000, 2000, 4000] as const;

export interface CircuitBreaker {
  /** Why the operator gets no more requests in this comparison. */
  stoppedBy(): RentalError | undefined;
  stop(error: RentalError): void;
  /** Whether several requests may be sent at once. */
  isWorking(): boolean;
  answered(): void;
  failed(error: RentalError): void;
  /**
   * Waits until one request may be tried. After the last pause, and if no wait is allowed, the
   * operator gets no more requests.
   */
  pause(): Promise<void>;
}

export function createCircuitBreaker(
  session: Pick<Session, 'pause'>,
  signal: AbortSignal,
): CircuitBreaker {
  let stopped: RentalError | undefined;
  let failures: readonly RentalError[] = [];
  let tries = 0;
  const answered = (): void => {
    failures = [];
    tries = 0;
  };
  return {
    stoppedBy: () => stopped,
    stop: (error) => {
      stopped ??= error;
    },
    isWorking: () => failures.length < maxFailures,
    answered,
    failed: (error) => {
      // A refusal is an answer.
      if (isTransient(error)) failures = [...failures, error];
      else answered();
    },
    pause: async () => {
      const error = failures.at(-1)!;
      const ms = pauses[tries];
      tries += 1;
      const hasWaited =
        ms !== undefined && (await session.pause(`no answers (${error.message})`, ms, signal));
      if (!hasWaited) stopped = error;
    },
  };
}
