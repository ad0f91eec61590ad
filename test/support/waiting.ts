import type { Waiting } from '../../src/operators/lock.ts';
import { sleep } from './sleep.ts';

/** For a wait for a lock that nothing interrupts. */
export function waiting(): Waiting {
  return { io: { monotonic: () => performance.now(), sleep }, signal: new AbortController().signal, note: () => {} };
}
