/** The clocks of a run. Time passes only in sleeps, which end at once. */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** Everything happens on this day. */
export const startedAt = Date.parse('2026-11-20T22:00:00Z');

export type FakeClock = ReturnType<typeof createClock>;

export function createClock() {
  let passed = 0;
  const monotonic = (): number => 1_000_000 + passed;
  return {
    /** Each run begins at the same time. */
    restart: (): void => void (passed = 0),
    now: (): number => startedAt + passed,
    monotonic,
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      const until = passed + ms;
      await new Promise<void>((resolve) => setTimeout(resolve, 1));
      if (signal?.aborted === true) throw signal.reason;
      passed = Math.max(passed, until);
    },
    /** The limiter reads the uptime of the machine, too: without this, it waits in real time. Returns what undoes it. */
    replaceUptime: (): (() => void) => {
      const { uptime } = os;
      const replace = (by: () => number): void => {
        os.uptime = by;
        syncBuiltinESMExports();
      };
      replace(() => monotonic() / 1000);
      return () => replace(uptime);
    },
  };
}
