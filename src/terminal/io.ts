/** The process as the program sees it. `bin` injects it, so that tests can replace it. */
import { platform, uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Interruption } from '../base/errors.ts';
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
  /**
   * Whether this is a terminal that was closed. A program that then ends by itself is aborted by
   * Node, which cannot reset the terminal.
   */
  isHungUp?(): Promise<boolean>;
}

export interface Io extends Machine {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /**
   * Milliseconds on a clock that never steps, and that goes on while the machine sleeps. It can
   * count whole seconds.
   */
  uptime(): number;
  /** `v20.18.1` */
  readonly nodeVersion: string;
  /** Calls back on SIGINT, SIGTERM and SIGHUP until the returned function is called. */
  onInterrupt(listener: (signal: Interruption) => void): () => void;
  /**
   * Calls back when the program goes on after it was stopped (Ctrl-Z and `fg`), until the returned
   * function is called.
   */
  onContinue(listener: () => void): () => void;
}

const interruptions: readonly Interruption[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The real process. Only this function and `bin` read it. */
export function systemIo(): Io {
  const stdin = once(() => withQuietModes(hear(process.stdin)));
  const stdout = once(() => hear(process.stdout));
  const stderr = once(() => hear(process.stderr));
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
    // Linux alone stops `hrtime` while it sleeps. Its uptime is that of CLOCK_BOOTTIME; a Mac works
    // it out of the wall clock.
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

/**
 * A stream also emits the error that its write callback gets, and an unheard `error` event ends the
 * program.
 */
function hear<T extends NodeJS.EventEmitter>(stream: T): T {
  return stream.on('error', () => {});
}

/**
 * A closed terminal has no mode that could be set, and readline would give that error on as its
 * own, which nobody hears.
 */
function withQuietModes(stdin: NodeJS.ReadStream): NodeJS.ReadStream {
  const { setRawMode, emit } = stdin;
  // A pipe has no modes.
  if (typeof setRawMode !== 'function') return stdin;
  const isHungUp = async (): Promise<boolean> => !(await import('node:tty')).isatty(0);
  Object.assign(stdin, { isHungUp });
  stdin.setRawMode = (mode) => {
    // To set a mode emits nothing else.
    stdin.emit = () => true;
    try {
      return setRawMode.call(stdin, mode);
    } finally {
      stdin.emit = emit;
    }
  };
  return stdin;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
