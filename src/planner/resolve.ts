/** From what people type to the one thing they mean: an id, or a name without case and accents. */
import { distance } from 'fastest-levenshtein';
import { UsageError } from '../errors.ts';
import { shorten } from '../interface/shorten.ts';
import { fold } from './fold.ts';

/** Things with an id, as the interface has them: vehicles call it `vehicleId`. */
export type Named = { readonly name: string } & ({ readonly id: number } | { readonly vehicleId: number });

const plurals = {
  depot: 'depots',
  vehicle: 'vehicles',
  accessory: 'accessories',
  'insurance plan': 'insurance plans',
} as const;

export type Kind = keyof typeof plurals;

/** The id that was typed, or undefined: digits are always an id and never cost a look-up. */
export function toId(query: string): number | undefined {
  const digits = query.trim();
  const id = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

export function isId(query: string): boolean {
  return toId(query) !== undefined;
}

/**
 * The one item with this id or name: exact, then without case and accents the whole name, its beginning, any part of it;
 * the first of these that matches anything decides. Throws UsageError when several match (listing them) or none (naming the
 * nearest).
 */
export function resolve<T extends Named>(query: string, items: readonly T[], kind: Kind): T {
  const found = search(query, items, kind);
  const [first] = found;
  if (first === undefined) throw noMatch(query, items, kind);
  if (found.length === 1) return first;
  const shown = listed(found.map((item) => `${label(item)} (${idOf(item, kind)})`));
  throw new UsageError(`"${shorten(query, 60)}" matches ${found.length} ${plurals[kind]}: ${shown}`, {
    hint: `give more of the name, or the id`,
  });
}

/** Every item that the best kind of match finds; all of them for an empty query. The depot search of the wizard. */
export function search<T extends Named>(query: string, items: readonly T[], kind: Kind): T[] {
  const id = toId(query);
  if (id !== undefined) return items.filter((item) => idOf(item, kind) === id);
  const exact = query.normalize().trim();
  const folded = fold(query);
  if (folded === '') return [];
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name.normalize().trim() === exact,
    (name) => fold(name) === folded,
    (name) => fold(name).startsWith(folded),
    (name) => fold(name).includes(folded),
  ];
  for (const matches of tests) {
    const found = items.filter((item) => matches(item.name));
    if (found.length > 0) return found;
  }
  return [];
}

function idOf(item: Named, kind: Kind): number | undefined {
  // By kind, not by what is there: an entry may carry a field of the other name that the interface does not know.
  const { id, vehicleId } = item as { readonly id?: number; readonly vehicleId?: number };
  return kind === 'vehicle' ? vehicleId : id;
}

function noMatch(query: string, items: readonly Named[], kind: Kind): UsageError {
  const subject = `"${shorten(query, 60)}"`;
  if (query.trim() === '') return new UsageError(`the ${kind} is empty`, { hint: `give its name or id` });
  if (items.length === 0) return new UsageError(`no ${kind} matches ${subject}: there are none to choose from`);
  const near = nearest(query, items);
  const names = listed(items.map((item) => `${label(item)} (${idOf(item, kind)})`));
  const wanted = isId(query) ? `has the id ${query.trim()}` : `matches ${subject}`;
  return new UsageError(`no ${kind} ${wanted}`, {
    hint: near === undefined ? `${plurals[kind]}: ${names}` : `did you mean "${label(near)}"?`,
  });
}

/** The item of which the whole name or one word is close enough to be a slip of the fingers. */
function nearest<T extends Named>(query: string, items: readonly T[]): T | undefined {
  if (isId(query)) return undefined;
  const typed = clipped(query);
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  let best: { readonly item: T; readonly far: number } | undefined;
  for (const item of items) {
    const name = clipped(item.name);
    const far = Math.min(...[name, ...name.split(' ')].map((part) => distance(typed, part)));
    if (far <= allowed && far < (best?.far ?? Infinity)) best = { item, far };
  }
  return best?.item;
}

/** Distances cost the product of the lengths. */
function clipped(text: string): string {
  return fold(text.slice(0, 80));
}

function label(item: Named): string {
  return shorten(item.name, 60);
}

function listed(labels: readonly string[]): string {
  const most = 8;
  const rest = labels.length - most;
  return labels.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
