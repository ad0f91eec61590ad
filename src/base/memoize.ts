/** Work that several callers want, and that is done once. */

/** Keeps the result. A failed attempt is not kept, so the next caller tries again. */
export function memoize<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  return Object.assign(get, {
    /** What was made, or is being made; undefined before the first call, and if it failed. */
    begun: async () => made?.catch(() => undefined),
  });
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
