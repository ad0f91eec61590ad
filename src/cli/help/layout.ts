/** Lays a page of help out for a terminal or a pipe. */
import type { Palette } from '../../terminal/colour.ts';
import { wrapWords } from '../../text.ts';
import type { HelpPage, HelpPair, Section } from './page.ts';

export interface Paper {
  /** In columns. */
  readonly width: number;
  readonly palette: Pick<Palette, 'paint' | 'accent'>;
}

/** Longer lines are hard to read. */
const widest = 110;

export function layOut({ purpose, sections, closing }: HelpPage, paper: Paper): string {
  const width = Math.min(paper.width, widest);
  const terms = sections.flatMap((section) =>
    section.kind === 'pairs' && section.columns === undefined ? section.pairs : [],
  );
  // On a narrow terminal a long term has its text below.
  const indent = 2 + Math.min(longest(terms), Math.floor(width * 0.4)) + 2;
  const parts = [
    wrapWords(purpose, width),
    ...sections.flatMap((section) => [
      ...(section.kind !== 'usage' && section.isJoined === true ? [] : ['']),
      paper.palette.paint('heading', section.title),
      ...linesOf(section, indent, { ...paper, width }),
    ]),
    ...(closing.length === 0 ? [] : ['', ...closing.flatMap((line) => wrapWords(line, width, '  '))]),
  ];
  return `${parts.flat().join('\n')}\n`;
}

function longest(pairs: readonly HelpPair[]): number {
  return Math.max(0, ...pairs.map(({ term }) => term.length));
}

function linesOf(section: Section, indent: number, { width, palette }: Paper): string[] {
  switch (section.kind) {
    case 'usage':
      return section.lines.flatMap((line) => wrapWords(`  ${line}`, width, '    '));
    case 'examples':
      return section.examples.flatMap(({ does, line }) => [
        ...wrapWords(`  # ${does}`, width, '  # ').map((text) => palette.paint('dim', text)),
        ...exampleLines(line, width),
      ]);
    case 'pairs':
      return section.columns === undefined
        ? pairLines(section.pairs, width, indent)
        : besideLines(section.pairs, width, section.columns);
  }
}

function pairLines(pairs: readonly HelpPair[], width: number, indent: number): string[] {
  if (pairs.some(({ variable }) => variable !== undefined)) return variableLines(pairs, width);
  return pairs.flatMap(({ term, text }) => hanging(`  ${term}`, wrapWords(text, width - indent), indent));
}

/** Fewer side by side if a text would not fit in one line. */
function besideLines(pairs: readonly HelpPair[], width: number, columns: number): string[] {
  const room = Math.floor(width / columns);
  const cells = pairLines(pairs, room, 2 + longest(pairs) + 2);
  if (columns === 1) return cells;
  return cells.length === pairs.length ? sideBySide(cells, room, columns) : besideLines(pairs, width, columns - 1);
}

function sideBySide(cells: readonly string[], room: number, columns: number): string[] {
  const rows = Math.ceil(cells.length / columns);
  return cells.slice(0, rows).map((_, row) =>
    Array.from({ length: columns }, (_each, column) => (cells[column * rows + row] ?? '').padEnd(room))
      .join('')
      .trimEnd(),
  );
}

function hanging(label: string, lines: readonly string[], indent: number): string[] {
  const [first = '', ...rest] = lines;
  const start = label.length + 2 > indent ? [label, ' '.repeat(indent) + first] : [label.padEnd(indent) + first];
  return [...start, ...rest.map((line) => ' '.repeat(indent) + line)].map((line) => line.trimEnd());
}

/** Flag, variable, text; on a narrow terminal the variable is below the flag. */
function variableLines(pairs: readonly HelpPair[], width: number): string[] {
  const first = 2 + longest(pairs) + 2;
  const second = Math.max(...pairs.map(({ variable = '' }) => variable.length)) + 2;
  const isWide = width - first - second >= 36;
  return pairs.flatMap(({ term, text, variable = '' }) => {
    if (isWide) {
      return hanging(`  ${term}`.padEnd(first) + variable, wrapWords(text, width - first - second), first + second);
    }
    return hanging(`  ${term}`, [...wrapWords(text, width - first), ...(variable === '' ? [] : [variable])], first);
  });
}

/**
 * The lines of an example command, which a shell reads as one when they are copied: a long command continues on further lines, which
 * start with flags where they can.
 */
export function exampleLines(example: string, width: number): string[] {
  if (example.length + 2 <= width) return [`  ${example}`];
  // A flag and its value, a quoted text and the end of a pipe stay together.
  const parts = example.match(/(?:\|.*|--[\w-]+(?:=\S+)?(?: (?!--|\|)(?:"[^"]*"|\S+))?|"[^"]*"|\S+)/g) ?? [example];
  const lines = wrapParts(parts, width - 2 - ' \\'.length);
  return lines.map((line, index) => {
    return `${index === 0 ? '  ' : '    '}${line}${index === lines.length - 1 ? '' : ' \\'}`;
  });
}

function wrapParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const room = lines.length === 1 ? width : width - 2;
    if (line === undefined || line.length + 1 + part.length > room) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines;
}
