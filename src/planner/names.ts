/** Finds the item that a text names: by id, or by name without case and accents. */
import { distance } from 'fastest-levenshtein';
import { asServed, UsageError, type FieldText } from '../errors.ts';
import { pluralOf, shorten } from '../text.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Called with what a part of a name stands for. */
export type Note = (text: string) => void;

/** How a text names one item. A whole name and an id always do. */
export interface NameRules {
  /** Whether a part of a name is enough if it fits one item best: only where a person sees the note, or where several may come back. */
  readonly allowPart: boolean;
  readonly note?: Note;
}

export const anyPart: NameRules = { allowPart: true };

/** Digits are always an id, so they never need a look-up. An id is any integer of the interface, so it may be negative. */
export function isId(query: string): boolean {
  return /^\s*-?\d+\s*$/.test(query) && Number.isSafeInteger(Number(query));
}

/**
 * The one item with this id or name. Tries the exact name, then (without case and accents) the whole name, its beginning and any
 * part of it; the first step that matches anything decides. `what` is the kind of item: `insurance plan`. Throws UsageError if
 * several match (and lists them), none (and names the nearest), or only a part does and the rules want a whole name. Calls `note` with
 * what a part of a name stands for.
 */
export function resolve<T extends Named>(query: string, items: readonly T[], what: string, rules = anyPart): T {
  const found = bestMatches(query, items);
  const [first] = found;
  if (first === undefined) throw noMatch(query, items, what);
  const isPart = !isId(query) && !isWholeName(query, first.name);
  if (isPart && !rules.allowPart) throw notWhole(query, search(query, items), what);
  if (found.length === 1) {
    if (isPart) rules.note?.(meaningNote(query, [first], what, items));
    return first;
  }
  const matching = `"${shorten(query, 60)}" matches ${found.length} ${pluralOf(what)}`;
  throw new UsageError((_, __, theirs) => `${matching}: ${listed(found, theirs)}`, {
    hint: 'give its id, or more of its name',
  });
}

/** Whether the name contains the query, apart from case and accents; every name contains an empty query. */
export function matches(query: string, name: string): boolean {
  return query.trim() === '' || nameRank(query)(name) !== noRank;
}

/** Whether the query is the whole name, apart from case and accents. */
export function isWholeName(query: string, name: string): boolean {
  return nameRank(query)(name) <= 1;
}

/** The items with this whole name; the exact name wins over names that differ in case or accents. */
export function wholeMatches<T extends Named>(query: string, items: readonly T[]): T[] {
  return bestMatches(query, items).filter(({ name }) => isWholeName(query, name));
}

/** `depot "auck" means Auckland Airport (1), not North Shore, Auckland (2)`: with what else has the text in its name. */
export function meaningNote(query: string, meant: readonly Named[], what: string, all: readonly Named[] = []): string {
  const isMeant = new Set(meant);
  const others = search(query, all).filter((item) => !isMeant.has(item));
  return `${what} "${shorten(query, 60)}" means ${listed(meant)}${others.length === 0 ? '' : `, not ${listed(others)}`}`;
}

/** Lists the items that the part of a name fits. */
export function notWhole(query: string, parts: readonly Named[], what: string): UsageError {
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  return new UsageError(`"${shorten(query, 60)}" is not the whole name of ${article} ${what}`, {
    hint: (_, __, theirs) => `give the whole name or the id of one: ${listed(parts, theirs)}`,
  });
}

/** Every item whose name contains the query or whose id it is, best first; all of them for an empty query. */
export function search<T extends Named>(query: string, items: readonly T[]): T[] {
  if (query.trim() === '') return [...items];
  return ranked(query, items)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** The items that the text means: those of the first step of `resolve` that matches anything. */
export function bestMatches<T extends Named>(query: string, items: readonly T[]): T[] {
  if (isId(query)) return items.filter(({ id }) => id === Number(query));
  const found = ranked(query, items);
  const best = Math.min(...new Set(found.map(({ rank }) => rank)));
  return found.filter(({ rank }) => rank === best).map(({ item }) => item);
}

/** The item with this id or whole name; for a part of a name every item that has it. */
export function everyMatch<T extends Named>(query: string, items: readonly T[]): T[] {
  const best = bestMatches(query, items);
  const isPart = !isId(query) && query.trim() !== '' && !best.some(({ name }) => isWholeName(query, name));
  return isPart ? search(query, items) : best;
}

/** What `nameRank` gives a name that the query does not fit. */
export const noRank = 4;

function ranked<T extends Named>(query: string, items: readonly T[]): { item: T; rank: number }[] {
  const rankOf = nameRank(query);
  const id = isId(query) ? Number(query) : undefined;
  return items
    .map((item) => ({ item, rank: item.id === id ? 0 : rankOf(item.name) }))
    .filter(({ rank }) => rank !== noRank);
}

/** 0: the exact name; 1: the name apart from case and accents; 2: its beginning; 3: a part of it; 4: no match. */
export function nameRank(query: string): (name: string) => number {
  const exact = query.normalize().trim();
  const folded = fold(query);
  return (name) => {
    if (exact !== '' && name.normalize().trim() === exact) return 0;
    // A text of accents and dashes only would be a part of every name, so it matches none.
    if (folded === '') return noRank;
    const whole = fold(name);
    if (whole === folded) return 1;
    if (whole.startsWith(folded)) return 2;
    return whole.includes(folded) ? 3 : noRank;
  };
}

function noMatch(query: string, items: readonly Named[], what: string): UsageError {
  if (query.trim() === '') return new UsageError(`an empty text names no ${what}`, { hint: 'give a name or an id' });
  const wanted = isId(query) ? `has the id ${query.trim()}` : `matches "${shorten(query, 60)}"`;
  if (items.length === 0) return new UsageError(`no ${what} ${wanted}: there are none to choose from`);
  const near = isId(query) ? undefined : nearest(query, items);
  return new UsageError(`no ${what} ${wanted}`, {
    hint: near === undefined ? (_, __, theirs) => `${pluralOf(what)}: ${listed(items, theirs)}` : didYouMean(near),
  });
}

/** The item whose whole name or one word is close enough to the query to be a typing mistake. */
export function nearest<T extends Named>(query: string, items: readonly T[]): T | undefined {
  const typed = clipped(query);
  let closest: T | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const item of items) {
    const name = clipped(item.name);
    const far = Math.min(...[name, ...name.split(' ')].map((part) => distance(typed, part)));
    if (far < least) [closest, least] = [item, far];
  }
  return closest;
}

/** The time for a distance grows with the product of the lengths. */
function clipped(text: string): string {
  return fold(shorten(text, 60));
}

export function didYouMean(near: Named): FieldText {
  return (_, __, theirs) => `did you mean ${listed([near], theirs)}?`;
}

/** `Kea (1), Moa (2)`; at most twelve. */
export function listed(items: readonly Named[], theirs = asServed): string {
  const most = 12;
  const shown = items.slice(0, most).map(({ id, name }) => theirs(shorten(name, 60), id));
  const rest = items.length - most;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Letters that Unicode does not decompose, and what people type for them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/**
 * A name in the form for comparison: without case, accents, macrons, width, apostrophes and invisible characters; dashes and
 * spaces of every kind become one space. `Taupō` → `taupo`, `Hawke’s Bay` → `hawkes bay`, `Straße` → `strasse`.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʻʼ`´]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => plain[letter] ?? letter)
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim();
}
