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

/**
 * A list that is cut has its length beside it: `depotsTotal`. Without a `limit` that the call gives, the answer is short.
 * Throws UsageError if even the rest is too long.
 */
export function fit(document: Row, fields: Fields, limit?: number, usual = usualItems): Row {
  const most = limit === undefined ? usualCharacters : mostCharacters;
  let [items, inner] = [limit ?? usual, usualItems];
  for (;;) {
    const answer = clean(document, object(fields), items, inner) as Row;
    if (JSON.stringify(answer).length <= most) return answer;
    if (items > 1) items = Math.floor(items * 0.8);
    else if (inner > 1) inner = Math.floor(inner / 4);
    else throw new UsageError('the answer is too long, even without its lists', { hint: 'ask for less at once' });
  }
}

/** The fields of the shape, without null and without optional ones that are empty. */
function clean(value: unknown, shape: Shape, items: number, inner = items): unknown {
  // A link that is cut leads nowhere. Those of the documents are made by the planner, and hold nothing that must be made visible.
  if (typeof value === 'string') return shape.type === 'link' ? value : cleanText(value);
  if (shape.type === 'list' && Array.isArray(value))
    return value.slice(0, items).map((one) => clean(one, shape.item, inner));
  if (typeof value !== 'object' || value === null) return value;
  const fields = shape.type === 'object' ? shape.fields : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const held = Object.hasOwn(value, name) ? (value as Row)[name] : undefined;
      const length = Array.isArray(held) ? held.length : undefined;
      if (held == null || (field.optional === true && (held === '' || length === 0))) return [];
      const total = length !== undefined && length > items ? [[totalOf(name), length]] : [];
      return [[name, clean(held, field, items, inner)], ...total];
    }),
  );
}

/** `pickup_times` → `pickupTimesTotal`. */
function totalOf(name: string): string {
  return `${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Total`;
}
