/** The rate limit of the interface (section Limits), for all clients together. */

export interface SandboxRateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * A window starts with the first request after the last one. From `resetAt` (epoch ms) on, requests
 * are allowed again.
 */
export function createRateLimiter({ limit, windowMs }: SandboxRateLimit, now: () => number) {
  let counted = 0;
  let resetAt = -Infinity;
  return () => {
    const at = now();
    if (at >= resetAt) [counted, resetAt] = [0, at + windowMs];
    const allowed = counted < limit;
    if (allowed) counted += 1;
    return { allowed, remaining: limit - counted, resetAt };
  };
}

/**
 * The values of X-RateLimit-Reset; undefined leaves the header out. They round up so that no client
 * returns too early.
 */
export const resetFormats = {
  'epoch-ms': (at: number) => String(Math.ceil(at)),
  'epoch-s': (at: number) => String(Math.ceil(at / 1000)),
  delta: (at: number, now: number) => String(Math.ceil((at - now) / 1000)),
  iso: (at: number) => new Date(Math.ceil(at)).toISOString(),
  'http-date': (at: number) => new Date(Math.ceil(at / 1000) * 1000).toUTCString(),
  none: () => undefined,
};

export type ResetFormat = keyof typeof resetFormats;
