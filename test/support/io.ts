import { PassThrough } from 'node:stream';
import type { Service } from '../../src/http/types.ts';
import type { Io } from '../../src/terminal/io.ts';
import { plantedServices } from './service.ts';
import { sleep } from './sleep.ts';

export interface IoOptions {
  /** Answers every request; default: the services that the test has planted, else the network. */
  readonly service?: Service;
  /** Which streams look like terminals. */
  readonly tty?: readonly ('stdin' | 'stdout' | 'stderr')[];
  readonly columns?: number;
  /** Default: not known. */
  readonly rows?: number;
  /** All that stdin holds; without it, stdin is open and silent. */
  readonly input?: string;
  readonly now?: () => number;
  readonly monotonic?: () => number;
  /** Default: as `monotonic`, which is right for a machine that never sleeps. */
  readonly uptime?: () => number;
  readonly sleep?: typeof sleep;
}

/**
 * Streams that can be read after the program has written to them, and a function that interrupts
 * it.
 */
export function createIo(env: Io['env'], options: IoOptions = {}) {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const through = new PassThrough();
    through.setEncoding('utf8').on('data', (chunk: string) => (printed[name] += chunk));
    const { tty = [], columns = 80, rows } = options;
    return Object.assign(through, { isTTY: tty.includes(name), columns, rows });
  };
  const listeners = new Set<Parameters<Io['onInterrupt']>[0]>();
  const stdin = new PassThrough();
  if (options.input !== undefined) stdin.end(options.input);
  const io: Io = {
    stdin: Object.assign(stdin, { isTTY: options.tty?.includes('stdin') ?? false }),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    service: options.service ?? plantedServices(),
    env,
    nodeVersion: process.version,
    now: options.now ?? (() => Date.now()),
    monotonic: options.monotonic ?? (() => performance.now()),
    uptime: () => (options.uptime ?? io.monotonic)(),
    sleep: options.sleep ?? sleep,
    random: () => Math.random(),
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onContinue: () => () => {},
  };
  const interrupt = (signal: 'SIGINT' | 'SIGTERM'): void =>
    listeners.forEach((listener) => listener(signal));
  return { io, printed, interrupt };
}
