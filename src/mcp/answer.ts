/**
 * The answer that a model reads. What operators send is hostile: a name can hold instructions for
 * the model, or hide text from the person beside it. So only the fields of the shape are kept,
 * every text is made visible and short, and lists are cut until the answer is short.
 */
import { recordValue } from '../documents/records.ts';
import { UsageError } from '../base/errors.ts';
import { object, type Row, type Shape } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { shorten } from '../base/words.ts';
import { fieldsOf, type Tool } from './tool.ts';

/** Characters of one text. */
const maxText = 500;
/** Characters of an answer, about 2,000 tokens. */
const defaultCharacters = 8_000;
/**
 * The same if the call gives `limit`. Some clients close at a line of 64 KB, and an answer is sent
 * twice, as a text and as a structure.
 */
const maxCharacters = 24_000;
/** Items of a list, if the tool does not say. */
const defaultItems = 400;
/** Items of a list within a list: the first number with which the answer fits. */
const innerItems = [12, 6, 3] as const;
/** Notes that stay, however short the lists become. */
const minNotes = 10;
/** The maximum of `limit`. */
export const maxItems = 999;

/** One line of visible characters, with `…` where it was cut. */
export function cleanText(text: string): string {
  // An invisible character becomes eight visible ones.
  return shorten(escapeData(shorten(text, maxText)), maxText);
}

/**
 * `limit`: how many items of each list the call asks for; undefined: the answer is short. `owner`:
 * the operator of the ids if several are served, which makes `lucky:12` of 12. Throws UsageError if
 * even the answer with one item of each list is too long.
 */
export function fitAnswer(
  document: Row,
  tool: Tool,
  limit: number | undefined,
  owner: string | undefined,
): Row {
  const maxLength = limit === undefined ? defaultCharacters : maxCharacters;
  for (const cut of cutsToTry(limit ?? tool.limit ?? defaultItems, limit)) {
    const shorter = limit === undefined ? tool.shorterLists : undefined;
    const answer = clean(document, object(fieldsOf(tool)), { owner, shorter, ...cut }) as Row;
    if (JSON.stringify(answer).length <= maxLength) return answer;
  }
  throw new UsageError('the answer is too long, even without its lists', {
    hint: 'ask for less at once',
  });
}

interface Cut {
  readonly items: number;
  /** Items of lists within a list. */
  readonly inner: number;
}

/**
 * Lists within a list become shorter first: less of each vehicle is better than fewer vehicles. For
 * 40 items and no limit: 40 with 12, 6 and 3 inner ones, then 40, 32, 25 … with one.
 */
function* cutsToTry(items: number, limit = 0): Generator<Cut> {
  if (limit > innerItems[0]) yield { items, inner: limit };
  for (const inner of innerItems) yield { items, inner };
  for (let rest = items; rest >= 1; rest = Math.floor(rest * 0.8)) yield { items: rest, inner: 1 };
}

/**
 * The fields of the shape, without null and without optional ones that are empty. A list is cut
 * before its items are cleaned, because thousands take seconds. A list that is cut has its whole
 * length beside it: `depotsTotal`.
 */
function clean(
  value: unknown,
  shape: Shape,
  cut: Cut & { readonly owner: string | undefined; readonly shorter: Tool['shorterLists'] },
): unknown {
  if (shape.type === 'id' && cut.owner !== undefined) return `${cut.owner}:${String(value)}`;
  // A link that is cut leads nowhere. The planner makes links of visible characters alone.
  if (typeof value === 'string') return shape.type === 'link' ? value : cleanText(value);
  if (shape.type === 'list' && Array.isArray(value))
    return value
      .slice(0, cut.items)
      .map((one) => clean(one, shape.item, { ...cut, items: cut.inner }));
  if (typeof value !== 'object' || value === null) return value;
  const fields = shape.type === 'object' ? shape.fields : {};
  const row = value as Row;
  // Only if the shape has the field: a service may add one of this name.
  const owner =
    cut.owner !== undefined && 'operator' in fields && row['operator'] !== undefined
      ? String(row['operator'])
      : cut.owner;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const content = recordValue(row, name, field);
      const length = Array.isArray(content) ? content.length : undefined;
      const isEmpty = content === '' || length === 0;
      // Notes stay when lists become shorter: one can say that a total is too high.
      const items =
        name === 'notes'
          ? Math.max(cut.items, minNotes)
          : Math.min(cut.items, cut.shorter?.[name] ?? cut.items);
      if (content == null || (field.optional === true && isEmpty)) return [];
      const total = length !== undefined && length > items ? [[`${name}Total`, length]] : [];
      return [[name, clean(content, field, { ...cut, owner, items })], ...total];
    }),
  );
}
