/** The ways in which services count requests. Pure: time is given, in ms. */
export interface Verdict {
  readonly ok: boolean;
  readonly remaining: number;
  /** Ms until more requests are let in (or, by kind, until the count starts anew). */
  readonly resetMs: number;
}

export type Limiter = (now: number) => Verdict;
export type LimiterKind = 'fixed' | 'sliding' | 'bucket' | 'weighted';

export const kinds: readonly LimiterKind[] = ['fixed', 'sliding', 'bucket', 'weighted'];

export function makeLimiter(kind: LimiterKind, limit: number, windowMs: number): Limiter {
  switch (kind) {
    case 'fixed':
      return fixedWindow(limit, windowMs);
    case 'sliding':
      return slidingLog(limit, windowMs);
    case 'bucket':
      return tokenBucket(limit, windowMs);
    case 'weighted':
      return weightedCounter(limit, windowMs);
  }
}

/** Counts from the first request on; the count starts anew when the window is over. */
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

/** `limit` at once, and one more each `windowMs / limit`. */
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

/** This window's count and the part of the last one's that a sliding window would still cover, were it spread evenly. */
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
