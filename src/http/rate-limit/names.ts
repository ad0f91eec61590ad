/** The names that stand for slots, wherever they are. */
import { type NameChange, slotName } from './slots.ts';
import type { Policy } from './policy.ts';

/**
 * Names that processes share, with a clock that they share. Of all processes that change the same
 * name, one succeeds.
 */
export interface SlotNames {
  /**
   * Tries the changes in their order until `max` have succeeded, and lists the names after them.
   * Without changes, it only lists.
   */
  change(changes: readonly NameChange[], max?: number): Promise<Listing> | Listing;
  /** Epoch ms; not before what the shared clock shows. */
  now(): number;
}

export interface Listing extends Snapshot {
  /** The changes that succeeded. */
  readonly done: readonly NameChange[];
}

/** All names at one moment. */
export interface Snapshot {
  readonly names: readonly string[];
  /** Epoch ms; not after what the shared clock showed. */
  readonly at: number;
}

export function memoryNames(given: Iterable<string>, now: () => number): SlotNames {
  const names = new Set(given);
  const tryChange = ([from, to]: NameChange): boolean => {
    if (from === '' ? names.has(to) : !names.delete(from)) return false;
    if (to !== '') names.add(to);
    return true;
  };
  return {
    change: (changes, max) => ({
      done: changeEach(changes, tryChange, max),
      names: [...names],
      at: now(),
    }),
    now,
  };
}

/** Tries the changes until `max` have succeeded, and returns those. */
export function changeEach(
  changes: readonly NameChange[],
  tryChange: (change: NameChange) => boolean,
  max = Number.POSITIVE_INFINITY,
): NameChange[] {
  const done: NameChange[] = [];
  for (const change of changes) if (done.length < max && tryChange(change)) done.push(change);
  return done;
}

/** The names of a budget before its first request. */
export function unusedNames({ limit }: Pick<Policy, 'limit'>): string[] {
  return Array.from({ length: limit }, (_, index) =>
    slotName({ index, state: 'used', freeAt: 0, countedAt: 0 }),
  );
}
