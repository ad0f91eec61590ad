/** An answer that a model can read, and that no client is closed by: it says what it left out. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { UsageError } from '../errors.ts';
import { object, type Fields } from '../shape.ts';
import { joinWords } from '../text.ts';
import { cleanDocument, cleanText, totalOf, type Cleaning } from './clean.ts';

/** Characters of an answer, unless the call asks for more: about 2,000 tokens. */
const usualCharacters = 8_000;
/** Bytes of a result, its text and its structured content together. */
const mostBytes = 65_536;
/** Items of a list that has no pages, such as the times of a depot. */
const [mostItems, fewItems] = [400, 25];

interface Answer {
  readonly document: object;
  readonly fields: Fields;
  readonly notes: readonly string[];
  readonly hasOwners: boolean;
}

/** Which items of the lists that have pages are shown. */
export interface Page {
  readonly lists: readonly string[];
  readonly offset: number;
  readonly limit: number;
  /** The call names the limit: it may be longer than usual. */
  readonly isAsked: boolean;
}

/** Lists are cut at whole items. Throws UsageError if the document is too long even without them. */
export function fit(answer: Answer, page: Page): CallToolResult {
  const known = new Map<string, string>();
  const isShort = ({ length }: string): boolean => length <= usualCharacters;
  const usual = page.isAsked ? undefined : shrink(answer, page, { known, fewest: fewItems, isFit: isShort });
  // What is long by itself is cut as little as it can be.
  const limit = page.isAsked || page.lists.length === 0 ? page.limit : 1;
  const found = usual ?? shrink(answer, { ...page, limit }, { known, fewest: 0, isFit: () => true });
  if (found !== undefined) return found;
  throw new UsageError('the answer is too long, even without its lists', { hint: 'ask for less at once' });
}

interface Bounds {
  /** Texts that are clean. */
  readonly known: Map<string, string>;
  /** Items of a list without pages are not cut to less. */
  readonly fewest: number;
  isFit(text: string): boolean;
}

/** With fewer and fewer items until it fits; undefined if it never does. */
function shrink(answer: Answer, page: Page, { known, fewest, isFit }: Bounds): CallToolResult | undefined {
  let shown = page.limit;
  let items = mostItems;
  for (;;) {
    const document = cut(answer, { ...page, limit: shown }, items, known);
    const text = document && JSON.stringify(document);
    if (text !== undefined && isFit(text)) {
      // The text is the document, too: some clients read only texts.
      const result = { content: [{ type: 'text' as const, text }], structuredContent: { ...document } };
      if (Buffer.byteLength(JSON.stringify(result)) <= mostBytes) return result;
    }
    const hasPages = page.lists.length > 0 && shown > 1;
    if (items > Math.max(fewest, fewItems) || (!hasPages && items > fewest)) items = Math.floor(items / 2);
    else if (hasPages) shown = Math.floor(shown * 0.8);
    else return undefined;
  }
}

/** Undefined as soon as it is too long: to clean all that an operator can send takes minutes. */
function cut(
  { document, fields, notes, hasOwners }: Answer,
  { lists, offset, limit }: Page,
  items: number,
  known: Map<string, string>,
): object | undefined {
  const end = offset + limit;
  const next = new Set<string>();
  const short = new Set<string>();
  let left = mostBytes / 2;
  const clean = (text: string): string => {
    if (left < 0) return '';
    const cleaned = known.get(text) ?? cleanText(text);
    known.set(text, cleaned);
    left -= cleaned.length;
    return cleaned;
  };
  const keep: Cleaning['keep'] = (name, list) => {
    const isPaged = lists.includes(name);
    if (isPaged && list.length > end) next.add(`${list.length - end} more ${name}`);
    if (!isPaged && list.length > items) short.add(totalOf(name));
    return isPaged ? list.slice(offset, end) : list.slice(0, items);
  };
  const cleaned = cleanDocument(document, object(fields), { clean, keep, hasOwners });
  const told = [
    ...(next.size > 0 ? [`${joinWords([...next])}: call again with offset ${end}`] : []),
    ...(short.size > 0 ? [`cut lists, see ${joinWords([...short])}: ask for less at once to see more of them`] : []),
    ...notes.slice(0, items),
    ...(notes.length > items ? [`and ${notes.length - items} more notes`] : []),
  ];
  const added = { ...(next.size > 0 && { nextOffset: end }), ...(told.length > 0 && { notes: told }) };
  return left < 0 ? undefined : { ...(cleaned as object), ...added };
}
