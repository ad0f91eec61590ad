/** Runs in which the service cannot be asked, which is not a broken rule. */
import { createServer, type AddressInfo } from 'node:net';
import { onTestFinished, describe, expect, test } from 'vitest';
import { start } from '../sandbox/support.ts';
import { answerWith, at, closedPort, createOriginal, startMutant, startServer } from './support/mutant.ts';
import { idsOf, smoke, type RunOptions } from './support/smoke.ts';

/** A deployment with the same response for every request. */
async function always(status: number, headers: Record<string, string> = {}, body = '{"error":"down"}') {
  const asked: string[] = [];
  const siteUrl = await startServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return { baseUrl: siteUrl, siteUrl, asked };
}

/** A clock that moves only by sleeping. */
function fakeTime(): { machine: RunOptions['machine']; slept: () => number } {
  let slept = 0;
  const now = Date.now();
  return {
    machine: {
      now: () => now + slept,
      monotonic: () => slept,
      sleep: (ms: number) => {
        slept += ms;
        return Promise.resolve();
      },
    },
    slept: () => slept,
  };
}

describe('a service that cannot be asked', () => {
  test('a closed port: 6', async () => {
    const siteUrl = await closedPort();
    const run = await smoke({ baseUrl: siteUrl, siteUrl });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), idsOf(run, 'pass')]).toEqual([[], [], []]);
    expect(run.exitCode).toBe(6);
    expect(run.obstacle).toContain('refused');
  });

  test('closed connections: 6, after a few tries and not one for each check', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const siteUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const run = await smoke({ baseUrl: siteUrl, siteUrl });
    expect([run.exitCode, run.counts.fail, run.requests, connections]).toEqual([6, 0, 3, 3]);
  });

  test('no response: 6, after one attempt if the wait allows no more', async () => {
    const siteUrl = await startServer(() => {});
    const run = await smoke({ baseUrl: siteUrl, siteUrl }, { timeoutMs: 100, maxWaitMs: 50 });
    expect([run.exitCode, run.requests]).toEqual([6, 1]);
  });

  test.each([502, 503, 504])('%d only: 4', async (status) => {
    const deployment = await always(status);
    const run = await smoke(deployment);
    expect([run.exitCode, run.counts.fail, idsOf(run, 'pass')]).toEqual([
      4,
      0,
      status === 503 ? ['errors-unavailable'] : [],
    ]);
    expect(deployment.asked).toHaveLength(3);
  });

  test('all waits together stay below the longest wait', async () => {
    const { machine, slept } = fakeTime();
    await smoke(await always(503), { retries: 10, maxWaitMs: 3_000, machine: machine ?? {} });
    expect(slept()).toBeGreaterThan(0);
    expect(slept()).toBeLessThanOrEqual(3_000);
  });

  test('a Retry-After beyond the longest wait ends the run', async () => {
    const deployment = await always(503, { 'retry-after': '60' });
    const run = await smoke(deployment, { maxWaitMs: 5_000 });
    expect([run.exitCode, deployment.asked.length]).toEqual([4, 1]);
  });

  test('an unexpected 429: 5, without another request', async () => {
    const deployment = await always(
      429,
      {
        'content-type': 'text/plain',
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '42',
      },
      'Too Many Requests',
    );
    const run = await smoke(deployment);
    expect([run.exitCode, run.counts.fail, deployment.asked.length]).toEqual([5, 0, 1]);
    expect(run.obstacle).toContain('again in 42 s');
  });

  test('a limit that is nearly used up: 5, with at least 9 requests left for other clients', async () => {
    const sandbox = await start({ rateLimit: { limit: 25, windowMs: 60_000 } });
    const run = await smoke(sandbox, { only: ['depots', 'availability', 'quote', 'errors'] });
    expect([run.exitCode, idsOf(run, 'fail')]).toEqual([5, []]);
    expect(run.requests).toBe(16);
    expect(sandbox.requests).toHaveLength(16);
    expect(idsOf(run, 'pass')).toContain('depots-fields');
  });

  test('a broken rule and an obstacle: 1', async () => {
    const original = createOriginal();
    onTestFinished(() => original.close());
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path === '/depots') exchange.body = exchange.body.replace(/"name":"[^"]*"/, '"name":null');
      else answerWith(503, 'application/json', '{"error":"down"}')(exchange);
    });
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['depots-fields'], 1]);
  });

  test('one unavailable endpoint: 4, and the run checks the others', async () => {
    const original = createOriginal();
    onTestFinished(() => original.close());
    const down = at(/insurance-types$/, answerWith(503, 'application/json', '{"error":"down"}'));
    const run = await smoke(await startMutant(original, down), { only: ['depots', 'insurance-answer', 'site-book'] });
    expect([idsOf(run, 'fail'), idsOf(run, 'unchecked'), run.exitCode]).toEqual([[], ['insurance-answer'], 4]);
  });

  test('a transient fault is retried and does not count', async () => {
    const original = createOriginal();
    onTestFinished(() => original.close());
    let faults = 0;
    const mutant = await startMutant(original, (exchange) => {
      const isFirst = exchange.path === '/quotes' && (faults += 1) === 1;
      if (isFirst) answerWith(503, 'application/json', '{"error":"down"}')(exchange);
    });
    const run = await smoke(mutant);
    expect([run.counts.fail, run.exitCode]).toEqual([0, 0]);
  });

  test('a wrong 503 that is retried breaks a rule, and one that ends the run is only reported', async () => {
    const original = createOriginal();
    onTestFinished(() => original.close());
    let faults = 0;
    const once = await startMutant(original, (exchange) => {
      if (exchange.path === '/quotes' && (faults += 1) === 1) answerWith(503, 'text/plain', 'down')(exchange);
    });
    const run = await smoke(once);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['errors-unavailable'], 1]);
    const down = await smoke(await always(503, { 'content-type': 'text/plain' }, 'down'));
    expect([idsOf(down, 'fail'), down.exitCode]).toEqual([['errors-unavailable'], 4]);
    const limited = await smoke(await always(429, { 'content-type': 'text/html' }, '<p>Slow down'));
    expect([idsOf(limited, 'fail'), limited.exitCode]).toEqual([['limits-exceeded'], 5]);
  });

  test('an interrupt ends the run', async () => {
    const reason = new Error('interrupted');
    await expect(smoke(await always(503), { machine: { sleep: () => Promise.reject(reason) } })).rejects.toBe(reason);
  });
});
