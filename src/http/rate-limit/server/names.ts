/** The names of a budget on a server: those of a folder, and one more that says which run of the server has them. */
import { type Stamp, addMs } from '../clock.ts';
import type { NameSet } from '../name-set.ts';
import { readName, slotName, slotsMadeName, throttleName } from '../names.ts';
import type { LimitPolicy } from '../policy.ts';
import { noThrottle } from '../state.ts';

/** Pairs of an old and a new name, as the script `change` takes them. */
export type Edits = string[];

/** Names that can be read and changed here; the changes are collected for the server. */
export interface EditedNames extends NameSet {
  readonly edits: Edits;
}

export function editedNames(names: Iterable<string>): EditedNames {
  const present = new Set(names);
  const edits: Edits = [];
  const put = (from: string, to: string): void => {
    edits.push(from, to);
    if (from !== '') present.delete(from);
    if (to !== '') present.add(to);
  };
  return {
    edits,
    list: () => [...present],
    rename: (from, to) => present.has(from) && (put(from, to), true),
    add: (name) => !present.has(name) && (put('', name), true),
    remove: (name) => present.has(name) && put(name, ''),
  };
}

/** `server-<run id>-<when the budget was made>`. */
export function serverName(run: string, madeAt: number): string {
  return `server-${run}-${madeAt}`;
}

export function serverNameIn(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith('server-'));
}

export function isSameRun(name: string | undefined, run: string): boolean {
  return name?.startsWith(`server-${run}-`) ?? false;
}

/**
 * The names of a budget whose past is lost: a share of its slots comes free one after the other, spread over a window, and the rest
 * one window later. So a window with lost requests holds the limit and the share at most.
 */
export function lostNames({ limit, restMs }: LimitPolicy, share: number, at: Stamp): string[] {
  const spread = Math.max(1, Math.floor(limit * share));
  const freeAt = (index: number) => addMs(at, index < spread ? (index * restMs) / spread : restMs);
  const slots = Array.from({ length: limit }, (_, index) => slotName(index, 'used', freeAt(index), restMs));
  return [...slots, slotsMadeName(limit), throttleName(noThrottle)];
}

/** Restores what `known` says: no slot is free earlier, and every rule is in force. */
export function restore(names: EditedNames, known: readonly string[]): void {
  const slots = names
    .list()
    .map(readName)
    .filter((entry) => entry?.kind === 'slot');
  const present = new Map(slots.map((slot) => [slot.index, slot]));
  for (const name of known) {
    const entry = readName(name);
    const other = entry?.kind === 'slot' ? present.get(entry.index) : undefined;
    if (entry?.kind !== 'slot' || !other) {
      if (entry) names.add(name);
    } else if (other.freeAt.wall < entry.freeAt.wall) names.rename(other.name, name);
  }
}
