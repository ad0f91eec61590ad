/** One run of one contender against one service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxWithin } from '../../test/support/max-within.ts';
import type { ContenderOrder } from './contenders.ts';
import { type LimitedServiceOptions, startLimitedService } from './service.ts';

export interface Race extends LimitedServiceOptions {
  readonly contender: string;
  readonly processes: number;
  readonly lanes: number;
  readonly requests: number;
}

export interface RaceResult {
  readonly refused: number;
  readonly mostInAnyWindow: number;
  /** Time taken ÷ the least time in which the limit allows so many requests. */
  readonly makespan: number;
}

/** `worker`: the program of `contender-worker.ts`. */
export async function race(run: Race, worker: string): Promise<RaceResult> {
  const service = await startLimitedService(run);
  const stateDir = mkdtempSync(join(tmpdir(), 'rental-race-'));
  const { lanes, limit, windowMs, processes } = run;
  const share = Math.ceil(run.requests / processes);
  const order: ContenderOrder = {
    url: service.url,
    requests: share,
    lanes,
    limit,
    windowMs,
    stateDir,
  };
  const args = [worker, run.contender, JSON.stringify(order)];
  const runners = Array.from({ length: processes }, () =>
    watchRunner(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })),
  );
  try {
    await Promise.all(runners.map((runner) => runner.ready));
    const start = performance.now();
    for (const runner of runners) runner.go();
    await Promise.all(runners.map((runner) => runner.done));
    const least = (Math.ceil((share * processes) / limit) - 1) * windowMs;
    const makespan = (performance.now() - start) / least;
    return {
      refused: service.refused(),
      mostInAnyWindow: maxWithin(service.seen, windowMs),
      makespan,
    };
  } finally {
    for (const runner of runners) runner.end();
    service.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function watchRunner(child: ChildProcess) {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const prints = (word: string) =>
    new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', () => text.includes(word) && resolve());
      child.on('exit', (code) =>
        text.includes(word) ? resolve() : reject(new Error(`the contender exited with ${code}`)),
      );
    });
  const [ready, done] = [prints('ready'), prints('done')];
  // The race awaits `ready` first, so `done` can fail before it is awaited.
  done.catch(() => undefined);
  return {
    ready,
    done,
    go: () => void child.stdin?.write('go\n'),
    end: () => void child.kill('SIGKILL'),
  };
}
