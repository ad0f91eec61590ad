/** The names that stand for slots, wherever they are kept. */
import { type Change, slotName } from './slots.ts';
import type { Policy } from './policy.ts';

/** Names that processes share, and the clock that all of them go by. Of all who change the same name, one succeeds. */
export interface Names {
  /** Makes the changes in their order, up to `most` of them. */
  change(changes: readonly Change[], most?: number): Promise<Listing> | Listing;
  /** What the shared clock shows is between these two, epoch ms. */
  now(): Span;
}

export interface Listing {
  /** Those of the changes that succeeded. */
  readonly done: readonly Change[];
  /** All names after the changes. */
  readonly names: readonly string[];
}

export interface Span {
  readonly earliest: number;
  readonly latest: number;
}

export function memoryNames(given: Iterable<string>, now: () => number): Names {
  const names = new Set(given);
  const isDone = ([from, to]: Change): boolean => {
    if (from === '' ? names.has(to) : !names.delete(from)) return false;
    if (to !== '') names.add(to);
    return true;
  };
  return {
    change: (changes, most) => ({ done: firstDone(changes, isDone, most), names: [...names] }),
    now: () => localSpan(now()),
  };
}

/** The clock of this machine. */
export function localSpan(now: number): Span {
  const at = Math.floor(now);
  return { earliest: at, latest: at };
}

export function firstDone(
  changes: readonly Change[],
  isDone: (change: Change) => boolean,
  most = Number.POSITIVE_INFINITY,
): Change[] {
  const done: Change[] = [];
  for (const change of changes) if (done.length < most && isDone(change)) done.push(change);
  return done;
}

/** The names of a budget before its first request. */
export function unusedNames({ limit }: Policy): string[] {
  return names(limit, () => 0);
}

/** The names of a budget of which nothing is known: its requests are spread over a window, because others may have used it. */
export function spreadNames({ limit, windowMs }: Policy, at: number): string[] {
  return names(limit, (index) => at + (index * windowMs) / limit);
}

function names(limit: number, freeAt: (index: number) => number): string[] {
  return Array.from({ length: limit }, (_, index) =>
    slotName({ index, state: 'used', freeAt: freeAt(index), countedAt: 0 }),
  );
}
