/** Work that several callers want, and that is done once. */

/** Keeps the result. A failed attempt is not kept, so the next caller tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly ending: AbortController;
  waiting: number;
}

/**
 * For a task that several callers wait for at once, such as listing depots. Those who call while the task runs get the same result. A call ends with the reason of its own `signal`; the task is aborted when
 * the last call has ended, so that one caller that stops waiting does not take the answer from the others.
 */
export function onceAtATime<T>(run: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: Running<T> | undefined;
  const start = (): Running<T> => {
    const ending = new AbortController();
    const task: Running<T> = { result: run(ending.signal), ending, waiting: 0 };
    const forget = (): void => {
      if (running === task) running = undefined;
    };
    task.result.then(forget, forget);
    ending.signal.addEventListener('abort', forget, { once: true });
    return task;
  };
  return async (signal) => {
    signal.throwIfAborted();
    const task = (running ??= start());
    task.waiting += 1;
    try {
      return await unlessAborted(task.result, signal);
    } finally {
      task.waiting -= 1;
      if (task.waiting === 0) task.ending.abort(signal.reason);
    }
  };
}

/** The result, or the signal's reason if it aborts before. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
