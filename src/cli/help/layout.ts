/** Lays a page of help out for a terminal or a pipe. */
import type { Palette } from '../../terminal/colour.ts';
import { wrapWords } from '../../text.ts';
import type { HelpPage } from './page.ts';

export interface Paper {
  /** In columns. */
  readonly width: number;
  readonly palette: Pick<Palette, 'paint'>;
}

/** Longer lines are hard to read. */
const widest = 110;

export function layOut({ purpose, sections, closing }: HelpPage, { width: columns, palette }: Paper): string {
  const width = Math.min(columns, widest);
  const terms = sections.flatMap(({ lines }) => lines.map((line) => (typeof line === 'string' ? 0 : line.term.length)));
  // On a narrow terminal a long term has its text below.
  const indent = 2 + Math.min(Math.max(0, ...terms), Math.floor(width * 0.4)) + 2;
  const parts = sections.flatMap(({ title, lines }) => [
    '',
    palette.paint('heading', title),
    ...lines.flatMap((line) => {
      if (typeof line !== 'string') return hanging(`  ${line.term}`, wrapWords(line.text, width - indent), indent);
      // Commands are copied, so they are whole.
      return line.startsWith('# ') ? palette.paint('dim', `  ${line}`) : `  ${line}`;
    }),
  ]);
  const end = closing.length === 0 ? [] : ['', ...closing.flatMap((line) => wrapWords(line, width, '  '))];
  return `${[...wrapWords(purpose, width), ...parts, ...end].join('\n')}\n`;
}

function hanging(label: string, lines: readonly string[], indent: number): string[] {
  const [first = '', ...rest] = lines;
  const start = label.length + 2 > indent ? [label, ' '.repeat(indent) + first] : [label.padEnd(indent) + first];
  return [...start, ...rest.map((line) => ' '.repeat(indent) + line)].map((line) => line.trimEnd());
}
