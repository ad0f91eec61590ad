/** A service with a limit, on loopback, that records the requests. */
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LimiterKind, makeLimiter } from './limiters.ts';

export interface LimitedServiceOptions {
  readonly kind: LimiterKind;
  readonly limit: number;
  readonly windowMs: number;
}

/** Ms to the service, and as many back, on average: short, because the window is. */
const tripMs = 1.25;
/**
 * Longer than a wait for the next window: a request on a connection that is just being closed fails
 * with ECONNRESET.
 */
const keepAliveMs = 60_000;

export async function startLimitedService(options: LimitedServiceOptions) {
  const { kind, limit, windowMs } = options;
  const limiter = makeLimiter(kind, limit, windowMs);
  // Clients do not know the phase of the window.
  const phase = Math.random() * windowMs;
  const now = () => performance.now() + phase;
  const seen: number[] = [];
  let refused = 0;

  function answer(response: ServerResponse): void {
    const at = now();
    const { ok, remaining, resetMs } = limiter(at);
    seen.push(at);
    if (!ok) refused += 1;
    // Seconds with a fraction: a whole second is a large part of a shortened window.
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': (Math.max(1, resetMs) / 1000).toFixed(3),
    };
    setTimeout(() => {
      response
        .writeHead(ok ? 200 : 429, { ...headers, 'content-type': 'application/json' })
        .end('{}');
    }, trip());
  }

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    if (request.url === '/warm') response.end();
    else setTimeout(() => answer(response), trip());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/depots`,
    /** When each request of the contender arrived, accepted or not; ms. */
    seen: seen as readonly number[],
    refused: () => refused,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function trip(): number {
  return tripMs * (0.4 + 1.2 * Math.random());
}
