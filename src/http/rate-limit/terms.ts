import type { Reach } from './clock.ts';

/** What the service allows and how long things may take. Ms. */
export interface Terms extends Reach {
  /** Requests a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** How long a slot stays taken from the answer on: the window and a margin for clocks and rounding. */
  readonly restMs: number;
  /** How long a slot stays taken from the claim on, should no answer ever come. */
  readonly leaseMs: number;
}

const longestAttemptMs = 10 * 60_000;
/** Timers fire late. */
const attemptSlackMs = 1_000;

/** A slot is a file, and each claim lists them all. */
const mostSlots = 1_000;

/** A limit beyond `mostSlots` becomes as many requests in a part of the window: what no tenth exceeds, the whole does not. */
export function makeTerms(requests: number, periodMs: number, attemptTimeoutMs: number): Terms {
  const parts = Math.ceil(requests / mostSlots);
  const limit = Math.max(1, Math.floor(requests / parts));
  const windowMs = Math.ceil(periodMs / parts);
  // A thousandth and a bit: 100 ms in a minute outlasts any drift of two clocks.
  const restMs = windowMs + Math.max(5, Math.round(windowMs / 600));
  return {
    limit,
    windowMs,
    restMs,
    leaseMs: Math.min(attemptTimeoutMs + attemptSlackMs, longestAttemptMs) + restMs,
    longestMs: 3 * windowMs + longestAttemptMs + 60_000,
  };
}
