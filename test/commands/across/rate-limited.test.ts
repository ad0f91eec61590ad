/** What commands do when the service refuses them, in virtual time. */
import { expect, test } from 'vitest';
import type { Service } from '../../../src/http/types.ts';
import { cli } from '../../support/cli.ts';
import { operatorService } from '../../support/operator.ts';
import { answer } from '../../support/service.ts';

/** An operator that refuses everything for a while, and says so with these headers. */
function refusing(forMs: number, headers: (leftMs: number) => Record<string, string>) {
  let passedMs = 0;
  const sentAt: number[] = [];
  const accepts = operatorService();
  const service: Service = async (request) => {
    sentAt.push(passedMs);
    const leftMs = forMs - passedMs;
    return leftMs > 0 ? answer(429, 'Too Many Requests', headers(leftMs)) : accepts(request);
  };
  const start = Date.now();
  const clock = {
    now: () => start + passedMs,
    monotonic: () => passedMs,
    sleep: async (ms: number): Promise<void> => void (passedMs += ms),
  };
  const { run } = cli(service);
  return { sentAt, depots: (flags = '') => run(`depots --json ${flags}`, clock) };
}

const seconds = (ms: number): string => String(Math.ceil(ms / 1_000));
const named = (ms: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(ms) });

test('a first request that is refused waits for the reset that the service names, and asks once', async () => {
  const { depots, sentAt } = refusing(50_000, named);
  expect(await depots()).toMatchObject({ code: 0 });
  expect(sentAt).toHaveLength(2);
  expect(sentAt[1]).toBeGreaterThanOrEqual(50_000);
  expect(sentAt[1]).toBeLessThan(51_000);
});

test('a command that may not wait says the true retryAfterSeconds, and the next sends nothing', async () => {
  const { depots, sentAt } = refusing(50_000, named);
  for (let turn = 0; turn < 2; turn += 1) {
    const { code, stderr } = await depots('--no-wait');
    const { retryAfterSeconds } = (JSON.parse(stderr) as { error: { retryAfterSeconds: number } })
      .error;
    expect(code).toBe(5);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(51);
  }
  expect(sentAt).toHaveLength(1);
});

test.each<[string, () => Record<string, string>]>([
  ['now', () => ({ 'x-ratelimit-reset': '0.001' })],
  ['a second', () => ({ 'x-ratelimit-reset': '1' })],
  ['a second, as Retry-After', () => ({ 'retry-after': '1' })],
])(
  'a reset of %s that is wrong counts as unknown: waits grow, and the command succeeds',
  async (_, headers) => {
    const { depots, sentAt } = refusing(40_000, headers);
    expect(await depots('--max-wait 5m')).toMatchObject({ code: 0 });
    const waits = sentAt.slice(1).map((at, index) => at - sentAt[index]!);
    expect(waits[0]).toBeLessThan(2_000);
    for (const wait of waits.slice(1)) expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(sentAt.length).toBeLessThanOrEqual(6);
  },
);

test('a wrong reset is waited for until --max-wait; the error says how long to wait', async () => {
  const { depots, sentAt } = refusing(1e9, () => ({ 'x-ratelimit-reset': '0.001' }));
  const { code, stderr } = await depots('--max-wait 5m');
  expect(code).toBe(5);
  expect(sentAt.at(-1)).toBeGreaterThan(180_000);
  expect(sentAt.at(-1)).toBeLessThanOrEqual(300_000);
  expect(sentAt.length).toBeLessThan(12);
  expect(stderr).toMatch(/"retryAfterSeconds": ?60/);
});
