/** Work that several callers share. */

/** After a failure, the next caller tries again. */
export function memoize<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return Object.assign(get, {
    /** Waits for a call that has begun; undefined if there is none, or it fails. */
    begun: async () => made?.catch(() => undefined),
  });
}

/** Rejects with the reason of the signal; the work itself goes on. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
