/** The ways in which services count requests. Pure: the caller passes the time, in ms. */
export interface LimiterVerdict {
  readonly ok: boolean;
  readonly remaining: number;
  /** Ms until more requests are accepted or, for some kinds, until the count restarts. */
  readonly resetMs: number;
}

export type Limiter = (now: number) => LimiterVerdict;
const makers = {
  fixed: fixedWindow,
  sliding: slidingLog,
  bucket: tokenBucket,
  weighted: weightedCounter,
};

export type LimiterKind = keyof typeof makers;
export const kinds = Object.keys(makers) as readonly LimiterKind[];

export function makeLimiter(kind: LimiterKind, limit: number, windowMs: number): Limiter {
  return makers[kind](limit, windowMs);
}

/** The window starts with a request; the count restarts after it. */
function fixedWindow(limit: number, windowMs: number): Limiter {
  let start = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (now) => {
    if (now - start >= windowMs) {
      start = now;
      count = 0;
    }
    const ok = count < limit;
    if (ok) count += 1;
    return { ok, remaining: limit - count, resetMs: start + windowMs - now };
  };
}

/** At most `limit` in any window, exactly. */
function slidingLog(limit: number, windowMs: number): Limiter {
  const log: number[] = [];
  return (now) => {
    while (log[0] !== undefined && now - log[0] >= windowMs) log.shift();
    const ok = log.length < limit;
    if (ok) log.push(now);
    return { ok, remaining: limit - log.length, resetMs: (log[0] ?? now) + windowMs - now };
  };
}

/** Accepts `limit` requests at once, and one more every `windowMs / limit`. */
function tokenBucket(limit: number, windowMs: number): Limiter {
  let tokens = limit;
  let last = 0;
  return (now) => {
    tokens = Math.min(limit, tokens + ((now - last) * limit) / windowMs);
    last = now;
    const ok = tokens >= 1;
    if (ok) tokens -= 1;
    const resetMs = tokens >= 1 ? 0 : ((1 - tokens) * windowMs) / limit;
    return { ok, remaining: Math.floor(tokens), resetMs };
  };
}

/**
 * Adds to the count of this window the part of the last window's count that a sliding window would
 * still cover.
 */
function weightedCounter(limit: number, windowMs: number): Limiter {
  let window = 0;
  let before = 0;
  let count = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) {
      before = current === window + 1 ? count : 0;
      count = 0;
      window = current;
    }
    const part = 1 - (now % windowMs) / windowMs;
    const weight = before * part + count;
    const ok = weight + 1 <= limit;
    if (ok) count += 1;
    const remaining = Math.max(0, Math.floor(limit - before * part - count));
    return { ok, remaining, resetMs: (current + 1) * windowMs - now };
  };
}
