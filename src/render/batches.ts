/** Rows and text in portions: one write for each row takes long, and one text of all rows takes much memory. */

const batchSize = 500;
const chunkLength = 65_536;

/** The items in lists of at most 500, in their order. */
export function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize);
}

/** The same text in pieces of at least 64 KiB, except for the last. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
