/** Long work in parts, with turns of the event loop between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work on fewer items is too short to be noticed. */
const itemsOfPart = 2_000;

/** Lets other work run, after work on `count` items. */
export async function yieldAfter(count: number): Promise<void> {
  if (count >= itemsOfPart) await nextTurn();
}

export async function mapInParts<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let start = 0; start < items.length; start += itemsOfPart) {
    const part = items.slice(start, start + itemsOfPart);
    for (const item of part) mapped.push(map(item));
    await yieldAfter(part.length);
  }
  return mapped;
}
