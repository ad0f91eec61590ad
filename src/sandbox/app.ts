/** Routes and manners of the whole site: host names, methods, errors, headers, the request log. */
import { Hono, type Context } from 'hono';
import { createApi } from './api.ts';
import { clientOf, createGate, type Env } from './gate.ts';
import { basePath, type World } from './options.ts';
import { Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import { createSite } from './site.ts';

/** A page of another origin that has its own name resolved to loopback must not read this service. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const methods = ['GET', 'HEAD'];

export function createApp(world: World, log: RequestLog): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const { method = '', url = '' } = c.env.incoming;
    const time = world.now();
    const answered = log.add({ time, method, path: url, client: clientOf(c.env) });
    // The sandbox's clock, which a test may have set: clients measure the reset against it.
    c.header('Date', new Date(time).toUTCString());
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
    answered(c.res.status);
  });
  app.use(async (c, next) => (loopbackHost.test(c.req.header('Host') ?? '') ? next() : foreignHost(c)));
  app.use(`${basePath}/*`, createGate(world));
  // Every resource here is read only, known or not: the method is wrong before the path is looked at.
  app.use(async (c, next) => (methods.includes(c.req.method) ? next() : wrongMethod(c)));
  app.route(basePath, createApi(world));
  app.route('/', createSite(world));

  app.notFound((c) => c.json({ error: 'There is nothing at this address' }, 404));
  app.onError((error, c) =>
    error instanceof Refusal
      ? c.json({ error: error.message }, error.status)
      : c.json({ error: 'The sandbox failed to answer; this is a bug of the sandbox' }, 500),
  );
  return app;
}

function foreignHost(c: Context): Response {
  return c.json({ error: 'This service answers only under the host names of loopback' }, 403);
}

function wrongMethod(c: Context): Response {
  c.header('Allow', methods.join(', '));
  return c.json({ error: 'Only GET and HEAD are possible here' }, 405);
}
