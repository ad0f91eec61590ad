/** The sections of the manual, which are the topics of the help and the descriptions in the manual pages. */
import guide from '../../../docs/guide.md?raw';
import { topicNames, topics, type TopicName } from './topics.ts';

export interface Piece {
  readonly text: string;
  readonly style: 'plain' | 'code' | 'strong' | 'emphasis' | 'link';
  /** Of a link. */
  readonly target?: string;
}

export type Inline = readonly Piece[];

export type Passage =
  | { readonly kind: 'heading'; readonly level: number; readonly text: Inline }
  | { readonly kind: 'paragraph'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  | { readonly kind: 'table'; readonly header: readonly Inline[]; readonly rows: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

/** The content under a heading of any level, up to the next heading of that level or above; undefined if there is none. */
export function sectionOf(heading: string): readonly Passage[] | undefined {
  const blocks = readMarkdown(guide);
  const start = blocks.findIndex((block) => block.kind === 'heading' && plainHeading(block) === heading);
  const first = blocks[start];
  if (first?.kind !== 'heading') return undefined;
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= first.level);
  return end < 0 ? rest : rest.slice(0, end);
}

/** What the manual says about a command; several commands can share a section. */
export function commandSection(name: string): readonly Passage[] | undefined {
  const headings = readMarkdown(guide).flatMap((block) => (block.kind === 'heading' ? [plainHeading(block)] : []));
  const heading = headings.find((one) => one.split(', ').includes(name));
  return heading === undefined ? undefined : sectionOf(heading);
}

export function topicSection(name: TopicName): readonly Passage[] {
  const topic = topics[name];
  return ('heading' in topic ? sectionOf(topic.heading) : undefined) ?? [];
}

/** The topic that a link of the manual leads to. */
export function topicAt(target: string): TopicName | undefined {
  const anchorOf = (heading: string): string => `#${heading.toLowerCase().replaceAll(' ', '-')}`;
  return topicNames.find((name) => {
    const topic = topics[name];
    return 'heading' in topic && anchorOf(topic.heading) === target;
  });
}

function plainHeading({ text }: Passage & { kind: 'heading' }): string {
  return text.map((piece) => piece.text).join('');
}

/** Reads the part of Markdown that the manual uses: headings, paragraphs, lists, tables, blocks of code. */
function readMarkdown(text: string): Passage[] {
  const chunks = text.match(/^```[^]*?^```$|(?:(?!^```).+\n?)+/gm) ?? [];
  return chunks.map((chunk) => readChunk(chunk.trimEnd()));
}

/** Lines without an empty one between them. */
function readChunk(chunk: string): Passage {
  const lines = chunk.split('\n');
  const [first = ''] = lines;
  const heading = /^(#+) (.*)$/.exec(first);
  if (heading !== null) return { kind: 'heading', level: heading[1]?.length ?? 1, text: readInline(heading[2] ?? '') };
  if (first.startsWith('```')) return { kind: 'code', lines: lines.slice(1, -1) };
  if (first.startsWith('- ')) {
    const items = chunk.slice(2).split(/\n- /);
    return { kind: 'list', items: items.map((item) => readInline(joinLines(item))) };
  }
  if (first.startsWith('|')) {
    const [header = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', header, rows };
  }
  return { kind: 'paragraph', text: readInline(joinLines(chunk)) };
}

function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

function cellsOf(line: string): Inline[] {
  const cells = line.slice(1).split(/(?<!\\)\|/);
  return cells.slice(0, -1).map((cell) => readInline(cell.trim().replaceAll('\\|', '|')));
}

const inline = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)|(?<![\p{L}\d])_([^_]+)_(?![\p{L}\d])/gu;

function readInline(text: string): Inline {
  const pieces: Piece[] = [];
  let end = 0;
  const plain = (until: number): void => {
    if (until > end) pieces.push({ text: text.slice(end, until), style: 'plain' });
  };
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, link, target = '', emphasis] = match;
    plain(match.index);
    end = match.index + whole.length;
    if (code !== undefined) pieces.push({ text: code, style: 'code' });
    else if (strong !== undefined) pieces.push({ text: strong.replaceAll('`', ''), style: 'strong' });
    else if (link !== undefined) pieces.push({ text: link.replaceAll('`', ''), style: 'link', target });
    else pieces.push({ text: emphasis ?? '', style: 'emphasis' });
  }
  plain(text.length);
  return pieces;
}
