/**
 * The answer that a model reads. What operators send is hostile: a name can hold instructions for the model, or hide text from the person
 * beside it. So only the fields of the shape are kept, every text is made visible and short, and lists are cut until the answer is short.
 */
import { UsageError } from '../errors.ts';
import { object, type Fields, type Row, type Shape } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { shorten } from '../text.ts';

/** Characters of one text. */
const longestText = 500;
/** Characters of an answer, about 2,000 tokens; more if the call asks for more. Some clients close at a line of 64 KB. */
const [usualCharacters, mostCharacters] = [8_000, 24_000];
/** Items of a list that has no other length, such as the times of a depot. */
const usualItems = 400;

/** One line of visible characters, with `…` where it was cut. */
export function cleanText(text: string): string {
  // An invisible character becomes eight visible ones.
  return shorten(escapeData(shorten(text, longestText)), longestText);
}

export interface Fit {
  /** Items of each list that the call asks for. Without it, the answer is short. */
  readonly limit: number | undefined;
  readonly usual: number | undefined;
  /** The operator of the ids, if there are several: an id is `lucky:12` then. */
  readonly owner: string | undefined;
}

/** A list that is cut has its length beside it: `depotsTotal`. Throws UsageError if even the rest is too long. */
export function fit(document: Row, fields: Fields, { limit, usual = usualItems, owner }: Fit): Row {
  const most = limit === undefined ? usualCharacters : mostCharacters;
  let [items, inner] = [limit ?? usual, usualItems];
  // Texts of invisible characters take long to clean, and lists are cut again and again.
  const cleaned = new Map<string, string>();
  const textOf = (text: string): string => {
    const known = cleaned.get(text) ?? cleanText(text);
    cleaned.set(text, known);
    return known;
  };
  for (;;) {
    const answer = clean(document, object(fields), { items, inner, owner, textOf }) as Row;
    if (JSON.stringify(answer).length <= most) return answer;
    if (items > 1) items = Math.floor(items * 0.8);
    else if (inner > 1) inner = Math.floor(inner / 4);
    else throw new UsageError('the answer is too long, even without its lists', { hint: 'ask for less at once' });
  }
}

interface Cut extends Pick<Fit, 'owner'> {
  readonly items: number;
  /** Of lists in lists. */
  readonly inner: number;
  readonly textOf: (text: string) => string;
}

/** The fields of the shape, without null and without optional ones that are empty. */
function clean(value: unknown, shape: Shape, cut: Cut): unknown {
  const { items, inner, owner, textOf } = cut;
  if (shape.type === 'id' && owner !== undefined) return `${owner}:${String(value)}`;
  // A link that is cut leads nowhere. Those of the documents are made by the planner, and hold nothing that must be made visible.
  if (typeof value === 'string') return shape.type === 'link' ? value : textOf(value);
  if (shape.type === 'list' && Array.isArray(value))
    return value.slice(0, items).map((one) => clean(one, shape.item, { ...cut, items: inner }));
  if (typeof value !== 'object' || value === null) return value;
  const fields = shape.type === 'object' ? shape.fields : {};
  const row = value as Row;
  // Only where the field is ours: a service may add one of this name.
  const own = owner !== undefined && 'operator' in fields ? { ...cut, owner: String(row['operator']) } : cut;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const held = Object.hasOwn(row, name) ? row[name] : undefined;
      const length = Array.isArray(held) ? held.length : undefined;
      if (held == null || (field.optional === true && (held === '' || length === 0))) return [];
      const total = length !== undefined && length > items ? [[totalOf(name), length]] : [];
      return [[name, clean(held, field, own)], ...total];
    }),
  );
}

/** `pickup_times` → `pickupTimesTotal`. */
function totalOf(name: string): string {
  return `${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Total`;
}
