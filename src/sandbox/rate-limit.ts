/** The rate limit of the interface (section Limits), for all clients together. */

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** `fixed` starts a window at the first request after the last one. `sliding` looks back one window from every request. */
export type WindowKind = 'fixed' | 'sliding';

/** Counts one request, unless it is over the limit. From `resetAt` (epoch ms) on, at least one more is allowed. */
export function createRateLimiter({ limit, windowMs }: RateLimit, kind: WindowKind, now: () => number) {
  /** The requests of the current window. */
  let times: number[] = [];
  return () => {
    const at = now();
    const isRecent = (time: number): boolean => at - time < windowMs;
    if (kind === 'sliding') times = times.filter(isRecent);
    else if (!isRecent(times[0] ?? -Infinity)) times = [];
    const allowed = times.length < limit;
    if (allowed) times.push(at);
    return { allowed, remaining: limit - times.length, resetAt: (times[0] ?? at) + windowMs };
  };
}

/** The values of X-RateLimit-Reset; undefined leaves the header out. They round up so that no client returns too early. */
export const resetFormats = {
  'epoch-ms': (at: number) => String(Math.ceil(at)),
  'epoch-s': (at: number) => String(Math.ceil(at / 1000)),
  delta: (at: number, now: number) => String(Math.ceil((at - now) / 1000)),
  iso: (at: number) => new Date(Math.ceil(at)).toISOString(),
  'http-date': (at: number) => new Date(Math.ceil(at / 1000) * 1000).toUTCString(),
  none: () => undefined,
};

export type ResetFormat = keyof typeof resetFormats;
