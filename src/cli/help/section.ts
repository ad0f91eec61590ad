/** A section of the manual, laid out for a terminal: without the marks of Markdown. */
import { bundledFile } from '../../bundled-files.ts';
import { wrapAround } from '../../base/words.ts';
import type { PageLayout } from './page.ts';

/** `code`, **strong** and _emphasis_. */
const marked = /`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)_([^_]+)_(?!\w)/g;
const code = /`[^`]+`/g;
/** A line break that is neither beside a table nor before a list. */
const breakInParagraph = /(?<=[^\s|])\n *(?=[\w(`"_])/g;
/** If a row's other cells are wider than this, its last cell begins on a line of its own. */
const maxCell = 28;

/** Empty if there is no such heading. Lines of a paragraph are joined, then wrapped to the width. */
export function sectionOf(heading: string, layout: PageLayout): string {
  const parts = withoutPicturesAndLinks(sourceOf(heading)).split(/^```\w*\n([^]*?)\n```$/m);
  // The odd parts are code.
  return parts
    .map((part, index) => (index % 2 === 0 ? prose(part, layout) : indented(part)))
    .join('')
    .trimEnd();
}

/** The heading, of any level, and what is below it, up to the next of that level or above. */
function sourceOf(heading: string): string {
  const guide = bundledFile('docs/guide.md').toString();
  const found = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide);
  if (found === null) return '';
  const [line, marks = ''] = found;
  const below = guide.slice(found.index + line.length);
  const end = below.search(new RegExp(`^#{1,${marks.length}} `, 'm'));
  return line + (end < 0 ? below : below.slice(0, end));
}

/** Of a link to another page only its words are left, because it leads nowhere in a terminal. */
function withoutPicturesAndLinks(section: string): string {
  return section
    .replace(/^!\[.*\n\n?/gm, '')
    .trimEnd()
    .replace(/\[([^\]\n]+)\]\([\w#./-]+\)/g, '$1')
    .replace(/\[([^\]\n]+)\]\((https:[^)]+)\)/g, '$1 ($2)');
}

function indented(code: string): string {
  return code.replace(/^(?=.)/gm, '  ');
}

function prose(text: string, { width, palette }: PageLayout): string {
  const paragraphs = text.replace(breakInParagraph, ' ');
  const withTables = paragraphs.replace(/(?:^\|.*\|$\n?)+/gm, (table) =>
    tableLines(table.trimEnd(), width),
  );
  const lines = withTables.split('\n').flatMap((line) => {
    if (line.startsWith(' ')) return line;
    return wrapAround(code, line, width, line.startsWith('- ') ? '  ' : '');
  });
  return painted(lines.join('\n'), palette);
}

/** The last cell hangs beside the others. */
function tableLines(table: string, width: number): string {
  const rows = table
    .split('\n')
    .filter((row) => !row.startsWith('| -'))
    .map((row) => row.slice(1, -1).split('|'))
    .map((cells, row) => cells.map((cell) => (row === 0 ? `**${cell.trim()}**` : cell.trim())));
  const columns = (rows[0] ?? []).slice(0, -1);
  const widths = columns.map((_, column) =>
    Math.min(maxCell, Math.max(...rows.map((cells) => shownLength(cells[column] ?? '')))),
  );
  const indent = ' '.repeat(widths.reduce((all, one) => all + one + 2, 0));
  const lines = rows.flatMap((cells) => {
    const start = widths.map((one, column) => `${padded(cells[column] ?? '', one)}  `).join('');
    const last = cells.at(-1) ?? '';
    if (shownLength(start) <= indent.length) return wrapAround(code, start + last, width, indent);
    return [
      ...wrapAround(code, start.trimEnd(), width, '  '),
      ...wrapAround(code, indent + last, width, indent),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - shownLength(cell)));
}

function shownLength(text: string): number {
  return text.replace(marked, '$1$2$3').length;
}

/** The marks count as columns until here, so that a line is rather too short than too long. */
function painted(text: string, { paint }: PageLayout['palette']): string {
  const titled = text.replace(/^#+ (.*)$/gm, (_, title: string) =>
    paint('heading', title.toUpperCase()),
  );
  return titled.replace(marked, (_, code?: string, strong?: string, emphasis?: string) =>
    emphasis === undefined ? paint('strong', code ?? strong ?? '') : emphasis,
  );
}
