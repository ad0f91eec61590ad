// @module-tag long
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../bench/bundle.js';
import { startRedis } from '../../support/redis.ts';
import { type ClaimOutcome, type ClaimRun, runClaims } from '../../../bench/budget/claims.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function claims(run: ClaimRun): Promise<ClaimOutcome> {
  const worker = await bundle(root, 'bench/budget/claim-worker.ts');
  onTestFinished(worker.remove);
  return runClaims(run, worker.file);
}

it('eight processes killed at random never exceed the limit, and lose no slot beyond its lease', async () => {
  const outcome = await claims({
    processes: 8,
    claims: 300,
    limit: 50,
    windowMs: 150,
    killEveryMs: 100,
  });
  expect(outcome.claims).toBeGreaterThanOrEqual(300);
  expect(outcome.kills).toBeGreaterThan(0);
  expect(outcome.maxInAnyWindow).toBeLessThanOrEqual(50);
  expect(outcome).toMatchObject({ slots: 50, freeAfterLease: 50 });
});

it.runIf(process.platform === 'linux')(
  'four processes never exceed the limit where a file can be renamed twice',
  async () => {
    const preload = join(root, 'test/support/as-windows.cjs');
    const outcome = await claims({ processes: 4, claims: 80, limit: 10, windowMs: 100, preload });
    expect(outcome.claims).toBeGreaterThanOrEqual(80);
    expect(outcome.maxInAnyWindow).toBeLessThanOrEqual(10);
    expect(outcome).toMatchObject({ slots: 10, freeAfterLease: 10 });
  },
);

it(
  'four processes that are killed at random never exceed the limit of a real server',
  { tags: ['redis-server'] },
  async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.end());
    const outcome = await claims({
      processes: 4,
      claims: 200,
      limit: 50,
      windowMs: 150,
      killEveryMs: 400,
      budgetUrl: redis.url,
    });
    expect(outcome.claims).toBeGreaterThanOrEqual(200);
    expect(outcome.maxInAnyWindow).toBeLessThanOrEqual(50);
  },
);
