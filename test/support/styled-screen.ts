import type xterm from '@xterm/headless';

/** Cells of one line that look the same. */
export interface Piece {
  text: string;
  /** Such as `bold cyan`; empty for plain text. */
  readonly look: string;
}

/** What a terminal shows: all its lines, also those that have scrolled away. */
export function styledScreen({ cols, buffer: { active } }: xterm.Terminal): Piece[][] {
  const lines = Array.from({ length: active.length }, (_, row) => piecesOf(active.getLine(row), cols));
  const last = lines.findLastIndex((line) => line.length > 0);
  return lines.slice(0, last + 1);
}

export function textOf(lines: readonly Piece[][]): string {
  return joined(lines, ({ text }) => text);
}

/** The text with the look of each piece in braces, such as `{bold cyan:Total}`. */
export function markedText(lines: readonly Piece[][]): string {
  return joined(lines, ({ text, look }) => {
    const isSeen = look.includes('on-') || (look !== '' && text.trim() !== '');
    return isSeen ? `{${look}:${text}}` : text;
  });
}

function joined(lines: readonly Piece[][], show: (piece: Piece) => string): string {
  return lines.map((line) => line.map(show).join('').trimEnd()).join('\n');
}

function piecesOf(line: xterm.IBufferLine | undefined, columns: number): Piece[] {
  const pieces: Piece[] = [];
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [text, look] = [cell.getChars() || ' ', lookOf(cell)];
    const last = pieces.at(-1);
    if (last?.look === look) last.text += text;
    else pieces.push({ text, look });
  }
  const last = pieces.at(-1);
  // Empty cells at the end of a line are not part of it.
  if (last?.look === '' && last.text.trim() === '') pieces.pop();
  return pieces;
}

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'grey'];

function lookOf(cell: xterm.IBufferCell): string {
  const colour = (value: number): string => colours[value] ?? `colour-${value}`;
  return [
    ...(cell.isBold() ? ['bold'] : []),
    ...(cell.isDim() ? ['dim'] : []),
    // The emulator underlines links, and the program underlines nothing else.
    ...(cell.isUnderline() ? ['link'] : []),
    ...(cell.isFgDefault() ? [] : [colour(cell.getFgColor())]),
    ...(cell.isBgDefault() ? [] : [`on-${colour(cell.getBgColor())}`]),
  ].join(' ');
}
