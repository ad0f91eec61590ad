/** Processes on two machines that are killed at random while their Redis server is restarted: what would the service have counted? */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from './bundle.ts';
import type { ClaimOrder } from './claim-worker.ts';
import { end, startWorker } from './claims.ts';
import { mostWithin } from '../../test/support/most-within.ts';
import { startBenchRedis } from './redis.ts';

export interface OutageRun {
  readonly machines: number;
  /** On each machine. */
  readonly processes: number;
  readonly limit: number;
  readonly windowMs: number;
  /** Ms between two kills, on average. */
  readonly killEveryMs: number;
  /** Times at which the server is killed, and how long it is away, ms. */
  readonly restartsAtMs: readonly number[];
  readonly awayMs: number;
  readonly forMs: number;
  /** Before the first claim: a server that has just started knows nothing of the last window. */
  readonly warmUpMs: number;
  readonly slowMs: number;
}

export interface OutageOutcome {
  readonly claims: number;
  readonly kills: number;
  /** In windows that no outage touches. */
  readonly mostInAnyWindow: number;
  /** In windows that one touches: from its begin to one window after the last process can have noticed its end. */
  readonly mostAroundOutages: number;
  readonly claimsDuringOutages: number;
}

/** A process tries again after a second, and after two more. */
const noticeMs = 3_000;

export async function runOutages(run: OutageRun, root: string): Promise<OutageOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-outages-'));
  const worker = await bundle(root, 'bench/budget/claim-worker.ts');
  const redis = await startBenchRedis();
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const { limit, windowMs, slowMs } = run;
  const budgetUrl = `redis://127.0.0.1:${redis.port}`;
  const orders = Array.from({ length: run.machines * run.processes }, (_, index): ClaimOrder => {
    const stateDir = join(folder, `machine-${index % run.machines}`);
    return { stateDir, log, limit, windowMs, attemptTimeoutMs: 100, budgetUrl, slowMs };
  });
  const outages: { readonly from: number; readonly to: number }[] = [];
  const restart = async (atMs: number): Promise<void> => {
    await sleep(atMs);
    const from = nowMs();
    await redis.kill();
    await sleep(run.awayMs);
    await redis.start();
    outages.push({ from, to: nowMs() });
  };
  try {
    await sleep(run.warmUpMs);
    const [kills] = await Promise.all([killFor(run, worker.file, orders), ...run.restartsAtMs.map(restart)]);
    return { kills, ...analyse(log, windowMs, outages) };
  } finally {
    worker.remove();
    await redis.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killFor(run: OutageRun, file: string, orders: readonly ClaimOrder[]): Promise<number> {
  const errors: string[] = [];
  const alive = orders.map((order) => startWorker(file, order, errors));
  const stopAt = performance.now() + run.forMs;
  let kills = 0;
  while (performance.now() < stopAt && errors.length === 0) {
    await sleep(Math.random() * 2 * run.killEveryMs);
    const victim = Math.floor(Math.random() * alive.length);
    await end(alive[victim]);
    kills += 1;
    alive[victim] = startWorker(file, orders[victim]!, errors);
  }
  await Promise.all(alive.map(end));
  if (errors.length > 0) throw new Error(errors[0]);
  return kills;
}

function nowMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

function analyse(
  log: string,
  windowMs: number,
  outages: readonly { readonly from: number; readonly to: number }[],
): Omit<OutageOutcome, 'kills'> {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const times = lines.map((line) => Number(line.split(' ')[0]) / 1000).sort((a, b) => a - b);
  const isAffected = (at: number): boolean =>
    outages.some(({ from, to }) => at >= from - windowMs && at < to + noticeMs + windowMs);
  const periods = times.map((at) => outages.filter(({ to }) => to + noticeMs + windowMs <= at).length);
  // Windows of one calm period each.
  const calm = Array.from({ length: outages.length + 1 }, (_, period) =>
    times.filter(
      (at, index) =>
        periods[index] === period && !outages.some(({ from, to }) => at >= from && at < to + noticeMs + windowMs),
    ),
  );
  return {
    claims: times.length,
    mostInAnyWindow: Math.max(...calm.map((some) => mostWithin(some, windowMs))),
    mostAroundOutages: mostWithin(times.filter(isAffected), windowMs),
    claimsDuringOutages: times.filter((at) => outages.some(({ from, to }) => at >= from && at < to)).length,
  };
}
