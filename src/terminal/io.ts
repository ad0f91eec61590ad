/** The process as the program sees it. `bin` injects it, so that tests can replace it. */
import { setTimeout as delay } from 'node:timers/promises';

interface Stream extends NodeJS.WritableStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: Stream;
  readonly stderr: Stream & { readonly rows?: number | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The path of Node itself, to start child processes. */
  readonly execPath: string;
  /** `v20.18.1` */
  readonly nodeVersion: string;
  /** Milliseconds since the epoch on the machine's clock, which may step. */
  now(): number;
  /** Milliseconds on a clock that never steps. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
  /** Calls back on SIGINT and SIGTERM until the returned function is called. */
  onInterrupt(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
}

/** The real process. Only this function and `bin` read it. */
export function systemIo(): Io {
  return {
    // Node makes each stream when it is first used, which takes a millisecond or more.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    execPath: process.execPath,
    nodeVersion: process.version,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      try {
        await delay(ms, undefined, signal && { signal });
      } catch (error) {
        // The timer's own AbortError hides why the caller was stopped.
        throw signal?.aborted ? signal.reason : error;
      }
    },
    random: () => Math.random(),
    onInterrupt: (listener) => {
      const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
        const off = (): void => void process.off(signal, on);
        const on = (): void => {
          listener(signal);
          // Listen once, so that a second Ctrl-C ends a program that hangs. Remove the listener later, because the exit
          // hook of a prompt kills the process at once if it is the only listener.
          setImmediate(off);
        };
        process.on(signal, on);
        return off;
      });
      return () => listeners.forEach((off) => off());
    },
  };
}
