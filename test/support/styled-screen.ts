import xterm from '@xterm/headless';

/** How a piece of text looks. Colours are numbers of the 256-colour palette. */
export interface Look {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
  readonly underline: boolean;
  readonly foreground: number | undefined;
  readonly background: number | undefined;
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

/** What a terminal shows after this output: all its lines, also those that have scrolled away. */
export async function styledScreen(raw: string, columns: number): Promise<Piece[][]> {
  const view = new xterm.Terminal({ cols: columns, rows: 24, scrollback: 5000, allowProposedApi: true });
  const links = trackLinks(view);
  await new Promise<void>((done) => view.write(raw, done));
  const { active } = view.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => piecesOf(active, row, columns, links));
  view.dispose();
  const last = lines.findLastIndex((line) => line.length > 0);
  return lines.slice(0, last + 1);
}

export function textOf(lines: readonly Piece[][]): string {
  return lines.map((line) => lineText(line)).join('\n');
}

/** The text with the look of each piece in braces, such as `{bold cyan:Total}`. */
export function markedText(lines: readonly Piece[][]): string {
  return lines
    .map((line) =>
      pad(line, (piece) => {
        const names = lookNames(piece);
        const inside = piece.text.trimEnd();
        return names === '' || (inside === '' && !/on|inverse/.test(names)) ? piece.text : `{${names}:${piece.text}}`;
      }),
    )
    .join('\n');
}

export function lookNames(look: Look): string {
  const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'grey'];
  const colour = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : (names[value] ?? `colour-${value}`);
  const background = colour(look.background);
  const flags = (['bold', 'dim', 'inverse', 'underline', 'link'] as const).filter((name) => look[name]);
  return [...flags, colour(look.foreground), background && `on-${background}`].filter(Boolean).join(' ');
}

function lineText(line: readonly Piece[]): string {
  return pad(line, ({ text }) => text);
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

type Links = ReadonlyMap<number, readonly { readonly from: number; readonly to: number }[]>;

/** Where the links (OSC 8) of the output are: the columns of each line. */
function trackLinks(view: xterm.Terminal): Links {
  const found = new Map<number, { from: number; to: number }[]>();
  let start: { row: number; column: number } | undefined;
  view.parser.registerOscHandler(8, (data) => {
    const { baseY, cursorX, cursorY } = view.buffer.active;
    const here = { row: baseY + cursorY, column: cursorX };
    if (data !== ';') start = here;
    else if (start !== undefined) {
      for (let row = start.row; row <= here.row; row++) {
        const from = row === start.row ? start.column : 0;
        const to = row === here.row ? here.column : view.cols;
        found.set(row, [...(found.get(row) ?? []), { from, to }]);
      }
      start = undefined;
    }
    return true;
  });
  return found;
}

function piecesOf(buffer: xterm.IBuffer, row: number, columns: number, links: Links): Piece[] {
  const line = buffer.getLine(row);
  const pieces: Piece[] = [];
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const isLink = links.get(row)?.some(({ from, to }) => column >= from && column < to) ?? false;
    const look = lookOf(cell, isLink);
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

function lookOf(cell: xterm.IBufferCell, link: boolean): Look {
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    inverse: cell.isInverse() !== 0,
    underline: cell.isUnderline() !== 0,
    foreground: cell.isFgDefault() ? undefined : cell.getFgColor(),
    background: cell.isBgDefault() ? undefined : cell.getBgColor(),
    link,
  };
}
