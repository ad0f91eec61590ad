/** Whether to send again and after how long: arithmetic only. */

/** ms; the wait before retry n is random in [0, min(cap, base · 2ⁿ⁻¹)). */
const base = 500;
const cap = 8_000;

export interface RetryQuestion {
  /** Retries already made for this request. */
  readonly made: number;
  /** Retries allowed for what went wrong. */
  readonly allowed: number;
  /** Earliest time by the server's Retry-After, ms from now. */
  readonly earliestMs: number | undefined;
  /** The longest wait the user puts up with, ms; 0 is none at all. */
  readonly maxWaitMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** ms to wait before the next attempt; undefined: give up now. */
export function retryDelay({ made, allowed, earliestMs = 0, maxWaitMs, random }: RetryQuestion): number | undefined {
  if (made >= allowed || maxWaitMs <= 0 || earliestMs > maxWaitMs) return undefined;
  // On top of Retry-After, too: whoever was turned away together must not come back together.
  const jitter = random() * Math.min(cap, base * 2 ** made);
  return Math.min(earliestMs + jitter, maxWaitMs);
}

/** How often an answer of this status is worth asking again for; 0 is never. */
export function retriesFor(status: number, retries: number): number {
  if (status === 502 || status === 503 || status === 504) return retries;
  return status === 500 ? Math.min(1, retries) : 0;
}

/** `Retry-After` (seconds, or a date measured by the server's own `Date`) → ms from now; undefined where it says neither. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  const at = httpDate(value);
  return at === undefined ? undefined : Math.max(0, at - (httpDate(headers['date']) ?? nowMs));
}

function httpDate(text = ''): number | undefined {
  // Date.parse takes nearly anything, `2` included; the form all servers send today starts like this.
  const at = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} .{8} GMT$/.test(text.trim()) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Stops a storm: when most requests fail, asking each again only makes it worse. */
export interface RetryBudget {
  /** Takes one; false: none is left. */
  take(): boolean;
  succeeded(): void;
}

/** Ten retries to start with; each success earns a tenth of one back, so at most one in eleven requests is a retry in the long run. */
export function createRetryBudget(most = 10, earned = 0.1): RetryBudget {
  let left = most;
  return {
    take: () => {
      // Tenths do not add up to one in floating point.
      if (left < 1 - 1e-9) return false;
      left -= 1;
      return true;
    },
    succeeded: () => {
      left = Math.min(most, left + earned);
    },
  };
}
