import { setTimeout as delay } from 'node:timers/promises';
import type { Io } from './io.ts';

/** The real process. The one place, with `bin`, that reads it. */
export function systemIo(): Io {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      try {
        await delay(ms, undefined, signal && { signal });
      } catch (error) {
        // The caller wants to know why it was stopped, not that a timer was.
        throw signal?.aborted ? signal.reason : error;
      }
    },
    random: () => Math.random(),
    onInterrupt: (listener) => {
      const listeners = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
        const off = (): void => void process.off(signal, on);
        const on = (): void => {
          listener(signal);
          // Once each, so that a second Ctrl-C ends a program that does not listen; but not yet: a prompt's own exit hook
          // kills the process at once where it finds itself alone.
          setImmediate(off);
        };
        process.on(signal, on);
        return off;
      });
      return () => listeners.forEach((off) => off());
    },
  };
}
