/** The rate limit of the interface (section Limits), counted per client address. */

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** `fixed` starts a client's window at its first request. `sliding` looks back one window from every request. */
export type WindowKind = 'fixed' | 'sliding';

export type ResetFormat = 'epoch-ms' | 'epoch-s' | 'delta' | 'iso' | 'http-date' | 'none';

interface LimitStatus {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Epoch ms at which at least one more request is allowed. */
  readonly resetAt: number;
}

/** With more clients than this, those without a recent request are removed. */
const maxClients = 1000;

export function createRateLimiter({ limit, windowMs }: RateLimit, kind: WindowKind, now: () => number) {
  /** For each client the times of its requests in the current window. */
  const clients = new Map<string, number[]>();

  function inWindow(times: number[], at: number): number[] {
    const start = times[0];
    if (start === undefined) return times;
    if (kind === 'fixed') return at - start >= windowMs ? [] : times;
    const first = times.findIndex((time) => at - time < windowMs);
    return first === -1 ? [] : times.slice(first);
  }

  function removeIdle(at: number): void {
    for (const [client, times] of clients) if (inWindow(times, at).length === 0) clients.delete(client);
  }

  return {
    /** Counts one request of a client, unless it is over the limit. */
    count(client: string): LimitStatus {
      const at = now();
      if (clients.size > maxClients) removeIdle(at);
      const times = inWindow(clients.get(client) ?? [], at);
      const allowed = times.length < limit;
      if (allowed) times.push(at);
      clients.set(client, times);
      return { allowed, remaining: limit - times.length, resetAt: (times[0] ?? at) + windowMs };
    },
  };
}

/** The value of X-RateLimit-Reset, or undefined to leave the header out. Rounds up so that no client returns too early. */
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
