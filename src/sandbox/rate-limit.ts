/** The rate limit of the interface (section Limits), counted per client address. */

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** `fixed` starts a client's window at its first request. `sliding` looks back one window from every request. */
export type WindowKind = 'fixed' | 'sliding';

/** With more clients than this, those without a recent request are removed. */
const maxClients = 1000;

export function createRateLimiter({ limit, windowMs }: RateLimit, kind: WindowKind, now: () => number) {
  /** For each client the times of its requests in the current window. */
  const clients = new Map<string, number[]>();

  function inWindow(times: number[], at: number): number[] {
    const first = times.findIndex((time) => at - time < windowMs);
    if (kind === 'fixed') return first === 0 ? times : [];
    return first === -1 ? [] : times.slice(first);
  }

  return {
    /** Counts one request of a client, unless it is over the limit. From `resetAt` (epoch ms) on, at least one more is allowed. */
    count(client: string) {
      const at = now();
      if (clients.size > maxClients) {
        for (const [idle, times] of clients) if (inWindow(times, at).length === 0) clients.delete(idle);
      }
      const times = inWindow(clients.get(client) ?? [], at);
      const allowed = times.length < limit;
      if (allowed) times.push(at);
      clients.set(client, times);
      return { allowed, remaining: limit - times.length, resetAt: (times[0] ?? at) + windowMs };
    },
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
