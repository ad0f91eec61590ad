/** Text as roff, and the part of Markdown that the manual uses: headings, paragraphs, lists, tables, blocks of code. */

export function roffOf(markdown: string): string[] {
  const chunks = markdown.match(/^```[^]*?^```$|(?:(?!^```).+\n?)+/gm) ?? [];
  return chunks.flatMap((chunk) => chunkLines(chunk.trimEnd()));
}

/** Lines without an empty one between them. */
function chunkLines(chunk: string): string[] {
  const lines = chunk.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('#')) return [`.SS ${quoted(first.replace(/^#+ /, ''))}`];
  if (first.startsWith('```')) return codeLines(lines.slice(1, -1));
  if (first.startsWith('![')) return [];
  if (first.startsWith('|')) return lines.slice(2).flatMap(rowLines);
  if (!first.startsWith('- ')) return ['.PP', ...textLines(inline(chunk))];
  const items = chunk.slice(2).split(/\n- /);
  return items.flatMap((item) => ['.IP \\(bu 2', ...textLines(inline(item))]);
}

function rowLines(row: string): string[] {
  const cells = row.slice(1).split(/(?<!\\)\|/);
  const [first = '', ...rest] = cells.slice(0, -1).map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
  return ['.TP', ...textLines(first), ...textLines(rest.filter((text) => text !== '').join('; '))];
}

/** The text is not filled, so that it can be copied. */
export function codeLines(lines: readonly string[]): string[] {
  return ['.PP', '.RS 4', '.nf', ...lines.flatMap((line) => textLines(plain(line))), '.fi', '.RE'];
}

const marked = /(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\)|(?<![\p{L}\d])_[^_]+_(?![\p{L}\d]))/u;

/** Code and strong words are bold; a link is its text. */
function inline(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .split(marked)
    .map((part, index) => {
      if (index % 2 === 0) return plain(part);
      const words = part.replace(/\]\(.*$/, '').replace(/^(\*\*|.)/, '');
      if (part.startsWith('[')) return plain(words.replaceAll('`', ''));
      return part.startsWith('_') ? `\\fI${plain(words.slice(0, -1))}\\fR` : bold(words.replace(/[`*]+/g, ''));
    })
    .join('');
}

export function bold(text: string): string {
  return `\\fB${plain(text)}\\fR`;
}

export function quoted(text: string): string {
  return `"${plain(text).replaceAll('"', '\\(dq')}"`;
}

/** A line that begins with a dot or an apostrophe would be a command of roff. */
export function textLines(text: string): string[] {
  return text === '' ? ['\\&'] : [text.replace(/^(?=[.'])/, '\\&')];
}

export function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(
      /[^\0-\u007F]/gu,
      (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}
