/** Reads the part of Markdown that the manual uses: headings, paragraphs, lists, tables, blocks of code. */

export interface Piece {
  readonly text: string;
  readonly style: 'plain' | 'code' | 'strong' | 'emphasis' | 'link';
  /** Of a link. */
  readonly target?: string;
}

export type Inline = readonly Piece[];

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: Inline }
  | { readonly kind: 'paragraph'; readonly text: Inline }
  | { readonly kind: 'list'; readonly items: readonly Inline[] }
  | { readonly kind: 'table'; readonly header: readonly Inline[]; readonly rows: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

export function readMarkdown(text: string): Block[] {
  const chunks = text.match(/^```[^]*?^```$|(?:(?!^```).+\n?)+/gm) ?? [];
  return chunks.map((chunk) => readChunk(chunk.trimEnd()));
}

/** Lines without an empty one between them. */
function readChunk(chunk: string): Block {
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

export function readInline(text: string): Inline {
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
