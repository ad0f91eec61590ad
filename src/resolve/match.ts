/** Which items a text fits. Only this room uses it, so that texts are read in one place. */
import { distinct, exactForm, fold, idOf, isId, type Named } from '../planner/names.ts';

export interface Match<T extends Named = Named> {
  /** Empty if it fits none. */
  readonly found: readonly T[];
  readonly how: 'id' | 'whole' | 'part';
}

interface MatchOptions {
  /** A part of a name fits all items that have it, best first; else those that it fits best. */
  readonly many?: boolean;
}

/**
 * The items that a text fits by id, by the exact name, by the whole name without case and accents,
 * by its beginning, or by a part of it: the first of these that fits any item.
 */
export function match<T extends Named>(
  text: string,
  items: readonly T[],
  options: MatchOptions = {},
): Match<T> {
  return matchIn(text, foldItems(items), options);
}

/** The forms of a name are made once for a list, because that takes longer than to compare them. */
export interface FoldedItem<T extends Named = Named> {
  readonly item: T;
  readonly exact: string;
  readonly folded: string;
}

export function foldItems<T extends Named>(items: readonly T[]): FoldedItem<T>[] {
  return items.map((item) => ({ item, exact: exactForm(item.name), folded: fold(item.name) }));
}

/** As `match`, for several texts and one list. */
export function matchIn<T extends Named>(
  text: string,
  items: readonly FoldedItem<T>[],
  { many = false }: MatchOptions,
): Match<T> {
  if (isId(text)) {
    const named = items.find(({ item }) => item.id === idOf(text));
    return { found: named === undefined ? [] : [named.item], how: 'id' };
  }
  const fitting = ranked(items, nameRank(text));
  const best = fitting[0]?.rank ?? ranks.none;
  const how = best <= ranks.whole ? 'whole' : 'part';
  // Digits that are not an id match no part of a name: they can be the `000` of a divided `1,000`.
  if (how === 'part' && /^\s*\d+\s*$/.test(text)) return { found: [], how };
  const matched = many && how === 'part' ? fitting : fitting.filter(({ rank }) => rank === best);
  return { found: distinct(matched.map(({ item }) => item)), how };
}

/**
 * Every item whose name contains the query or whose id it is, best first; all for an empty query.
 */
export function searchItems<T extends Named>(query: string, items: readonly T[]): T[] {
  if (query.trim() === '') return [...items];
  const rankOf = nameRank(query);
  const id = isId(query) ? idOf(query) : undefined;
  const found = ranked(foldItems(items), (formed) =>
    formed.item.id === id ? ranks.exact : rankOf(formed),
  );
  return found.map(({ item }) => item);
}

/** How well a text fits a name. `whole`: apart from case and accents. */
const ranks = { exact: 0, whole: 1, start: 2, part: 3, none: 4 } as const;

/** The items that fit, best first, else in the order of the list. */
function ranked<T extends Named>(
  items: readonly FoldedItem<T>[],
  rankOf: (item: FoldedItem<T>) => number,
): { item: T; rank: number }[] {
  return items
    .map((formed) => ({ item: formed.item, rank: rankOf(formed) }))
    .filter(({ rank }) => rank !== ranks.none)
    .sort((a, b) => a.rank - b.rank);
}

function nameRank(query: string): (name: Pick<FoldedItem, 'exact' | 'folded'>) => number {
  const exact = exactForm(query);
  const folded = fold(query);
  return (name) => {
    if (exact !== '' && name.exact === exact) return ranks.exact;
    // An empty text would be a part of every name.
    if (folded === '') return ranks.none;
    if (name.folded === folded) return ranks.whole;
    // `moa rear` is also a part of `Moa, rear view`.
    return Math.min(
      partRank(name.folded, folded),
      partRank(name.folded.replaceAll(',', ' '), folded),
    );
  };
}

function partRank(name: string, part: string): number {
  if (name.startsWith(part)) return ranks.start;
  return name.includes(part) ? ranks.part : ranks.none;
}
