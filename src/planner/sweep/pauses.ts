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
