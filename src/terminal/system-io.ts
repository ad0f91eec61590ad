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
      // Once each: a second Ctrl-C finds the default handler again and ends a program that does not listen.
      const onSigint = (): void => listener('SIGINT');
      const onSigterm = (): void => listener('SIGTERM');
      process.once('SIGINT', onSigint).once('SIGTERM', onSigterm);
      return () => {
        process.off('SIGINT', onSigint).off('SIGTERM', onSigterm);
      };
    },
  };
}
