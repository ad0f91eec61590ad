/** Which items a text fits. Only this room uses it, so that texts are read in one place. */
import { distinct, exactForm, fold, idOf, isId, type Named } from '../planner/names.ts';

export interface Match<T extends Named = Named> {
  /** Empty if it fits none. */
  readonly found: readonly T[];
  readonly how: 'id' | 'whole' | 'part';
}

/**
 * The items that a text fits by id, by the exact name, by the whole name without case and accents,
 * by its beginning, or by a part of it: the first of these that fits any item. With `many`, a part
 * fits every item that has it, best first.
 */
export function match<T extends Named>(text: string, items: readonly T[], many = false): Match<T> {
  return matchIn(text, foldItems(items), many);
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
  many = false,
): Match<T> {
  if (isId(text)) {
    const named = items.find(({ item }) => item.id === idOf(text));
    return { found: named === undefined ? [] : [named.item], how: 'id' };
  }
  const fitting = ranked(text, items);
  const best = fitting[0]?.rank ?? noRank;
  const how = best <= wholeRank ? 'whole' : 'part';
  // Digits alone match no part of a name: they can be a piece of `1,000`.
  if (how === 'part' && /^\s*\d+\s*$/.test(text)) return { found: [], how };
  const matched = many && how === 'part' ? fitting : fitting.filter(({ rank }) => rank === best);
  return { found: distinct(matched.map(({ item }) => item)), how };
}

/**
 * Every item whose name contains the query or whose id it is, best first; all for an empty query.
 */
export function searchItems<T extends Named>(query: string, items: readonly T[]): T[] {
  return query.trim() === '' ? [...items] : ranked(query, foldItems(items)).map(({ item }) => item);
}

/** Up to this rank a text is the whole name; at `noRank` it does not fit. */
const wholeRank = 1;
const noRank = 4;

/** Best first, in the order of the list. */
function ranked<T extends Named>(
  query: string,
  items: readonly FoldedItem<T>[],
): { item: T; rank: number }[] {
  const rankOf = nameRank(query);
  const id = isId(query) ? idOf(query) : undefined;
  return items
    .map((formed) => ({ item: formed.item, rank: formed.item.id === id ? 0 : rankOf(formed) }))
    .filter(({ rank }) => rank !== noRank)
    .sort((a, b) => a.rank - b.rank);
}

/**
 * 0: the exact name; 1: the name apart from case and accents; 2: its beginning; 3: a part of it; 4:
 * no match.
 */
function nameRank(query: string): (name: Pick<FoldedItem, 'exact' | 'folded'>) => number {
  const exact = exactForm(query);
  const folded = fold(query);
  return (name) => {
    if (exact !== '' && name.exact === exact) return 0;
    // An empty text would be a part of every name.
    if (folded === '') return noRank;
    if (name.folded === folded) return 1;
    return Math.min(
      partRank(name.folded, folded),
      partRank(name.folded.replaceAll(',', ' '), folded),
    );
  };
}

function partRank(name: string, part: string): number {
  if (name.startsWith(part)) return 2;
  return name.includes(part) ? 3 : noRank;
}
