import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LockContext } from '../../src/base/lock.ts';
import { sleep } from './sleep.ts';

/** For a wait for a lock that nothing interrupts. */
export function lockContext(
  io: LockContext['io'] = { monotonic: () => performance.now(), sleep },
): LockContext {
  return { io, signal: new AbortController().signal, note: () => {} };
}

/** A clock on which a sleep takes no time. `onSleep` gets the ms since its start. */
export function fastClock(onSleep: (ms: number) => void = () => {}) {
  let ms = 0;
  return {
    monotonic: () => 7_000 + ms,
    passed: () => ms,
    sleep: async (wait: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      ms += wait;
      onSleep(ms);
      await nextTurn();
      signal?.throwIfAborted();
    },
  };
}
