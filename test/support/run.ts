import { PassThrough } from 'node:stream';
import type { Service } from '../../src/service.ts';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/terminal/io.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { plantedServices } from './service.ts';
import { sleep } from './sleep.ts';

export interface RunOptions {
  /** Answers every request; default: the services that the test has planted, else the network. */
  readonly service?: Service;
  readonly env?: Readonly<Record<string, string>>;
  /** Which streams look like terminals. */
  readonly tty?: readonly ('stdin' | 'stdout' | 'stderr')[];
  readonly columns?: number;
  /** Default: not known. */
  readonly rows?: number;
  /** All that stdin holds; without it, stdin is open and silent. */
  readonly input?: string;
  readonly now?: () => number;
  readonly monotonic?: () => number;
  readonly sleep?: typeof sleep;
  /** Told all that stderr has, whenever there is more. */
  readonly onStderr?: (text: string) => void;
  /** Receives a function that interrupts the run. */
  readonly onStart?: (interrupt: (signal: 'SIGINT' | 'SIGTERM') => void) => void;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, on streams that tests can read. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const through = new PassThrough();
    through.setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk));
    const { tty = [], columns = 80, rows } = options;
    return Object.assign(through, { isTTY: tty.includes(name), columns, rows });
  };
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  const stdin = new PassThrough();
  if (options.input !== undefined) stdin.end(options.input);
  const io: Io = {
    stdin: Object.assign(stdin, { isTTY: options.tty?.includes('stdin') ?? false }),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    service: options.service ?? plantedServices(),
    env: { ...cleanEnvironment(temporaryFolder()), ...options.env },
    nodeVersion: process.version,
    now: options.now ?? (() => Date.now()),
    monotonic: options.monotonic ?? (() => performance.now()),
    sleep: options.sleep ?? sleep,
    random: () => Math.random(),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ignoreInterrupts: (work) => work(),
    killGroup: (leader) => void process.kill(-leader, 'SIGKILL'),
    onSuspend: () => () => {},
    suspend: () => {},
    interrupt: () => {},
  };
  options.onStart?.((signal) => listeners.forEach((listener) => listener(signal)));
  const { onStderr } = options;
  if (onStderr !== undefined) io.stderr.on('data', () => onStderr(printed.stderr));
  const code = await main(args, io);
  return { code, ...printed };
}
