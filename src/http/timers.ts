/** The timers of one attempt. Undici's own are coarse, and it ends a request that is still connecting too late. */

export type AttemptTimers = ReturnType<typeof createTimers>;

/** With a longer time, `setTimeout` fires at once. */
const longest = 2 ** 31 - 1;

export function createTimers(signal: AbortSignal) {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const interrupted = (): void => stop.abort(signal.reason);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  stopped.catch(() => {});
  signal.addEventListener('abort', interrupted, { once: true });
  return {
    /** Aborts when the attempt ends early, with its reason. */
    signal: stop.signal,
    /** Never resolves; rejects with the reason of `signal`. */
    stopped,
    /** Ends the attempt with an error after `ms`. The returned function restarts the timer. */
    start: (ms: number, timeout: () => Error): (() => void) => {
      const timer = setTimeout(() => stop.abort(timeout()), Math.min(ms, longest));
      timers.push(timer);
      return () => void timer.refresh();
    },
    /** Stops the timers. */
    end: (): void => {
      signal.removeEventListener('abort', interrupted);
      timers.forEach(clearTimeout);
    },
  };
}
