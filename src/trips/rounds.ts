/** Waits from one round of a watch to the next. */
import type { Io } from '../terminal/io.ts';

type Clock = Pick<Io, 'monotonic' | 'uptime'>;

/** A machine that slept is noticed within this time, ms. */
const maxSleepMs = 60_000;
/** Some systems count their uptime in whole seconds. */
const uptimeStepMs = 1000;

/** Returns a function that gives the time since this call, ms, with the sleep of the machine. */
export function stopwatch({ monotonic, uptime }: Clock): () => number {
  const began = { monotonic: monotonic(), uptime: uptime() };
  // Not the wall clock: setting it would look like sleep.
  return () => Math.max(monotonic() - began.monotonic, uptime() - began.uptime - uptimeStepMs);
}

/** Resolves when `elapsed` has reached `ms`. */
export async function waitUntil(
  ms: number,
  elapsed: () => number,
  { io, signal }: { readonly io: Pick<Io, 'sleep'>; readonly signal: AbortSignal },
): Promise<void> {
  for (let left = ms - elapsed(); left > 0; left = ms - elapsed())
    await io.sleep(Math.min(left, maxSleepMs), signal);
}
