// @module-tag long
// @module-tag redis-server
/** Processes on two machines that are killed at random while their Redis server is restarted: what would the service have counted? */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../bench/bundle.js';
import type { ClaimOrder } from '../../../bench/budget/claim-worker.ts';
import { end, startWorker } from '../../../bench/budget/claims.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { mostWithin } from '../../support/most-within.ts';
import { startRedis } from '../../support/redis.ts';

const limit = 60;
const windowMs = 300;
/** A process tries again after half a second. */
const noticeMs = 1_000;

interface Outage {
  readonly from: number;
  readonly to: number;
}

it('processes on two machines that are killed, while their server is restarted twice, exceed the limit only around the restarts', async () => {
  const folder = temporaryFolder();
  const worker = await bundle(process.cwd(), 'bench/budget/claim-worker.ts');
  onTestFinished(worker.remove);
  const redis = await startRedis();
  onTestFinished(() => redis.end());
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const orders = [0, 1, 0, 1].map((machine): ClaimOrder => {
    const stateDir = join(folder, `machine-${machine}`);
    return { stateDir, log, limit, windowMs, attemptTimeoutMs: 100, budgetUrl: redis.url };
  });
  const restart = async (atMs: number): Promise<Outage> => {
    await sleep(atMs);
    const from = nowMs();
    await redis.kill();
    await sleep(400);
    await redis.start();
    return { from, to: nowMs() };
  };
  const [first, second] = await Promise.all([restart(800), restart(2_600), killFor(6_800, worker.file, orders)]);
  const outcome = analyse(log, [first, second]);
  expect(outcome.claims).toBeGreaterThan(limit);
  expect(outcome.mostInAnyWindow).toBeLessThanOrEqual(limit);
  // An outage of less than 5 s is waited for. Afterwards the server does not know the past, and gives a window out slowly.
  expect(outcome.mostAroundOutages).toBeLessThanOrEqual(2 * limit);
});

async function killFor(ms: number, file: string, orders: readonly ClaimOrder[]): Promise<void> {
  const errors: string[] = [];
  const alive = orders.map((order) => startWorker(file, order, errors));
  const stopAt = performance.now() + ms;
  while (performance.now() < stopAt && errors.length === 0) {
    // A busy machine needs a second to start one.
    await sleep(Math.random() * 1_500);
    const victim = Math.floor(Math.random() * alive.length);
    await end(alive[victim]);
    alive[victim] = startWorker(file, orders[victim]!, errors);
  }
  await Promise.all(alive.map(end));
  expect(errors).toEqual([]);
}

function nowMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

function analyse(log: string, outages: readonly Outage[]) {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const times = lines.map((line) => Number(line.split(' ')[0]) / 1000).sort((a, b) => a - b);
  // From its begin to one window after the last process can have noticed its end.
  const isAffected = (at: number, before = 0): boolean =>
    outages.some(({ from, to }) => at >= from - before && at < to + noticeMs + windowMs);
  const periodOf = (at: number): number => outages.filter(({ to }) => to + noticeMs + windowMs <= at).length;
  // Windows of one calm period each.
  const calm = [0, 1, 2].map((period) => times.filter((at) => periodOf(at) === period && !isAffected(at)));
  return {
    claims: times.length,
    mostInAnyWindow: Math.max(...calm.map((some) => mostWithin(some, windowMs))),
    mostAroundOutages: mostWithin(
      times.filter((at) => isAffected(at, windowMs)),
      windowMs,
    ),
  };
}
