/** The routes of the whole site, and what applies to every request. */
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { createApi } from './api.ts';
import { basePath, type SandboxState } from './options.ts';
import { createRateLimiter, resetFormats } from './rate-limit.ts';
import { createSite } from './site.ts';
import { spoilAnswers } from './spoil.ts';

/** Without a server there is no `incoming`. */
type NodeEnv = { Bindings: Partial<HttpBindings> };

/** A web page can resolve its own host name to loopback (DNS rebinding). */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const maxLoggedRequests = 10_000;

export function createApp(state: SandboxState): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();

  app.use(async (c, next) => {
    const { method, url } = c.req;
    const path = c.env?.incoming?.url ?? url.slice(new URL(url).origin.length);
    const request = { time: state.now(), method, path, status: 0 };
    if (state.requests.push(request) > maxLoggedRequests) state.requests.shift();
    // By the sandbox's clock: clients measure the reset of the limit against it.
    c.header('Date', new Date(request.time).toUTCString());
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
    request.status = c.res.status;
    state.onAnswered(request, state.now() - request.time);
  });
  app.use(spoilAnswers(state.defects));
  app.use(async (c, next) => {
    if (loopbackHost.test(c.req.header('Host') ?? new URL(c.req.url).host)) return next();
    return c.json({ error: 'This service answers only to loopback host names' }, 403);
  });
  app.use(`${basePath}/*`, limitRequests(state));
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

function limitRequests(state: SandboxState): MiddlewareHandler {
  const count = createRateLimiter(state.rateLimit, state.now);
  return async (c, next) => {
    const { allowed, remaining, resetAt } = count();
    c.header('X-RateLimit-Limit', String(state.rateLimit.limit));
    c.header('X-RateLimit-Remaining', String(remaining));
    c.header('X-RateLimit-Reset', resetFormats[state.resetFormat](resetAt, state.now()));
    // `ref: false`: a closed sandbox does not keep the process alive.
    if (state.latencyMs > 0) await delay(state.latencyMs, undefined, { ref: false });
    return allowed ? next() : c.text('Too Many Requests', 429, { 'Content-Type': 'text/plain' });
  };
}
