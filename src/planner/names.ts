/** Names: when two are the same, which one is near to another, and how several are listed. */
import { distance } from 'fastest-levenshtein';
import { fieldText, type FieldText, type ListName } from '../base/field-text.ts';
import { shorten, shortName } from '../base/words.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Shows a note to the user, such as what a part of a name stands for. */
export type Note = (text: string) => void;

/** An id is any integer of the interface, so it may be negative; `007` is not an id. */
export function isId(query: string): boolean {
  return /^\s*-?(0|[1-9]\d*)\s*$/.test(query) && Number.isSafeInteger(Number(query));
}

export function idOf(query: string): number {
  return Number(query);
}

/** Each id and name once: one id can have another name on other dates. */
export function distinct<T extends Named>(items: readonly T[]): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) byKey.set(`${item.id} ${item.name}`, item);
  return [...byKey.values()];
}

/** Other items with the same name as one of these. */
export function namesakesOf(items: readonly Named[], all: readonly Named[]): Named[] {
  const ids = new Set(items.map(({ id }) => id));
  const names = new Set(items.map(({ name }) => fold(name)));
  const others = all.filter(({ id, name }) => !ids.has(id) && names.has(fold(name)));
  return distinct(others.map(({ id, name }) => ({ id, name })));
}

/** Case and accents do not matter. A name of accents and dashes alone folds to an empty text. */
export function isSameName(name: string, other: string): boolean {
  const folded = fold(name);
  return exactForm(name) === exactForm(other) || (folded !== '' && folded === fold(other));
}

/** The items whose names are written exactly so, or else all that have the same folded name. */
export function exactOrSameFolded<T extends Named>(
  name: string,
  sameFolded: readonly T[],
): readonly T[] {
  const exactName = exactForm(name);
  const exact = sameFolded.filter((item) => exactForm(item.name) === exactName);
  return exact.length > 0 || fold(name) === '' ? exact : sameFolded;
}

/** The form in which two ways to write the same characters are equal. */
export function exactForm(name: string): string {
  return name.normalize().trim();
}

/** The item whose whole name or one word is close enough to the query to be a typing mistake. */
export function nearest<T extends Named>(query: string, items: readonly T[]): T | undefined {
  const typed = clipped(query);
  let closest: T | undefined;
  let minDistance = Infinity;
  for (const item of items) {
    const name = clipped(item.name);
    const unmatched = wordsOf(typed, { without: name });
    const itemDistance = Math.min(
      distance(unmatched, wordsOf(name, { without: typed })),
      ...name.split(' ').map((part) => distance(typed, part)),
    );
    // One letter of three may be wrong. Beside a word that is right the number is rounded up, so
    // that two letters of a word of four may be swapped, which is a distance of 2.
    const hasRightWord = unmatched !== typed;
    const maxDistance = hasRightWord
      ? Math.ceil(unmatched.length / 3)
      : Math.max(1, Math.floor(unmatched.length / 3));
    if (itemDistance <= maxDistance && itemDistance < minDistance) {
      closest = item;
      minDistance = itemDistance;
    }
  }
  return closest;
}

/** Without the words of another text: a shared "motorhome" would make many names near. */
function wordsOf(text: string, { without }: { readonly without: string }): string {
  const words = without.split(' ');
  return text
    .split(' ')
    .filter((word) => !words.includes(word))
    .join(' ');
}

/** The time to find a distance grows with the product of the lengths. */
function clipped(text: string): string {
  return fold(shorten(text, 60));
}

export function didYouMean(near: Named, listing?: ListOptions): string {
  return `did you mean ${itemsInWords([near], listing)}?`;
}

/** More would fill the screen. */
const maxListed = 8;

/** How items are listed. */
export interface ListOptions {
  readonly max?: number;
  /** Text in the place of the id. */
  readonly idText?: (item: Named) => string;
}

/**
 * `Kea (1), Moa (2) and 6 more`. A ninth item is listed, because `and 1 more` would take as much
 * room.
 */
export function itemsInWords(items: readonly Named[], listing: ListOptions = {}): string {
  const { idText = ({ id }) => id } = listing;
  const shown = shownOf(items, listing).map((item) => `${shortName(item.name)} (${idText(item)})`);
  const rest = items.length - shown.length;
  // A comma in a name would seem to divide.
  const between = shown.some((text) => text.includes(',')) ? '; ' : ', ';
  return shown.join(between) + (rest > 0 ? ` and ${rest} more` : '');
}

function shownOf(items: readonly Named[], { max = maxListed }: ListOptions): readonly Named[] {
  return items.length === max + 1 ? items : items.slice(0, max);
}

/** The items in words for a hint, and the command that lists them all if these are not all. */
export function itemsHint(
  items: readonly Named[],
  list: ListName,
  listing: ListOptions = {},
): FieldText {
  const shown = itemsInWords(items, listing);
  return shownOf(items, listing).length < items.length
    ? fieldText(`{shown}: {list:${list}} lists all`, { shown })
    : shown;
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
  ı: 'i',
};

/**
 * `Taupō` → `taupo`, `Hawke’s Bay` → `hawkes bay`: a name without case, accents, width, apostrophes
 * and invisible characters, with one space for any dashes and spaces, and none beside a comma.
 */
export function fold(text: string): string {
  // Ten times as fast, and enough for most names.
  if (/^[a-z\d]+(?: [a-z\d]+)*$/i.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʻʼ`´]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðı]/g, (letter) => plain[letter] ?? letter)
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .replace(/ ?, ?/g, ',')
    .trim();
}
