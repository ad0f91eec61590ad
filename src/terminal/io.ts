/** The process as the program sees it, which tests can replace. */
import { platform, uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Interruption } from '../base/errors.ts';
import { lazy } from '../base/lazy.ts';
import type { Machine } from '../http/types.ts';

interface Stream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean | undefined;
  readonly isRaw?: boolean | undefined;
  setRawMode?(mode: boolean): unknown;
  /** Whether the terminal was closed. Then end by a signal: Node crashes at a normal exit. */
  isHungUp?(): Promise<boolean>;
}

export interface Io extends Machine {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Ms on a clock that never steps and goes on while the machine sleeps; maybe whole seconds. */
  uptime(): number;
  /** `v20.18.1` */
  readonly nodeVersion: string;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onInterrupt(listener: (signal: Interruption) => void): () => void;
  /** Calls back after Ctrl-Z and `fg`, until the returned function is called. */
  onContinue(listener: () => void): () => void;
}

const interruptions: readonly Interruption[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real process. Only this function and `bin` read it. */
export function systemIo(): Io {
  const stdin = lazy(() => withQuietModes(ignoreErrors(process.stdin)));
  const stdout = lazy(() => ignoreErrors(process.stdout));
  const stderr = lazy(() => ignoreErrors(process.stderr));
  return {
    // Node makes each stream when it is first used, which takes a millisecond or more.
    get stdin() {
      return stdin();
    },
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
    },
    env: process.env,
    nodeVersion: process.version,
    now: () => Date.now(),
    monotonic,
    // Only on Linux `hrtime` stops while it sleeps. A Mac takes its uptime from the wall clock.
    uptime: platform() === 'linux' ? () => uptime() * 1000 : monotonic,
    sleep,
    random: () => Math.random(),
    onInterrupt: (listener) => {
      for (const signal of interruptions) process.on(signal, listener);
      return () => {
        for (const signal of interruptions) process.off(signal, listener);
      };
    },
    onContinue: (listener) => {
      process.on('SIGCONT', listener);
      return () => void process.off('SIGCONT', listener);
    },
  };
}

/** `performance` would load a module of its own. */
function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal && { signal });
  } catch (error) {
    // The timer's own AbortError hides why the caller was stopped.
    throw signal?.aborted ? signal.reason : error;
  }
}

/** Write callbacks get the error too; an `error` event without a listener ends the program. */
function ignoreErrors<T extends NodeJS.EventEmitter>(stream: T): T {
  return stream.on('error', () => {});
}

/** Setting the mode of a closed terminal fails, and readline would emit that error again. */
function withQuietModes(stdin: NodeJS.ReadStream): NodeJS.ReadStream {
  const { setRawMode, emit } = stdin;
  // A pipe has no modes.
  if (typeof setRawMode !== 'function') return stdin;
  const isHungUp = async (): Promise<boolean> => !(await import('node:tty')).isatty(0);
  Object.assign(stdin, { isHungUp });
  stdin.setRawMode = (mode) => {
    stdin.emit = () => true;
    try {
      return setRawMode.call(stdin, mode);
    } finally {
      stdin.emit = emit;
    }
  };
  return stdin;
}
