/** Runs in which the service cannot be asked, which is not a broken rule. */
import { describe, expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { always, never, reset } from '../support/service.ts';
import { answerWith, at, createOriginal, startMutant, startService } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const original = createOriginal();
const down = { error: 'down' };

describe('a service that cannot be asked', () => {
  test('a refused connection: 6', async () => {
    const run = await smoke(startService(() => Promise.reject(reset('ECONNREFUSED'))));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), idsOf(run, 'pass')]).toEqual([[], [], []]);
    expect(run.exitCode).toBe(6);
    expect(run.obstacle).toContain('refused');
  });

  test('closed connections: 6, after a few tries and not one for each check', async () => {
    const operator = startService(() => Promise.reject(reset()));
    const run = await smoke(operator);
    expect([run.exitCode, run.counts.fail, run.requests, operator.requests.length]).toEqual([6, 0, 3, 3]);
  });

  test('no response: 6, after one attempt if the wait allows no more', async () => {
    const run = await smoke(startService(never), { timeoutMs: 100, maxWaitMs: 50 });
    expect([run.exitCode, run.requests]).toEqual([6, 1]);
  });

  test.each([
    [502, []],
    [503, ['errors-unavailable']],
    [504, []],
  ])('%d only: 4', async (status, passed) => {
    const deployment = startService(always(status, down));
    const run = await smoke(deployment);
    expect([run.exitCode, run.counts.fail, idsOf(run, 'pass')]).toEqual([4, 0, passed]);
    expect(deployment.requests).toHaveLength(3);
  });

  test.each([
    ['falls to less than 10: 5', (asked: number) => 12 - asked, 5],
    ['stays below 10, so that it counts something else: 0', () => 9, 0],
  ])('a number of requests left that %s', async (_, leftAfter, code) => {
    let asked = 0;
    const mutant = await startMutant(original, ({ headers }) => {
      asked += 1;
      headers['x-ratelimit-remaining'] = String(leftAfter(asked));
    });
    expect((await smoke(mutant)).exitCode).toBe(code);
  });

  test('all waits together stay below the longest wait', async () => {
    let slept = 0;
    const [start, sleep] = [Date.now(), async (ms: number): Promise<void> => void (slept += ms)];
    const machine = { now: () => start + slept, monotonic: () => slept, sleep };
    await smoke(startService(always(503, down)), { retries: 10, maxWaitMs: 3_000, machine });
    expect(slept).toBeGreaterThan(0);
    expect(slept).toBeLessThanOrEqual(3_000);
  });

  test('a Retry-After beyond the longest wait ends the run', async () => {
    const run = await smoke(startService(always(503, down, { 'retry-after': '60' })), { maxWaitMs: 5_000 });
    expect([run.exitCode, run.requests]).toEqual([4, 1]);
  });

  test('an unexpected 429: 5, without another request', async () => {
    const headers = {
      'content-type': 'text/plain',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '42',
    };
    const deployment = startService(always(429, 'Too Many Requests', headers));
    const run = await smoke(deployment);
    expect([run.exitCode, run.counts.fail, deployment.requests.length]).toEqual([5, 0, 1]);
    expect(run.obstacle).toContain('again in 42 s');
  });

  test('a limit that is nearly used up: 5, with at least 9 requests left for other clients', async () => {
    const sandbox = plantSandbox({ rateLimit: { limit: 25, windowMs: 60_000 } });
    const run = await smoke(sandbox, { only: ['depots', 'availability', 'quote', 'errors'] });
    expect([run.exitCode, idsOf(run, 'fail')]).toEqual([5, []]);
    expect(run.requests).toBe(16);
    expect(sandbox.requests).toHaveLength(16);
    expect(idsOf(run, 'pass')).toContain('depots-fields');
  });

  test('a broken rule and an obstacle: 1', async () => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path === '/depots') exchange.body = exchange.body.replace(/"name":"[^"]*"/, '"name":null');
      else answerWith(503, 'application/json', '{"error":"down"}')(exchange);
    });
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['depots-fields'], 1]);
  });

  test('one unavailable endpoint: 4, and the run checks the others', async () => {
    const isDown = at(/insurance-types$/, answerWith(503, 'application/json', '{"error":"down"}'));
    const run = await smoke(await startMutant(original, isDown), { only: ['depots', 'insurance-answer', 'site-book'] });
    expect([idsOf(run, 'fail'), idsOf(run, 'unchecked'), run.exitCode]).toEqual([[], ['insurance-answer'], 4]);
  });

  test('a transient fault is retried and does not count', async () => {
    let faults = 0;
    const mutant = await startMutant(original, (exchange) => {
      const isFirst = exchange.path === '/quotes' && (faults += 1) === 1;
      if (isFirst) answerWith(503, 'application/json', '{"error":"down"}')(exchange);
    });
    const run = await smoke(mutant);
    expect([run.counts.fail, run.exitCode]).toEqual([0, 0]);
  });

  test.each([
    ['503', 503, 'text/plain', 'down', 'errors-unavailable', 4],
    ['429', 429, 'text/html', '<p>Slow down', 'limits-exceeded', 5],
  ] as const)('a wrong %s that ends the run is only reported', async (_, status, type, body, id, code) => {
    const run = await smoke(startService(always(status, body, { 'content-type': type })));
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[id], code]);
  });

  test('an interrupt ends the run', async () => {
    const reason = new Error('interrupted');
    const machine = { sleep: () => Promise.reject(reason) };
    await expect(smoke(startService(always(503, down)), { machine })).rejects.toBe(reason);
  });
});
