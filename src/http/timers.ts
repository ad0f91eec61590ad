/** The timers of one attempt. Undici's own are coarse, and it ends a request that is still connecting too late. */

export interface AttemptTimers {
  /** Aborts when the attempt ends early, with its reason. */
  readonly signal: AbortSignal;
  /** Never resolves; rejects with the reason of `signal`. */
  readonly stopped: Promise<never>;
  /** Ends the attempt with an error after `ms`. The returned function restarts the timer. */
  start(ms: number, timeout: () => Error): () => void;
  /** Stops the timers. */
  end(): void;
}

/** With a longer time, `setTimeout` fires at once. */
const longest = 2 ** 31 - 1;

export function createTimers(signal: AbortSignal): AttemptTimers {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const interrupted = (): void => stop.abort(signal.reason);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  stopped.catch(() => {});
  signal.addEventListener('abort', interrupted, { once: true });
  return {
    signal: stop.signal,
    stopped,
    start: (ms, timeout) => {
      const timer = setTimeout(() => stop.abort(timeout()), Math.min(ms, longest));
      timers.push(timer);
      return () => void timer.refresh();
    },
    end: () => {
      signal.removeEventListener('abort', interrupted);
      timers.forEach(clearTimeout);
    },
  };
}
