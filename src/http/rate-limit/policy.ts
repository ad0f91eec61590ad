/** The limit as configured, and the times that follow from it. */
import { maxRetryAfterMs } from '../limit-headers.ts';

/** Whose requests a service counts together: behind a proxy, a client has another address. */
export interface Account {
  /** `https://host[:port]` */
  readonly origin: string;
  readonly proxy?: string | undefined;
  /** Requests per window. */
  readonly limit: number;
  readonly windowMs: number;
}

export interface Policy extends Pick<Account, 'limit' | 'windowMs'> {
  /** How long a slot stays taken after the answer: the window, with a margin for clock drift. */
  readonly restMs: number;
  /** How long a slot stays taken after the claim if no answer arrives. */
  readonly leaseMs: number;
}

/** The longest attempt: the lease of a slot is made for it. */
export const maxAttemptMs = 10 * 60_000;
/** For clocks that show whole milliseconds, in a short window. */
const minMarginMs = 5;
/** For timers that fire late. */
const attemptSlackMs = 1_000;
/** A limit of more would be slow: each slot is a file, and each claim lists them all. */
export const maxSlots = 1_000;

export function makePolicy({ limit, windowMs }: Account, attemptTimeoutMs: number): Policy {
  // 100 ms per minute cover the drift between two clocks.
  const restMs = windowMs + Math.max(minMarginMs, Math.round(windowMs / 600));
  const leaseMs = Math.min(attemptTimeoutMs, maxAttemptMs) + attemptSlackMs + restMs;
  return { limit, windowMs, restMs, leaseMs };
}

/**
 * How far ahead a process with any timeout can set the time of a name: a lease, or a slot that is
 * held back for two windows; after a refusal, behind the longest `Retry-After`.
 */
export function maxAheadMs(
  { restMs }: Policy,
  { afterRefusal }: { readonly afterRefusal: boolean },
): number {
  return maxAttemptMs + attemptSlackMs + 2 * restMs + (afterRefusal ? maxRetryAfterMs : 0);
}

/** The part of a limit that one machine uses while it cannot ask the others. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.floor(limit / 4));
}
