/** The limit of the interface (section Limits): so many requests a window, counted per client address. */

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** `fixed` starts a client's window at its first request; `sliding` looks back one window from every request. */
export type WindowKind = 'fixed' | 'sliding';

export type ResetFormat = 'epoch-ms' | 'epoch-s' | 'delta' | 'iso' | 'http-date' | 'none';

interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Epoch ms at which at least one request is free again. */
  readonly resetAt: number;
}

interface RateLimiter {
  /** Counts one request of a client; a refused one costs nothing. */
  count(client: string): Standing;
}

/** Clients remembered before those with nothing left to remember are forgotten. */
const crowd = 1000;

export function createRateLimiter({ limit, windowMs }: RateLimit, kind: WindowKind, now: () => number): RateLimiter {
  /** Per client the times of the requests that still count. */
  const clients = new Map<string, number[]>();

  function live(times: number[], at: number): number[] {
    const start = times[0];
    if (start === undefined) return times;
    if (kind === 'fixed') return at - start >= windowMs ? [] : times;
    const first = times.findIndex((time) => at - time < windowMs);
    return first === -1 ? [] : times.slice(first);
  }

  function forget(at: number): void {
    for (const [client, times] of clients) if (live(times, at).length === 0) clients.delete(client);
  }

  return {
    count(client) {
      const at = now();
      if (clients.size > crowd) forget(at);
      const times = live(clients.get(client) ?? [], at);
      const allowed = times.length < limit;
      if (allowed) times.push(at);
      clients.set(client, times);
      return { allowed, remaining: limit - times.length, resetAt: (times[0] ?? at) + windowMs };
    },
  };
}

/** The value of X-RateLimit-Reset; undefined where the header is left out. Rounded so that it never names too early a time. */
export function formatReset(resetAt: number, format: ResetFormat, now: number): string | undefined {
  switch (format) {
    case 'epoch-ms':
      return String(Math.ceil(resetAt));
    case 'epoch-s':
      return String(Math.ceil(resetAt / 1000));
    case 'delta':
      return String(Math.ceil((resetAt - now) / 1000));
    case 'iso':
      return new Date(Math.ceil(resetAt)).toISOString();
    case 'http-date':
      return new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString();
    case 'none':
      return undefined;
  }
}
