/** Several depots under one name, such as `north island`. Each operator has its own groups in the configuration. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import { isId, wholeMatches, type Named } from './names.ts';

/** Ids of depots by the name of their group. */
export type DepotGroups = Readonly<Record<string, readonly number[]>>;

/** Not an id, and nothing that divides a list of depots or is a word in one. */
export function isGroupName(name: string): boolean {
  const isPlain = /^[^,:\\\p{C}]{1,60}$/u.test(name) && /\p{L}/u.test(name);
  return isPlain && !['all', 'same'].includes(name.trim().toLowerCase());
}

export const groupNameHint = 'use letters, digits and spaces, not "all" or "same"';

/** As items with a name, which have no id. */
export function namedGroups(groups: DepotGroups = {}): (Named & { readonly depots: readonly number[] })[] {
  return Object.entries(groups).map(([name, depots]) => ({ id: Number.NaN, name, depots }));
}

/** The depots of the group with this name, which is compared as names of depots are. Undefined if there is none. */
export function depotsOfGroup(query: string, groups?: DepotGroups): readonly number[] | undefined {
  return isId(query) ? undefined : wholeMatches(query, namedGroups(groups))[0]?.depots;
}

/** The only depot of the group with this name; the query itself if there is no such group. Throws UsageError if it has several. */
export function oneOfGroup(query: string, groups?: DepotGroups): string {
  const depots = depotsOfGroup(query, groups);
  if (depots === undefined || depots.length < 2) return String(depots?.[0] ?? query);
  throw new UsageError(`"${shorten(query, 60)}" is a group of ${depots.length} depots, and one is needed here`, {
    hint: `give one of them: ${depots.slice(0, 12).join(', ')}${depots.length > 12 ? ', …' : ''}`,
  });
}
