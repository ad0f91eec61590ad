/**
 * What operators send is hostile: a name can hold instructions for the model that reads it, or hide text from the person beside it.
 * Every text is made visible and short, and only the fields of the shape are kept, so that no image is loaded.
 */
import type { Shape } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { shorten } from '../text.ts';

/** Characters of one text. */
const longestText = 500;

/** One line of visible characters, with `…` where it was cut. */
export function cleanText(text: string, most = longestText): string {
  // An invisible character becomes eight visible ones.
  return shorten(escapeData(shorten(text, most)), most);
}

/** How many items a list has of which not all are shown: `pickupTimesTotal` stands beside `pickup_times`. */
export function totalOf(name: string): string {
  return `${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Total`;
}

export interface Cleaning {
  clean(text: string): string;
  /** The items to show of a list with this name. */
  keep(name: string, list: readonly unknown[]): readonly unknown[];
  /** With several operators an id carries its own: `lucky:12`. */
  readonly hasOwners: boolean;
}

/** The fields of the document that `shape` names, with clean texts; a list that is cut gets its length beside it. */
export function cleanDocument(value: unknown, shape: Shape, cleaning: Cleaning, owner?: string): unknown {
  if (shape.type === 'id' && cleaning.hasOwners && owner !== undefined) return `${owner}:${String(value)}`;
  // A link that is cut leads nowhere. Those of the documents are made by the planner, and hold nothing that must be made visible.
  if (typeof value === 'string') return shape.type === 'link' ? value : cleaning.clean(value);
  if (typeof value !== 'object' || value === null) return value;
  const own = (name: string): unknown =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const shown = shape.type === 'object' ? shape.fields : {};
  // Only where it is ours: a service may add a field of this name.
  const named = Object.hasOwn(shown, 'operator') ? own('operator') : undefined;
  const whose = typeof named === 'string' ? named : owner;
  const fields = Object.entries(shown).flatMap(([name, inner]) => {
    const field = own(name);
    if (field === undefined) return [];
    if (inner.type !== 'list' || !Array.isArray(field)) return [[name, cleanDocument(field, inner, cleaning, whose)]];
    const kept = cleaning.keep(name, field);
    const items = kept.map((item) => cleanDocument(item, inner.item, cleaning, whose));
    return [[name, items], ...(kept.length < field.length ? [[totalOf(name), field.length]] : [])];
  });
  return Object.fromEntries(fields);
}
