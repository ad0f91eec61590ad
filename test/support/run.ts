import { PassThrough } from 'node:stream';
import { main } from '../../src/main.ts';
import type { Io } from '../../src/terminal/io.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Which streams are terminals, and how wide. */
  readonly tty?: readonly ('stdin' | 'stdout' | 'stderr')[];
  readonly columns?: number;
  readonly now?: () => number;
  /** Given a way to interrupt the run. */
  readonly onStart?: (interrupt: (signal: 'SIGINT' | 'SIGTERM') => void) => void;
}

export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, on streams that only look like terminals. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const through = new PassThrough();
    through.setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk));
    return Object.assign(through, { isTTY: options.tty?.includes(name) ?? false, columns: options.columns ?? 80 });
  };
  const real = fakeClock(options.now);
  const listeners = new Set<(signal: 'SIGINT' | 'SIGTERM') => void>();
  const io: Io = {
    ...real,
    stdin: Object.assign(new PassThrough(), { isTTY: options.tty?.includes('stdin') ?? false }),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: { ...cleanEnvironment(temporaryFolder()), ...options.env },
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  options.onStart?.((signal) => listeners.forEach((listener) => listener(signal)));
  const code = await main(args, io);
  return { code, ...printed };
}

function fakeClock(now: (() => number) | undefined): Pick<Io, 'now' | 'monotonic' | 'sleep' | 'random'> {
  return {
    now: now ?? (() => Date.now()),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      }),
    random: () => Math.random(),
  };
}
