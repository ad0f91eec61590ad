/** What an interface request passes before its endpoint: the rate limit, the delay, the failures on demand. */
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Failure, World } from './options.ts';
import { createRateLimiter, formatReset } from './rate-limit.ts';

export type Env = { Bindings: HttpBindings };

/** Sets the three rate-limit headers on whatever is answered. */
export function createGate(world: World): MiddlewareHandler<Env> {
  const limiter = createRateLimiter(world.rateLimit, world.window, () => world.now());
  return async (c, next) => {
    const { allowed, remaining, resetAt } = limiter.count(clientOf(c.env));
    const reset = formatReset(resetAt, world.resetFormat, world.now());
    c.header('X-RateLimit-Limit', String(world.rateLimit.limit));
    c.header('X-RateLimit-Remaining', String(remaining));
    if (reset !== undefined) c.header('X-RateLimit-Reset', reset);
    // A closed sandbox has cut the connection already: nobody reads what follows.
    if (world.latencyMs > 0) await delay(world.latencyMs, undefined, { signal: world.closing }).catch(() => undefined);
    if (!allowed) return c.text('Too Many Requests', 429, { 'Content-Type': 'text/plain' });
    const failure = drawFailure(world);
    if (failure !== undefined) return c.json({ error: failureMessage(failure) }, failure as 503);
    return next();
  };
}

export function clientOf({ incoming }: HttpBindings): string {
  return incoming.socket.remoteAddress ?? 'unknown';
}

function drawFailure({ fail, random }: World): number | undefined {
  if (fail.length === 0) return undefined;
  const drawn = random();
  let sum = 0;
  return fail.find(({ rate }: Failure) => drawn < (sum += rate))?.status;
}

function failureMessage(status: number): string {
  return status === 503
    ? 'The service is temporarily unavailable. Please try again later.'
    : `Failure ${status}, answered on demand by the sandbox`;
}
