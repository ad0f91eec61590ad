/**
 * In a file of its own: undici keeps the timer of its first connection, so that one must be a fake
 * timer already.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { client, serve } from './support.ts';

test('connecting may take as long as the longest attempt', async () => {
  const server = await serve(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const outcome: { error?: unknown } = {};
  client({ timeoutMs: 600_000, retries: 0 })
    .get(`https://127.0.0.1:${server.port}/depots`)
    .catch((error: unknown) => (outcome.error = error));
  await expect.poll(() => server.connections(), { interval: 5 }).toBe(1);
  vi.advanceTimersByTime(590_000);
  // An error of the socket reaches the request within a few turns of the event loop.
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(outcome).toEqual({});
  vi.advanceTimersByTime(10_000);
  await expect
    .poll(() => outcome.error, { interval: 5 })
    .toMatchObject({
      message: `127.0.0.1:${server.port} did not answer to GET /depots within 600 s`,
    });
});
