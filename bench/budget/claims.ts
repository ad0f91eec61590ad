/**
 * Many processes claim from one budget and are killed at random: what would the service have
 * counted?
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePolicy } from '../../src/http/rate-limit/policy.ts';
import { readBudget } from '../../src/http/rate-limit/report.ts';
import { readSlot } from '../../src/http/rate-limit/slots.ts';
import type { ClaimOrder } from './claim-worker.ts';
import { maxWithin } from '../../test/support/max-within.ts';

export interface ClaimRun {
  readonly processes: number;
  readonly claims: number;
  readonly limit: number;
  readonly windowMs: number;
  /** Ms between two kills, on average; undefined: none. */
  readonly killEveryMs?: number;
  /** The server on which machines share the budget. */
  readonly budgetUrl?: string | undefined;
  /** The module that each process loads first. */
  readonly preload?: string;
}

export interface ClaimOutcome {
  readonly claims: number;
  readonly kills: number;
  readonly maxInAnyWindow: number;
  /** Median time of a claim that did not wait, ms. */
  readonly claimMs: number;
  /** All slots, and the free ones, one lease after the last process died; not counted on a server. */
  readonly slots?: number;
  readonly freeAfterLease?: number;
}

const attemptTimeoutMs = 100;
/** As in `claim-worker.ts`. */
const origin = 'https://rental.test';

/** `worker`: the program of `claim-worker.ts`. */
export async function runClaims(run: ClaimRun, worker: string): Promise<ClaimOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-claims-'));
  const { limit, windowMs, budgetUrl } = run;
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const order: ClaimOrder = { stateDir: folder, log, limit, windowMs, attemptTimeoutMs, budgetUrl };
  try {
    const kills = await killUntil(run, worker, order);
    const outcome = { ...analyse(log, windowMs), kills };
    if (budgetUrl !== undefined) return outcome;
    await sleep(makePolicy({ origin, limit, windowMs }, attemptTimeoutMs).leaseMs + 20);
    return { ...outcome, ...countSlots(order) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the workers until there are enough claims. Resolves with the number of kills. */
async function killUntil(
  { processes, claims, killEveryMs, preload }: ClaimRun,
  worker: string,
  order: ClaimOrder,
): Promise<number> {
  const errors: string[] = [];
  const words = [...(preload === undefined ? [] : ['--require', preload]), worker];
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [...words, JSON.stringify(order)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
    return child;
  };
  const alive = Array.from({ length: processes }, start);
  let kills = 0;
  while (lines(order.log).length < claims && errors.length === 0) {
    await sleep(Math.random() * 2 * (killEveryMs ?? 50));
    if (killEveryMs === undefined) continue;
    const victim = Math.floor(Math.random() * alive.length);
    await end(alive[victim]!);
    kills += 1;
    alive[victim] = start();
  }
  await Promise.all(alive.map(end));
  if (errors.length > 0) throw new Error(errors[0]);
  return kills;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function lines(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').slice(0, -1);
}

function analyse(log: string, windowMs: number) {
  const entries = lines(log).map((line) => line.split(' '));
  const times = entries.map(([at]) => Number(at) / 1000).sort((a, b) => a - b);
  const costs = entries.flatMap(([, cost]) => (cost === '-' ? [] : Number(cost) / 1000));
  costs.sort((a, b) => a - b);
  return {
    claims: times.length,
    maxInAnyWindow: maxWithin(times, windowMs),
    claimMs: costs[costs.length >> 1] ?? NaN,
  };
}

function countSlots({ stateDir, limit, windowMs }: ClaimOrder) {
  const budgetsFolder = join(stateDir, 'budget');
  const [key = ''] = readdirSync(budgetsFolder);
  // Locks do not count: where a test imitates Windows, a killed process leaves its lock.
  const slots = readdirSync(join(budgetsFolder, key)).filter(
    (name) => readSlot(name) !== undefined,
  ).length;
  const account = { origin, limit, windowMs };
  const { free } = readBudget(account, { env: { RENTAL_STATE_DIR: stateDir }, now: Date.now });
  return { slots, freeAfterLease: free };
}
