/** Shows a section of the manual in a terminal or a pipe. */
import type { Command } from '../command.ts';
import { topicAt, topicSection, type Inline, type Passage, type Piece } from './guide.ts';
import { widest, type Paper } from './layout.ts';
import { topics, type TopicName } from './topics.ts';

/** `command` is one that has the name of the topic. */
export function topicText(name: TopicName, command: Command | undefined, paper: Paper): string {
  const width = Math.min(paper.width, widest);
  const title = paper.palette.paint('heading', `rental help ${name}: ${topics[name].summary}`);
  const blocks = topicSection(name).map((block) => linesOf(block, { ...paper, width }).join('\n'));
  const also = command === undefined ? [] : [`The command of the same name: rental ${name} --help`];
  return `${[title, ...blocks, ...also].join('\n\n')}\n`;
}

function linesOf(block: Passage, { width, palette }: Paper): string[] {
  switch (block.kind) {
    case 'heading':
      return wrapInline(block.text, width, { palette }).map((line) => palette.paint('heading', line));
    case 'paragraph':
      return wrapInline(block.text, width, { palette });
    case 'list':
      return block.items.flatMap((item) =>
        wrapInline(item, width - 2, { palette }).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
      );
    case 'code':
      return block.lines.map((line) => `  ${line}`);
    case 'table':
      return tableLines(block, { width, palette });
  }
}

const gap = 2;
const narrowest = 12;

function tableLines({ header, rows }: Passage & { kind: 'table' }, paper: Paper): string[] {
  const { width, palette } = paper;
  const isLabelled = header.some((cell) => cell.length > 0);
  const all = isLabelled ? [header, ...rows] : rows;
  const naturals = header.map((_, column) =>
    Math.max(...all.map((row) => lineWidth(wordsOf(row[column] ?? [], paper)))),
  );
  const widths = fit(naturals, width - gap * header.length);
  return all.flatMap((row, index) => {
    const cells = row.map((cell, column) => wrapWordsOf(wordsOf(cell, paper), widths[column] ?? narrowest));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) => {
      const texts = cells.map((lines, column) => {
        const words = lines[line] ?? [];
        const isHeader = isLabelled && index === 0;
        const text = isHeader
          ? palette.paint('dim', words.map(plainOf).join(' ').toUpperCase())
          : paintWords(words, paper);
        return text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - lineWidth(words)));
      });
      return `  ${texts.join(' '.repeat(gap))}`.trimEnd();
    });
  });
}

/** Takes from the widest column until the row fits. */
function fit(naturals: readonly number[], room: number): number[] {
  const widths = [...naturals];
  for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0; over -= 1) {
    const widestColumn = widths.indexOf(Math.max(...widths));
    if ((widths[widestColumn] ?? 0) <= narrowest) break;
    widths[widestColumn] = (widths[widestColumn] ?? 0) - 1;
  }
  return widths;
}

/** A word can have several styles: a comma follows the code. */
type Word = readonly Piece[];

function wrapInline(text: Inline, width: number, paper: Pick<Paper, 'palette'>): string[] {
  return wrapWordsOf(wordsOf(text, paper), width).map((words) => paintWords(words, paper));
}

function wordsOf(text: Inline, { palette }: Pick<Paper, 'palette'>): Word[] {
  const isSentence = text.some((piece) => piece.style !== 'code' && /\p{L}/u.test(piece.text));
  const isQuoted = isSentence && palette.paint('heading', 'x') === 'x';
  const words: Piece[][] = [];
  let isOpen = false;
  for (const piece of text.flatMap((one) => spelled(one, isQuoted))) {
    const parts = piece.style === 'code' && piece.text.length <= 40 ? [piece.text] : piece.text.split(' ');
    parts.forEach((part, index) => {
      if (index > 0) isOpen = false;
      if (part === '') return;
      const last = words.at(-1);
      if (isOpen && last !== undefined) last.push({ ...piece, text: part });
      else words.push([{ ...piece, text: part }]);
      isOpen = true;
    });
  }
  return words;
}

/** Without colour, a plain word of code in a sentence gets quotes, because "no and off mean off" would be hard to read. A link to a topic names it. */
function spelled(piece: Piece, isQuoted: boolean): Piece[] {
  if (isQuoted && piece.style === 'code' && /^(?!rental\b)\p{Ll}[\p{L} ]*$/u.test(piece.text)) {
    return [{ ...piece, text: `"${piece.text}"` }];
  }
  const topic = piece.style === 'link' ? topicAt(piece.target ?? '') : undefined;
  return topic === undefined ? [piece] : [piece, { text: ` (rental help ${topic})`, style: 'plain' }];
}

function wrapWordsOf(words: readonly Word[], width: number): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && lineWidth([...line, word]) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

function paintWords(words: readonly Word[], { palette }: Pick<Paper, 'palette'>): string {
  const paint = ({ text, style }: Piece): string =>
    style === 'code' ? palette.accent(text) : style === 'strong' ? palette.paint('strong', text) : text;
  return words.map((word) => word.map(paint).join('')).join(' ');
}

function plainOf(word: Word): string {
  return word.map(({ text }) => text).join('');
}

function lineWidth(words: readonly Word[]): number {
  return words.map(plainOf).join(' ').length;
}
