/** One run of one contender against one service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mostWithin } from './claims.ts';
import type { Order } from './contenders.ts';
import { type ServiceOptions, startService } from './service.ts';

export interface Race extends ServiceOptions {
  readonly contender: string;
  readonly processes: number;
  readonly lanes: number;
  readonly requests: number;
}

export interface Finish {
  readonly refused: number;
  readonly mostInAnyWindow: number;
  /** Of the least time in which so many requests can be sent, `limit` a window. */
  readonly makespan: number;
}

/** Contenders that are a loop in a shell, one process a request. */
export const curlLoop = 'curl --retry in a loop';
export const rentalLoop = 'rental quote in a loop';

export interface Programs {
  /** The bundled worker. */
  readonly worker: string;
  /** Where `bin/rental.js` is. */
  readonly root: string;
}

export async function race(run: Race, programs: Programs): Promise<Finish> {
  const service = await startService(run);
  const stateDir = mkdtempSync(join(tmpdir(), 'rental-race-'));
  const { lanes, limit, windowMs, processes } = run;
  const share = Math.ceil(run.requests / processes);
  const order: Order = { url: service.url, requests: share, lanes, limit, windowMs, stateDir };
  const runners = Array.from({ length: processes }, () => start(run.contender, order, programs));
  try {
    // With a foreign client about, nobody finds a fresh window.
    if (run.foreign > 0) await new Promise((resolve) => setTimeout(resolve, windowMs));
    await Promise.all(runners.map((runner) => runner.ready));
    const start = performance.now();
    for (const runner of runners) runner.go();
    await Promise.all(runners.map((runner) => runner.done));
    const least = (Math.ceil((share * processes) / limit) - 1) * windowMs;
    const makespan = (performance.now() - start) / least;
    return { refused: service.refused(), mostInAnyWindow: mostWithin(service.seen, windowMs), makespan };
  } finally {
    for (const runner of runners) runner.end();
    await service.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

interface Runner {
  readonly ready: Promise<void>;
  readonly done: Promise<void>;
  go(): void;
  end(): void;
}

function start(contender: string, order: Order, { worker, root }: Programs): Runner {
  if (contender === curlLoop) return startShell(`curl -sf -o /dev/null --retry 100 ${order.url}`, order);
  if (contender === rentalLoop) return startRental(order, root);
  const args = [worker, contender, JSON.stringify(order)];
  return runner(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
}

function startRental(order: Order, root: string): Runner {
  const { stateDir, limit, windowMs } = order;
  const operators = { bench: { baseUrl: new URL('/', order.url).href, limit: `${limit}/${windowMs / 1000}s` } };
  mkdirSync(join(stateDir, 'rental'), { recursive: true });
  writeFileSync(join(stateDir, 'rental', 'config.json'), JSON.stringify({ operators, default: 'bench' }));
  const trip = '--pick-up 1 --drop-off 1 --from +30d --to +7d --json';
  const env = { ...process.env, RENTAL_STATE_DIR: stateDir, XDG_CONFIG_HOME: stateDir, XDG_CACHE_HOME: stateDir };
  return startShell(`${process.execPath} ${join(root, 'bin/rental.js')} quote 11 ${trip} > /dev/null`, order, env);
}

function startShell(command: string, { requests }: Order, env = process.env): Runner {
  const loop = `echo ready; read go; for i in $(seq ${requests}); do ${command} || exit 1; done; echo done`;
  return runner(spawn('sh', ['-c', loop], { stdio: ['pipe', 'pipe', 'inherit'], env }));
}

function runner(child: ChildProcess): Runner {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const said = (word: string) =>
    new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', () => text.includes(word) && resolve());
      child.on('exit', (code) => (text.includes(word) ? resolve() : reject(new Error(`it ended with ${code}`))));
    });
  const [ready, done] = [said('ready'), said('done')];
  // Both are awaited, one after the other: the second may fail before its turn.
  done.catch(() => undefined);
  return { ready, done, go: () => void child.stdin?.write('go\n'), end: () => void child.kill('SIGKILL') };
}
