/** The clocks of one attempt. Undici's own are coarse, and it lets go of a request that is still connecting too late. */

export interface Watch {
  /** Aborts with whatever ends the attempt early. */
  readonly signal: AbortSignal;
  /** Never resolves; rejects with the reason of `signal`. */
  readonly stopped: Promise<never>;
  /** The whole attempt, ms. */
  start(ms: number, late: () => Error): void;
  /** Starts a second clock that the returned function sets back to zero. */
  idle(ms: number, late: () => Error): () => void;
  /** Stops the clocks. */
  end(): void;
}

/** Longer than that `setTimeout` fires at once. */
const longest = 2 ** 31 - 1;

export function createWatch({ signal }: { readonly signal: AbortSignal }): Watch {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const interrupted = (): void => stop.abort(signal.reason);
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  stopped.catch(() => {});
  signal.addEventListener('abort', interrupted, { once: true });
  const after = (ms: number, late: () => Error): NodeJS.Timeout => {
    const timer = setTimeout(() => stop.abort(late()), Math.min(ms, longest));
    timers.push(timer);
    return timer;
  };
  return {
    signal: stop.signal,
    stopped,
    start: (ms, late) => void after(ms, late),
    idle: (ms, late) => {
      const timer = after(ms, late);
      return () => void timer.refresh();
    },
    end: () => {
      signal.removeEventListener('abort', interrupted);
      timers.forEach(clearTimeout);
    },
  };
}
