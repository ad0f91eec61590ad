/** A QR code in half blocks: a cell holds two modules, one above the other. */
import { textLines, type Display } from './cells.ts';

type Modules = readonly (readonly boolean[])[];

/** Light modules around the code, which tell a camera where it ends. The standard wants four; cameras need one. */
const quietZone = { most: 4, least: 1 };

/** The code if the whole of it and a prompt have room on the screen, else a line that says what it needs. */
export function qrLines(modules: Modules, display: Display): string[] {
  const { width, rows = Infinity, palette, blocks } = display;
  const size = modules.length;
  if (!blocks) return textLines('The QR code needs a terminal with UTF-8.', 'warning', display);
  const quiet = Math.min(quietZone.most, Math.floor((width - size) / 2), Math.floor(rows - 1 - size / 2));
  if (quiet < quietZone.least) {
    const least = size + 2 * quietZone.least;
    const needs = `${least} columns and ${Math.ceil(least / 2) + 1} lines`;
    const has = `${width} columns${rows === Infinity ? '' : ` and ${rows} lines`}`;
    const text = `The QR code needs ${needs}; this terminal has ${has}. Make the window larger or its letters smaller.`;
    return textLines(text, 'warning', display);
  }
  // Without colours the light modules are drawn: most terminals are dark, and on others a camera reads the negative.
  const isDrawn = (row: number, column: number): boolean => (modules[row]?.[column] === true) === palette.level > 0;
  const line = (top: number): string => {
    const columns = Array.from({ length: size + 2 * quiet }, (_, index) => index - quiet);
    return palette.code(columns.map((column) => halfBlock(isDrawn(top, column), isDrawn(top + 1, column))).join(''));
  };
  const height = Math.ceil((size + 2 * quiet) / 2);
  return Array.from({ length: height }, (_, index) => line(2 * index - quiet));
}

function halfBlock(top: boolean, bottom: boolean): string {
  if (top) return bottom ? '█' : '▀';
  return bottom ? '▄' : ' ';
}
