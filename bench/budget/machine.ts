import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from '../../src/http/types.ts';

/** The real machine, as the budget needs it. */
export const machine: Machine = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
  random: () => Math.random(),
  env: process.env,
};
