/** An answer that a model can read, and that no client is closed by: it has at most so many bytes, and says what it left out. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { UsageError } from '../errors.ts';
import { object, type Fields } from '../shape.ts';
import { joinWords } from '../text.ts';
import { cleanDocument, cleanText, type Cleaning } from './clean.ts';
import { totalOf } from './documents.ts';

/** Of a result: its text and its structured content together. About 10,000 tokens, if the model gets one of the two. */
const mostBytes = 65_536;
/** Items of a list that has no pages, such as the times of a depot: first cut to `fewItems`, and below that only in the last resort. */
const [mostItems, fewItems] = [400, 50];

interface Answer {
  readonly document: object;
  readonly fields: Fields;
  readonly notes: readonly string[];
}

/** Which items of the lists that have pages are shown. */
export interface Page {
  readonly lists: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/** Lists are cut at whole items. Throws UsageError if the document is too long even without them. */
export function fit(answer: Answer, { lists, offset, limit }: Page): CallToolResult {
  const known = new Map<string, string>();
  let shown = lists.length === 0 ? 1 : limit;
  let items = mostItems;
  for (;;) {
    const document = cut(answer, { lists, offset, limit: shown }, items, known);
    const result = document && resultOf(document);
    if (result !== undefined && Buffer.byteLength(JSON.stringify(result)) <= mostBytes) return result;
    if (items > fewItems || (shown === 1 && items > 0)) items = Math.floor(items / 2);
    else if (shown > 1) shown = Math.floor(shown * 0.8);
    else throw new UsageError('the answer is too long, even without its lists', { hint: 'ask for less at once' });
  }
}

/** Undefined as soon as it is too long: to clean all that an operator can send takes minutes. `known` has the texts that are clean. */
function cut(
  { document, fields, notes }: Answer,
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
  const cleaned = cleanDocument(document, object(fields), { clean, keep });
  const told = [
    ...(next.size > 0 ? [`${joinWords([...next])}: call again with offset ${end}`] : []),
    ...(short.size > 0 ? [`cut lists, see ${joinWords([...short])}: ask for less at once to see more of them`] : []),
    ...notes.slice(0, items),
    ...(notes.length > items ? [`and ${notes.length - items} more notes`] : []),
  ];
  const added = { ...(next.size > 0 && { nextOffset: end }), ...(told.length > 0 && { notes: told }) };
  return left < 0 ? undefined : { ...(cleaned as object), ...added };
}

/** The text is the document, too: some clients read only texts. */
function resultOf(document: object): CallToolResult {
  const text = JSON.stringify(document);
  return { content: [{ type: 'text', text }], structuredContent: document as Record<string, unknown> };
}
