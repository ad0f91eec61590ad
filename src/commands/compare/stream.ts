/** What a producer emits, as rows that can be waited for. */

/** Starts when it is first read. Rejects with the producer's error once everything before it was read. */
export async function* stream<T>(produce: (emit: (item: T) => void) => Promise<void>): AsyncGenerator<T> {
  let batch: T[] = [];
  let isOver = false;
  let wake = (): void => {};
  const producer = produce((item) => {
    batch.push(item);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited below; a rejection before that is not nobody's.
  producer.catch(() => {});
  for (;;) {
    const ready = batch;
    batch = [];
    yield* ready;
    if (batch.length > 0) continue;
    if (isOver) break;
    await new Promise<void>((resolve) => (wake = resolve));
  }
  await producer;
}
