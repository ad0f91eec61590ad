/** Work on many items that gives way: signals, answers and timers get their turn in between. */

/** Throws the reason of the signal. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}

/** The items, with a pause after each few of them. */
export async function* withPauses<T>(items: Iterable<T>, few: number, signal: AbortSignal): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    if (++count % few === 0) await pause(signal);
    yield item;
  }
}

/** After an interruption each of them ends at once, and its last answers still count. */
export async function together(tasks: readonly Promise<unknown>[], signal: AbortSignal): Promise<void> {
  try {
    await Promise.all(tasks);
  } finally {
    if (signal.aborted) await Promise.allSettled(tasks);
  }
}
