/** Waits from one round of a watch to the next. */
import type { Io } from '../terminal/io.ts';

type Clock = Pick<Io, 'monotonic' | 'uptime'>;

/** A machine that slept is noticed after so long, ms. */
const maxSleepMs = 60_000;
/** Some systems count their uptime in whole seconds, ms. */
const uptimeStepMs = 1000;

/**
 * Starts now. The returned function says how long ago that was, ms, with the time in which the
 * machine slept.
 */
export function stopwatch({ monotonic, uptime }: Clock): () => number {
  const began = { monotonic: monotonic(), uptime: uptime() };
  // A wall clock that was set and a machine that slept look the same to the wall clock, so it does
  // not count.
  return () => Math.max(monotonic() - began.monotonic, uptime() - began.uptime - uptimeStepMs);
}

/** Resolves when `elapsed` is at `ms`. */
export async function waitUntil(
  ms: number,
  elapsed: () => number,
  { io, signal }: { readonly io: Pick<Io, 'sleep'>; readonly signal: AbortSignal },
): Promise<void> {
  for (let left = ms - elapsed(); left > 0; left = ms - elapsed())
    await io.sleep(Math.min(left, maxSleepMs), signal);
}
