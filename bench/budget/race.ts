/** One run of one contender against one service. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxWithin } from '../../test/support/max-within.ts';
import type { ContenderOrder } from './contenders.ts';
import { type LimitedServiceOptions, startLimitedService } from './service.ts';

export interface Race extends LimitedServiceOptions {
  readonly contender: string;
  readonly processes: number;
  /** Requests at once in each process. */
  readonly lanes: number;
  readonly requests: number;
}

export interface RaceResult {
  readonly refused: number;
  readonly maxInAnyWindow: number;
  /** Time taken ÷ the least time in which the limit allows so many requests. */
  readonly timeOverLeast: number;
}

/** `worker`: the program of `contender-worker.ts`. */
export async function race(run: Race, worker: string): Promise<RaceResult> {
  const service = await startLimitedService(run);
  const stateDir = mkdtempSync(join(tmpdir(), 'rental-race-'));
  const { lanes, limit, windowMs, processes } = run;
  const share = Math.ceil(run.requests / processes);
  const { url } = service;
  const order: ContenderOrder = { url, requests: share, lanes, limit, windowMs, stateDir };
  const args = [run.contender, JSON.stringify(order)];
  const children = Array.from({ length: processes }, () => fork(worker, args));
  try {
    await Promise.all(children.map(nextMessage));
    const start = performance.now();
    for (const child of children) child.send('go');
    await Promise.all(children.map(nextMessage));
    const minMs = (Math.ceil((share * processes) / limit) - 1) * windowMs;
    const timeOverLeast = (performance.now() - start) / minMs;
    const maxInAnyWindow = maxWithin(service.seen, windowMs);
    return { refused: service.refused(), maxInAnyWindow, timeOverLeast };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    service.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Waits until the contender says that it is ready, or done. Rejects if it ends before. */
async function nextMessage(child: ChildProcess): Promise<void> {
  // Comes after all messages, as `exit` does not.
  const ended = once(child, 'disconnect').then(() => {
    throw new Error('the contender has ended');
  });
  await Promise.race([once(child, 'message'), ended]);
}
