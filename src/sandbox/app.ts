/** The whole site: its routes, and what applies to every request: host names, methods, the rate limit, headers, the log. */
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createApi } from './api.ts';
import { injectFaults } from './faults/index.ts';
import { basePath, type SandboxState } from './options.ts';
import { createRateLimiter, formatReset } from './rate-limit.ts';
import { createSite } from './site.ts';

/** Without a server there is no `incoming`. */
type NodeEnv = { Bindings: Partial<HttpBindings> };

export interface RequestLogEntry {
  /** Epoch ms at which the request arrived. */
  readonly time: number;
  readonly method: string;
  /** Path and query as sent, possibly hostile. */
  readonly path: string;
  /** 0 until the request is answered. */
  readonly status: number;
  /** The client's address. */
  readonly client: string;
}

/** Protects the service from web pages that resolve their own host name to loopback (DNS rebinding). */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const methods = ['GET', 'HEAD'];

export function createApp(state: SandboxState, log: ReturnType<typeof createRequestLog>): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.use(async (c, next) => {
    const { method } = c.req;
    const url = c.env?.incoming?.url ?? c.req.url.slice(new URL(c.req.url).origin.length);
    const time = state.now();
    const setStatus = log.add({ time, method, path: url, client: clientOf(c) });
    // Clients measure the rate limit's reset against this header, and a test may have set the sandbox's clock.
    c.header('Date', new Date(time).toUTCString());
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
    setStatus(c.res.status);
    state.onAnswered({ method, path: url, status: c.res.status, elapsedMs: state.now() - time });
  });
  app.use(injectFaults(state.defects));
  app.use(async (c, next) => {
    if (loopbackHost.test(c.req.header('Host') ?? new URL(c.req.url).host)) return next();
    return c.json({ error: 'This service answers only to loopback host names' }, 403);
  });
  app.use(`${basePath}/*`, limitRequests(state), injectFailures(state));
  // Every address is read-only, so a wrong method is reported even for an unknown path.
  app.use(async (c, next) => {
    if (methods.includes(c.req.method)) return next();
    return c.json({ error: 'Only GET and HEAD are allowed' }, 405, { Allow: methods.join(', ') });
  });
  app.route(basePath, createApi(state));
  app.route('/', createSite(state));

  app.notFound((c) => c.json({ error: 'Nothing was found at this address' }, 404));
  app.onError((error, c) =>
    error instanceof HTTPException
      ? c.json({ error: error.message }, error.status)
      : c.json({ error: 'The sandbox failed to answer. This is a bug in the sandbox' }, 500),
  );
  return app;
}

/** Keeps the newest `max` entries, in order of arrival. */
export function createRequestLog(max: number) {
  const entries: RequestLogEntry[] = [];
  return {
    entries,
    /** Returns a function that sets the status. */
    add(request: Omit<RequestLogEntry, 'status'>) {
      const entry = { ...request, status: 0 };
      if (entries.push(entry) > max) entries.shift();
      return (status: number): void => {
        entry.status = status;
      };
    },
  };
}

/** Sets the rate-limit headers on every answer, and delays it by the latency. */
function limitRequests(state: SandboxState): MiddlewareHandler<NodeEnv> {
  const limiter = createRateLimiter(state.rateLimit, state.window, state.now);
  return async (c, next) => {
    const { allowed, remaining, resetAt } = limiter.count(clientOf(c));
    const reset = formatReset(resetAt, state.resetFormat, state.now());
    c.header('X-RateLimit-Limit', String(state.rateLimit.limit));
    c.header('X-RateLimit-Remaining', String(remaining));
    if (reset !== undefined) c.header('X-RateLimit-Reset', reset);
    // Closing the sandbox ends the delay; the connection is already cut then.
    if (state.latencyMs > 0) await delay(state.latencyMs, undefined, { signal: state.closing }).catch(() => undefined);
    return allowed ? next() : c.text('Too Many Requests', 429, { 'Content-Type': 'text/plain' });
  };
}

function injectFailures({ fail, random }: SandboxState): MiddlewareHandler<NodeEnv> {
  return async (c, next) => {
    const drawn = fail.length === 0 ? 1 : random();
    let sum = 0;
    const failure = fail.find(({ rate }) => drawn < (sum += rate));
    if (failure === undefined) return next();
    const error =
      failure.status === 503
        ? 'The service is temporarily unavailable. Please try again later.'
        : `The sandbox was told to fail with status ${failure.status}`;
    return c.json({ error }, failure.status as 503);
  };
}

function clientOf(c: Context<NodeEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? 'this process';
}
