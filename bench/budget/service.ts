/** A service with a limit, on loopback, that remembers what it saw. */
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LimiterKind, makeLimiter } from './limiters.ts';

export interface Service {
  readonly url: string;
  /** When each request of the contender was counted, let in or not; ms. */
  readonly seen: number[];
  refused(): number;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly kind: LimiterKind;
  readonly limit: number;
  readonly windowMs: number;
  /** Part of the limit that another client behind the same address takes. */
  readonly foreign: number;
}

const quote = {
  quoteId: 'Q-1',
  expiresAt: '2100-01-01T00:00:00Z',
  currency: 'NZD',
  priceBreakdown: { rentalFee: 1, routeFee: 0, accessoriesFee: 0, insuranceFee: 0, accessories: [], insurance: null },
  totalAmount: 1,
  note: '',
};

/** To the service and back, ms each, half of it to twice of it: as short beside the window as a real one is beside a minute. */
const tripMs = 1;

export async function startService({ kind, limit, windowMs, foreign }: ServiceOptions): Promise<Service> {
  const limiter = makeLimiter(kind, limit, windowMs);
  // Nobody knows the phase of a window.
  const phase = Math.random() * windowMs;
  const now = () => performance.now() + phase;
  const seen: number[] = [];
  let refused = 0;

  function answer(response: ServerResponse): void {
    const at = now();
    const { ok, remaining, resetMs } = limiter(at);
    seen.push(at);
    if (!ok) refused += 1;
    // Delta seconds with a fraction: whole seconds would be a third of a shortened window.
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': (Math.max(1, resetMs) / 1000).toFixed(3),
    };
    setTimeout(() => {
      response.writeHead(ok ? 200 : 429, { ...headers, 'content-type': ok ? 'application/json' : 'text/plain' });
      response.end(ok ? JSON.stringify(quote) : 'Too Many Requests');
    }, trip());
  }

  const server = createServer((request, response) => {
    if (request.url === '/warm') response.end();
    else setTimeout(() => answer(response), trip());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stranger = foreign > 0 ? visit(() => limiter(now()), windowMs / (limit * foreign)) : undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/depots`,
    seen,
    refused: () => refused,
    close: () => {
      clearTimeout(stranger?.timer);
      return closed(server);
    },
  };
}

function trip(): number {
  return tripMs * (0.5 + 1.5 * Math.random());
}

/** Comes at random moments, `everyMs` apart on average. */
function visit(take: () => void, everyMs: number): { timer: NodeJS.Timeout } {
  const visitor = { timer: setTimeout(next, 0) };
  function next(): void {
    take();
    visitor.timer = setTimeout(next, -Math.log(1 - Math.random()) * everyMs);
  }
  return visitor;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
