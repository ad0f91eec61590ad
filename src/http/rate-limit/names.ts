/** The names that stand for slots, wherever they are kept. */
import { type NameChange, slotName } from './slots.ts';
import type { Policy } from './policy.ts';

/**
 * Names that processes share, and the clock that all of them go by. Of all who change the same
 * name, one succeeds.
 */
export interface Names {
  /** Makes the changes in their order, up to `most` of them. */
  change(changes: readonly NameChange[], most?: number): Promise<Listing> | Listing;
  /** What the shared clock shows now at the latest, epoch ms. */
  now(): number;
}

export interface Listing extends Snapshot {
  /** Those of the changes that succeeded. */
  readonly done: readonly NameChange[];
}

/** All names at one moment. */
export interface Snapshot {
  readonly names: readonly string[];
  /** What the shared clock showed then at the earliest, epoch ms. */
  readonly at: number;
}

export function memoryNames(given: Iterable<string>, now: () => number): Names {
  const names = new Set(given);
  const isDone = ([from, to]: NameChange): boolean => {
    if (from === '' ? names.has(to) : !names.delete(from)) return false;
    if (to !== '') names.add(to);
    return true;
  };
  return {
    change: (changes, most) => ({
      done: firstDone(changes, isDone, most),
      names: [...names],
      at: now(),
    }),
    now,
  };
}

export function firstDone(
  changes: readonly NameChange[],
  isDone: (change: NameChange) => boolean,
  most = Number.POSITIVE_INFINITY,
): NameChange[] {
  const done: NameChange[] = [];
  for (const change of changes) if (done.length < most && isDone(change)) done.push(change);
  return done;
}

/** The names of a budget before its first request. */
export function unusedNames({ limit }: Pick<Policy, 'limit'>): string[] {
  return Array.from({ length: limit }, (_, index) =>
    slotName({ index, state: 'used', freeAt: 0, countedAt: 0 }),
  );
}
