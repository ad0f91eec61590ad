/** The rate limit of the interface (section Limits), for all clients together. */

export interface RequestsPerWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/** A window begins with the first request after the window before it. `resetAt` is in epoch ms. */
export function createRateLimiter({ limit, windowMs }: RequestsPerWindow, now: () => number) {
  let counted = 0;
  let resetAt = -Infinity;
  return () => {
    const at = now();
    if (at >= resetAt) {
      counted = 0;
      resetAt = at + windowMs;
    }
    const allowed = counted < limit;
    if (allowed) counted += 1;
    return { allowed, remaining: limit - counted, resetAt };
  };
}

/** Round up, so that no client returns too early. Undefined leaves the header out. */
export const resetFormats = {
  'epoch-ms': (at: number) => String(Math.ceil(at)),
  'epoch-s': (at: number) => String(Math.ceil(at / 1000)),
  delta: (at: number, now: number) => String(Math.ceil((at - now) / 1000)),
  iso: (at: number) => new Date(Math.ceil(at)).toISOString(),
  'http-date': (at: number) => new Date(Math.ceil(at / 1000) * 1000).toUTCString(),
  none: () => undefined,
};

export type ResetFormat = keyof typeof resetFormats;
