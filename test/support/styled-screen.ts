import type xterm from '@xterm/headless';

/** How a piece of text looks. Colours are numbers of the 256-colour palette. */
export interface Look {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly foreground: number | undefined;
  readonly background: number | undefined;
  /** The emulator underlines links, and the program underlines nothing else. */
  readonly link: boolean;
}

/** Cells of one line that look the same. */
export interface Piece extends Look {
  readonly text: string;
  /** The first column, from 0. */
  readonly column: number;
  /** In columns. */
  readonly width: number;
}

/** What a terminal shows: all its lines, also those that have scrolled away. */
export function styledScreen({ cols, buffer: { active } }: xterm.Terminal): Piece[][] {
  const lines = Array.from({ length: active.length }, (_, row) => piecesOf(active, row, cols));
  const last = lines.findLastIndex((line) => line.length > 0);
  return lines.slice(0, last + 1);
}

export function textOf(lines: readonly Piece[][]): string {
  return lines.map((line) => pad(line, ({ text }) => text)).join('\n');
}

/** The text with the look of each piece in braces, such as `{bold cyan:Total}`. */
export function markedText(lines: readonly Piece[][]): string {
  return lines
    .map((line) =>
      pad(line, (piece) => {
        const names = lookNames(piece);
        const inside = piece.text.trimEnd();
        return names === '' || (inside === '' && !names.includes('on-')) ? piece.text : `{${names}:${piece.text}}`;
      }),
    )
    .join('\n');
}

export function lookNames(look: Look): string {
  const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'grey'];
  const colour = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : (names[value] ?? `colour-${value}`);
  const background = colour(look.background);
  const flags = (['bold', 'dim', 'link'] as const).filter((name) => look[name]);
  return [...flags, colour(look.foreground), background && `on-${background}`].filter(Boolean).join(' ');
}

/** Joins pieces, with spaces for the cells between them. */
function pad(line: readonly Piece[], show: (piece: Piece) => string): string {
  let column = 0;
  let text = '';
  for (const piece of line) {
    text += ' '.repeat(piece.column - column) + show(piece);
    column = piece.column + piece.width;
  }
  return text.trimEnd();
}

function piecesOf(buffer: xterm.IBuffer, row: number, columns: number): Piece[] {
  const line = buffer.getLine(row);
  const pieces: Piece[] = [];
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const text = cell.getChars() || ' ';
    const last = pieces.at(-1);
    if (last !== undefined && lookNames(last) === lookNames(look)) {
      pieces[pieces.length - 1] = { ...last, text: last.text + text, width: last.width + cell.getWidth() };
    } else {
      pieces.push({ ...look, text, column, width: cell.getWidth() });
    }
  }
  // Empty cells at the end of a line are not part of it.
  const isBlank = (piece: Piece): boolean => piece.text.trim() === '' && lookNames(piece) === '';
  return pieces.filter((piece, index) => !isBlank(piece) || index < pieces.length - 1);
}

function lookOf(cell: xterm.IBufferCell): Look {
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    foreground: cell.isFgDefault() ? undefined : cell.getFgColor(),
    background: cell.isBgDefault() ? undefined : cell.getBgColor(),
    link: cell.isUnderline() !== 0,
  };
}
