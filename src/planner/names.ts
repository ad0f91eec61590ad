/** Which items a text fits: by id, or by name without case and accents. */
import { distance } from 'fastest-levenshtein';
import { fieldText, type FieldText, type List } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Called with what a part of a name stands for. */
export type Note = (text: string) => void;

/** Digits are an id, so they never need a look-up; `007` is none. An id is any integer of the interface, so it may be negative. */
export function isId(query: string): boolean {
  return /^\s*-?(0|[1-9]\d*)\s*$/.test(query) && Number.isSafeInteger(Number(query));
}

export function idOf(query: string): number {
  return Number(query);
}

/** What one text means among some items. */
export interface Match<T extends Named = Named> {
  /** Empty if it fits none. */
  readonly found: readonly T[];
  readonly how: 'id' | 'whole' | 'part';
}

/**
 * The items that a text means: by id, by the exact name, else (without case and accents) by the whole name, its beginning or any part of
 * it; the first of these that fits anything decides. With `many`, a part means every item that has it, best first.
 */
export function match<T extends Named>(text: string, items: readonly T[], many = false): Match<T> {
  return matchIn(text, withForms(items), many);
}

/** An item with the forms of its name that texts are compared with. To make them takes longer than to compare. */
export interface FormedItem<T extends Named = Named> {
  readonly item: T;
  readonly exact: string;
  readonly folded: string;
}

/** For several texts and the same items. */
export function withForms<T extends Named>(items: readonly T[]): FormedItem<T>[] {
  return items.map((item) => ({ item, exact: item.name.normalize().trim(), folded: fold(item.name) }));
}

/** As `match`. */
export function matchIn<T extends Named>(text: string, items: readonly FormedItem<T>[], many = false): Match<T> {
  if (isId(text)) {
    const named = items.find(({ item }) => item.id === idOf(text));
    return { found: named === undefined ? [] : [named.item], how: 'id' };
  }
  const fitting = ranked(text, items);
  const best = fitting[0]?.rank ?? noRank;
  const how = best <= wholeRank ? 'whole' : 'part';
  // Digits are not a part of a name: `000` is a piece of `1,000`.
  if (how === 'part' && /^\s*\d+\s*$/.test(text)) return { found: [], how };
  const meant = many && how === 'part' ? fitting : fitting.filter(({ rank }) => rank === best);
  return { found: distinct(meant.map(({ item }) => item)), how };
}

/** By id and name: a service can list one thing twice, and have another thing, or another spelling, under one id on other dates. */
export function distinct<T extends Named>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [`${item.id} ${item.name}`, item])).values()];
}

/** Whether the query is the whole name, apart from case and accents. */
export function isWholeName(query: string, name: string): boolean {
  return nameRank(query)({ exact: name.normalize().trim(), folded: fold(name) }) <= wholeRank;
}

/** Every item whose name contains the query or whose id it is, best first; all of them for an empty query. */
export function search<T extends Named>(query: string, items: readonly T[]): T[] {
  return query.trim() === '' ? [...items] : ranked(query, withForms(items)).map(({ item }) => item);
}

/** Up to this rank a text is the whole name; at `noRank` it does not fit. */
const wholeRank = 1;
const noRank = 4;

/** Best first, in the order of the list. */
function ranked<T extends Named>(query: string, items: readonly FormedItem<T>[]): { item: T; rank: number }[] {
  const rankOf = nameRank(query);
  const id = isId(query) ? idOf(query) : undefined;
  return items
    .map((formed) => ({ item: formed.item, rank: formed.item.id === id ? 0 : rankOf(formed) }))
    .filter(({ rank }) => rank !== noRank)
    .sort((a, b) => a.rank - b.rank);
}

/** 0: the exact name; 1: the name apart from case and accents; 2: its beginning; 3: a part of it; 4: no match. */
function nameRank(query: string): (name: Pick<FormedItem, 'exact' | 'folded'>) => number {
  const exact = query.normalize().trim();
  const folded = fold(query);
  return (name) => {
    if (exact !== '' && name.exact === exact) return 0;
    // A text of accents and dashes only would be a part of every name, so it matches none.
    if (folded === '') return noRank;
    if (name.folded === folded) return 1;
    if (name.folded.startsWith(folded)) return 2;
    return name.folded.includes(folded) ? 3 : noRank;
  };
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

export function didYouMean(near: Named): string {
  return `did you mean ${listed([near])}?`;
}

/** More would fill the screen. */
const mostListed = 8;

/** `Kea (1), Moa (2) and 6 more`. */
export function listed(items: readonly Named[]): string {
  const shown = items.slice(0, mostListed).map(({ id, name }) => `${shorten(name, 60)} (${id})`);
  const rest = items.length - mostListed;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** For a hint: with what `lists` the others. */
export function hinted(items: readonly Named[], list: List): FieldText {
  const shown = listed(items);
  return items.length > mostListed ? fieldText(`{shown}: {list:${list}} lists all`, { shown }) : shown;
}

/** Letters that Unicode does not decompose, and what people type for them. */
const plain: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

/**
 * A name in the form for comparison: without case, accents, macrons, width, apostrophes and invisible characters; dashes and
 * spaces of every kind become one space, and a comma divides with a space and without. `Taupō` → `taupo`, `Hawke’s Bay` → `hawkes bay`.
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
