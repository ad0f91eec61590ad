/** Reads a QR code from the cells that a terminal shows, as a camera sees them. */
import jsqr from 'jsqr';

const terminals = { dark: { text: 255, background: 0 }, light: { text: 0, background: 255 } };

/** Two rows of brightness for a line of cells. Knows only the colours of a code. */
function rowsOf(line: string, { text, background }: (typeof terminals)['dark']): number[][] {
  const rows: number[][] = [[], []];
  let [front, back] = [text, background];
  for (const [, colours, cell] of line.matchAll(/\u001B\[([\d;]*)m|(.)/gu)) {
    if (colours === '97') front = 255;
    else if (colours === '40') back = 0;
    else if (colours === '39') front = text;
    else if (colours === '49') back = background;
    else if (cell !== undefined) {
      rows[0]?.push('█▀'.includes(cell) ? front : back);
      rows[1]?.push('█▄'.includes(cell) ? front : back);
    }
  }
  return rows;
}

/** What a camera reads from the lines of a screen with half blocks. */
export function scan(
  output: string,
  terminal: keyof typeof terminals,
  { isNegative = false } = {},
): string | undefined {
  const lines = output.split('\n').filter((one) => /[█▀▄]/.test(one) || /^\u001B\[40m/.test(one));
  const cells = lines.flatMap((one) => rowsOf(one, terminals[terminal]));
  return readCells(cells, terminals[terminal].background, { isNegative });
}

/** What a camera reads from rows of brightness, with `background` around them. */
export function readCells(
  cells: readonly (readonly number[])[],
  background: number,
  { isNegative = false } = {},
) {
  const [scale, margin, width] = [3, 8, Math.max(...cells.map(({ length }) => length))];
  const side = { x: (width + 2 * margin) * scale, y: (cells.length + 2 * margin) * scale };
  const pixels = new Uint8ClampedArray(side.x * side.y * 4);
  for (let index = 0; index < side.x * side.y; index++) {
    const [x, y] = [index % side.x, Math.floor(index / side.x)].map(
      (at) => Math.floor(at / scale) - margin,
    );
    const shade = cells[y ?? 0]?.[x ?? 0] ?? background;
    const seen = isNegative ? 255 - shade : shade;
    pixels.set([seen, seen, seen, 255], 4 * index);
  }
  return jsqr.default(pixels, side.x, side.y, { inversionAttempts: 'dontInvert' })?.data;
}
