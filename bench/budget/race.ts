/** One run of one contender against one service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContenderOrder } from './contenders.ts';
import { mostWithin } from '../../test/support/most-within.ts';
import { type LimitedServiceOptions, startLimitedService } from './service.ts';

export interface Race extends LimitedServiceOptions {
  readonly contender: string;
  readonly processes: number;
  readonly lanes: number;
  readonly requests: number;
  /** Machines, each with a folder of its own, that share the budget on a server. */
  readonly machines?: number;
  readonly budgetUrl?: string;
}

export interface RaceResult {
  readonly refused: number;
  readonly mostInAnyWindow: number;
  /** Time taken ÷ the least time in which the limit allows so many requests. */
  readonly makespan: number;
  /** How often a process said that the server of the budget cannot be used, or can be used again. */
  readonly notices: number;
}

/** Contenders that are a loop in a shell, with one process per request. */
export const curlLoop = 'curl --retry in a loop';
export const rentalLoop = 'rental quote in a loop';

export interface Programs {
  /** The bundled worker. */
  readonly worker: string;
  /** Where `bin/rental.js` is. */
  readonly root: string;
}

export async function race(run: Race, programs: Programs): Promise<RaceResult> {
  const service = await startLimitedService(run);
  const stateDir = mkdtempSync(join(tmpdir(), 'rental-race-'));
  const { lanes, limit, windowMs, processes } = run;
  const share = Math.ceil(run.requests / processes);
  const { machines = 1, budgetUrl } = run;
  const order = { url: service.url, requests: share, lanes, limit, windowMs, budgetUrl };
  const runners = Array.from({ length: processes }, (_, index) => {
    const folder = machines === 1 ? stateDir : join(stateDir, `machine-${index % machines}`);
    return startRunner(run.contender, { ...order, stateDir: folder }, programs);
  });
  try {
    // With another client, no run starts with an unused window.
    if (run.foreign > 0) await new Promise((resolve) => setTimeout(resolve, windowMs));
    await Promise.all(runners.map((runner) => runner.ready));
    const start = performance.now();
    for (const runner of runners) runner.go();
    await Promise.all(runners.map((runner) => runner.done));
    const least = (Math.ceil((share * processes) / limit) - 1) * windowMs;
    const makespan = (performance.now() - start) / least;
    const notices = runners.reduce((sum, runner) => sum + runner.notices(), 0);
    return { refused: service.refused(), mostInAnyWindow: mostWithin(service.seen, windowMs), makespan, notices };
  } finally {
    for (const runner of runners) runner.end();
    await service.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

interface Runner {
  readonly ready: Promise<void>;
  readonly done: Promise<void>;
  notices(): number;
  go(): void;
  end(): void;
}

function startRunner(contender: string, order: ContenderOrder, { worker, root }: Programs): Runner {
  if (contender === curlLoop) return startShell(`curl -sf -o /dev/null --retry 100 ${order.url}`, order);
  if (contender === rentalLoop) return startRental(order, root);
  const args = [worker, contender, JSON.stringify(order)];
  return watchRunner(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
}

function startRental(order: ContenderOrder, root: string): Runner {
  const { stateDir, limit, windowMs } = order;
  const operators = { bench: { baseUrl: new URL('/', order.url).href, limit: `${limit}/${windowMs / 1000}s` } };
  mkdirSync(join(stateDir, 'rental'), { recursive: true });
  writeFileSync(join(stateDir, 'rental', 'config.json'), JSON.stringify({ operators, default: 'bench' }));
  const trip = '--pick-up 1 --drop-off 1 --from +30d --to +7d --json';
  const env = { ...process.env, RENTAL_STATE_DIR: stateDir, XDG_CONFIG_HOME: stateDir, XDG_CACHE_HOME: stateDir };
  return startShell(`${process.execPath} ${join(root, 'bin/rental.js')} quote 11 ${trip} > /dev/null`, order, env);
}

function startShell(command: string, { requests }: ContenderOrder, env = process.env): Runner {
  const loop = `echo ready; read go; for i in $(seq ${requests}); do ${command} || exit 1; done; echo done`;
  return watchRunner(spawn('sh', ['-c', loop], { stdio: ['pipe', 'pipe', 'inherit'], env }));
}

function watchRunner(child: ChildProcess): Runner {
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
  const notices = () => text.split('notice').length - 1;
  return { ready, done, notices, go: () => void child.stdin?.write('go\n'), end: () => void child.kill('SIGKILL') };
}
