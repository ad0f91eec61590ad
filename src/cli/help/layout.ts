/** Lays a page of help out for a terminal or a pipe. */
import type { Palette } from '../../terminal/colour.ts';
import { wrapWords } from '../../text.ts';
import type { HelpPage, Section } from './page.ts';

export interface Paper {
  /** In columns. */
  readonly width: number;
  readonly palette: Pick<Palette, 'paint' | 'accent'>;
}

/** Longer lines are hard to read. */
const widest = 110;

export function layOut({ purpose, sections, closing }: HelpPage, paper: Paper): string {
  const width = Math.min(paper.width, widest);
  const pairs = sections.flatMap((section) => (section.kind === 'pairs' ? section.pairs : []));
  // On a narrow terminal a long term has its text below.
  const longest = Math.min(Math.max(0, ...pairs.map(({ term }) => term.length)), Math.floor(width * 0.4));
  const parts = [
    wrapWords(purpose, width),
    ...sections.flatMap((section) => [
      ...(section.isJoined === true ? [] : ['']),
      paper.palette.paint('heading', section.title),
      ...linesOf(section, 2 + longest + 2, { ...paper, width }),
    ]),
    ...(closing.length === 0 ? [] : ['', ...closing.flatMap((line) => wrapWords(line, width, '  '))]),
  ];
  return `${parts.flat().join('\n')}\n`;
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
      return section.pairs.flatMap(({ term, text }) => hanging(`  ${term}`, wrapWords(text, width - indent), indent));
  }
}

function hanging(label: string, lines: readonly string[], indent: number): string[] {
  const [first = '', ...rest] = lines;
  const start = label.length + 2 > indent ? [label, ' '.repeat(indent) + first] : [label.padEnd(indent) + first];
  return [...start, ...rest.map((line) => ' '.repeat(indent) + line)].map((line) => line.trimEnd());
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
