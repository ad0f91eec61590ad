/** Names: when two are the same, which one is near to another, and how several are listed. */
import { distance } from 'fastest-levenshtein';
import { fieldText, type FieldText, type ListName } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Called with what a part of a name stands for. */
export type Note = (text: string) => void;

/**
 * Digits are an id, so they never need a look-up; `007` is none. An id is any integer of the
 * interface, so it may be negative.
 */
export function isId(query: string): boolean {
  return /^\s*-?(0|[1-9]\d*)\s*$/.test(query) && Number.isSafeInteger(Number(query));
}

export function idOf(query: string): number {
  return Number(query);
}

/**
 * By id and name: a service can list one thing twice, and have another thing, or another spelling,
 * under one id on other dates.
 */
export function distinct<T extends Named>(items: readonly T[]): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) byKey.set(`${item.id} ${item.name}`, item);
  return [...byKey.values()];
}

/** The others that are called like one of the items. */
export function namesakesOf(items: readonly Named[], all: readonly Named[]): Named[] {
  const ids = new Set(items.map(({ id }) => id));
  const names = new Set(items.map(({ name }) => fold(name)));
  const others = all.filter(({ id, name }) => !ids.has(id) && names.has(fold(name)));
  return distinct(others.map(({ id, name }) => ({ id, name })));
}

/** Apart from case and accents. A name of accents and dashes only is the same as itself alone. */
export function isSameName(name: string, other: string): boolean {
  const folded = fold(name);
  return exactForm(name) === exactForm(other) || (folded !== '' && folded === fold(other));
}

/**
 * Of items with the same folded name, those with this whole name: those that write it exactly so,
 * or else all of them.
 */
export function withName<T extends Named>(name: string, sameFolded: readonly T[]): readonly T[] {
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
  let least = Infinity;
  for (const item of items) {
    const name = clipped(item.name);
    const [rest, other] = withoutSharedWords(typed, name);
    const far = Math.min(
      distance(rest, other),
      ...name.split(' ').map((part) => distance(typed, part)),
    );
    // A word of four letters may have two swapped, if another word is right.
    const most =
      rest === typed ? Math.max(1, Math.floor(rest.length / 3)) : Math.ceil(rest.length / 3);
    if (far <= most && far < least) [closest, least] = [item, far];
  }
  return closest;
}

/** Names of different vehicles share words such as "motorhome", so these make no guess likely. */
function withoutSharedWords(...texts: readonly [string, string]): readonly [string, string] {
  const [words, others] = texts.map((text) => text.split(' ')) as [string[], string[]];
  const without = (list: readonly string[], left: readonly string[]): string =>
    list.filter((word) => !left.includes(word)).join(' ');
  return [without(words, others), without(others, words)];
}

/** The time for a distance grows with the product of the lengths. */
function clipped(text: string): string {
  return fold(shorten(text, 60));
}

export function didYouMean(near: Named): string {
  return `did you mean ${listed([near])}?`;
}

/** More would fill the screen. */
const maxListed = 8;

/**
 * `Kea (1), Moa (2) and 6 more`. A ninth item is listed, because `and 1 more` would take as much
 * room.
 */
export function listed(items: readonly Named[]): string {
  const shown = shownOf(items).map(({ id, name }) => `${shorten(name, 60)} (${id})`);
  const rest = items.length - shown.length;
  // A comma in a name would seem to divide.
  const between = shown.some((name) => name.includes(',')) ? '; ' : ', ';
  return shown.join(between) + (rest > 0 ? ` and ${rest} more` : '');
}

function shownOf(items: readonly Named[]): readonly Named[] {
  return items.length === maxListed + 1 ? items : items.slice(0, maxListed);
}

/** For a hint: with what `lists` the others. */
export function hinted(items: readonly Named[], list: ListName): FieldText {
  const shown = listed(items);
  return shownOf(items).length < items.length
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
 * A name in the form for comparison: without case, accents, macrons, width, apostrophes and
 * invisible characters; dashes and spaces of every kind become one space, and a comma divides with
 * a space and without. `Taupō` → `taupo`, `Hawke’s Bay` → `hawkes bay`.
 */
export function fold(text: string): string {
  // Most names; ten times as fast.
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
