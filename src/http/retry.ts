/** Whether to retry and after how long: arithmetic only. */

/** ms; the wait before retry n is random in [0, min(cap, base · 2ⁿ⁻¹)). */
const base = 500;
const cap = 8_000;

export interface RetryState {
  /** Retries already made for this request. */
  readonly made: number;
  /** Retries allowed for this failure. */
  readonly allowed: number;
  /** Earliest time by the server's Retry-After, ms from now. */
  readonly earliestMs: number | undefined;
  /** The longest wait the user accepts, ms; 0 means never wait. */
  readonly maxWaitMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** ms to wait before the next attempt; undefined to give up now. */
export function retryDelay({ made, allowed, earliestMs = 0, maxWaitMs, random }: RetryState): number | undefined {
  if (made >= allowed || maxWaitMs <= 0 || earliestMs > maxWaitMs) return undefined;
  // Jitter Retry-After as well, so that rejected clients do not retry together.
  const jitter = random() * Math.min(cap, base * 2 ** made);
  return Math.min(earliestMs + jitter, maxWaitMs);
}

/** The service, or something before it, may be back soon: the only rule about which statuses are worth a retry of every kind. */
export function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** How many retries a response of this status is worth. */
export function retriesFor(status: number, retries: number): number {
  if (isUnavailable(status)) return retries;
  return status === 500 ? Math.min(1, retries) : 0;
}

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Stops a retry storm: if most requests fail, retrying each one makes it worse. Ten retries at first; each success earns a
 * tenth of one, so in the long run at most one request in eleven is a retry.
 */
export function createRetryBudget(most = 10, earned = 0.1) {
  let left = most;
  return {
    /** Takes one retry; false if none is left. */
    take: (): boolean => {
      // Ten times 0.1 is less than 1 in floating point.
      if (left < 1 - 1e-9) return false;
      left -= 1;
      return true;
    },
    succeeded: (): void => {
      left = Math.min(most, left + earned);
    },
  };
}
