/**
 * The answer that a model reads. What operators send is hostile: a name can hold instructions for the model, or hide text from the person
 * beside it. So only the fields of the shape are kept, every text is made visible and short, and lists are cut until the answer is short.
 */
import { UsageError } from '../errors.ts';
import { object, pick, type Fields, type Row, type Shape } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { shorten } from '../text.ts';

/** Characters of one text. */
const longestText = 500;
/** Characters of an answer, about 2,000 tokens. If the call asks for more, bytes of the result, which has it as text and as data. */
const [usualCharacters, mostBytes] = [8_000, 65_536];
/** For what says how much was cut, and for the frame of the result. */
const reserved = 200;
/** Items of a list that has no pages, such as the times of a depot: the first number with which the answer is short enough. */
const innerItems = [400, 100, 25, 1] as const;

/** One line of visible characters, with `…` where it was cut. */
export function cleanText(text: string): string {
  // An invisible character becomes eight visible ones.
  return shorten(escapeData(shorten(text, longestText)), longestText);
}

/** How many items a list has of which not all are shown: `pickupTimesTotal` stands beside `pickup_times`. */
export function totalOf(name: string): string {
  return `${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Total`;
}

/** Which items of the lists that have pages are shown: the same part of each. */
export interface Page {
  readonly lists: readonly string[];
  readonly offset: number;
  readonly limit: number;
  /** The call names the limit: the answer may be longer than usual. */
  readonly isAsked: boolean;
}

/**
 * Items of pages are whole; only the first is cut if it is too long by itself. With several operators an id carries its own: `lucky:12`.
 * Throws UsageError if even the rest is far too long.
 */
export function fit(document: Row, fields: Fields, page: Page, hasOwners: boolean): Row {
  const { lists, offset, limit, isAsked } = page;
  const cleaning = { hasOwners, owner: document['operator'] };
  const sizeOf = isAsked ? bytesInResult : charactersIn;
  let room = (isAsked ? mostBytes : usualCharacters) - reserved;
  const shortened = (value: Row, shape: Shape, [items = 0, ...fewer]: readonly number[] = innerItems): Row => {
    const row = clean(value, shape, { ...cleaning, items }) as Row;
    return fewer.length === 0 || sizeOf(row) <= room ? row : shortened(value, shape, fewer);
  };
  const itemsOf = (name: string) => document[name] as readonly unknown[];
  const part = (from: number, to: number): Row =>
    Object.fromEntries(lists.map((name) => [name, itemsOf(name).slice(from, to)]));
  const head = shortened({ ...document, ...part(0, 0) }, object(fields));
  room -= sizeOf(head);
  const rows: Row[] = [];
  const longest = Math.max(0, ...lists.map((name) => itemsOf(name).length));
  for (let at = offset; at < Math.min(offset + limit, longest); at++) {
    const counts = rows.length === 0 ? innerItems : innerItems.slice(0, 1);
    const row = shortened(part(at, at + 1), object(pick(fields, ...lists)), counts);
    room -= sizeOf(Object.values(row).flat());
    if (room < 0 && rows.length > 0) break;
    rows.push(row);
  }
  const shown = lists.flatMap((name) => {
    const items = rows.flatMap((row) => row[name] as unknown[]);
    return [[name, items], ...(items.length < itemsOf(name).length ? [[totalOf(name), itemsOf(name).length]] : [])];
  });
  const end = offset + rows.length;
  const answer = { ...head, ...(Object.fromEntries(shown) as Row), ...(end < longest && { nextOffset: end }) };
  if (bytesInResult(answer) <= mostBytes) return answer;
  throw new UsageError('the answer is too long, even without its lists', { hint: 'ask for less at once' });
}

function charactersIn(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The text is a JSON string there, so that each quotation mark gets a backslash. */
function bytesInResult(value: unknown): number {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text));
}

interface Cleaning {
  /** At most so many of each list. */
  readonly items: number;
  readonly hasOwners: boolean;
  /** The operator of the ids. */
  readonly owner: unknown;
}

/** The fields of the shape, without null, and without optional ones that are empty. A list that is cut gets its length beside it. */
function clean(value: unknown, shape: Shape, cleaning: Cleaning): unknown {
  const { items, hasOwners, owner } = cleaning;
  if (shape.type === 'id' && hasOwners && typeof owner === 'string') return `${owner}:${String(value)}`;
  // A link that is cut leads nowhere. Those of the documents are made by the planner, and hold nothing that must be made visible.
  if (typeof value === 'string') return shape.type === 'link' ? value : cleanText(value);
  if (shape.type === 'list' && Array.isArray(value))
    return value.slice(0, items).map((one) => clean(one, shape.item, cleaning));
  if (typeof value !== 'object' || value === null) return value;
  const shown = shape.type === 'object' ? shape.fields : {};
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? (value as Row)[name] : undefined);
  // Only where it is ours: a service may add a field of this name.
  const inner = Object.hasOwn(shown, 'operator') ? { ...cleaning, owner: own('operator') } : cleaning;
  const fields = Object.entries(shown).flatMap(([name, field]) => {
    const held = own(name);
    if (held == null || (field.optional === true && isEmpty(held))) return [];
    const total = Array.isArray(held) && held.length > items ? [[totalOf(name), held.length]] : [];
    return [[name, clean(held, field, inner)], ...total];
  });
  return Object.fromEntries(fields);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
