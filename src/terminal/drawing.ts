/**
 * What Inquirer has drawn for a question, so that it can be taken away while the program is stopped, and drawn again, also in a window of
 * another size. Inquirer can do neither: it erases a drawing only to draw the next one, so its escape codes say where a drawing is. It also
 * counts line breaks, not the rows of a window that is narrower now.
 */
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Io } from './io.ts';
import { rowsOf } from './width.ts';

/** How Inquirer goes to the end of its last drawing and erases it, line by line: wrong once the window is narrower. */
const erasure = /^(?:\u001B\[\d+B)?(?:\u001B\[2K\u001B\[1A)*\u001B\[2K\u001B\[G/;
/** How it goes back to the line with the typed text. */
const returnToText = /(?:\u001B\[(\d+)A)?\u001B\[(\d+)G$/;
const cursorMove = /^\u001B\[(\d+)G$/;
const showCursor = '\u001B[?25h';

export function createDrawing(stderr: Io['stderr']) {
  let drawn = '';
  /** The place of the cursor in its line, which can take several rows. */
  let inLine = 0;
  let isShown = true;
  /** Where the cursor is, as the window is now: it may have broken the lines again. */
  const measure = () => {
    const columns = stderr.columns || 80;
    const [, below = 0] = returnToText.exec(drawn) ?? [];
    const lines = stripVTControlCharacters(drawn).split('\n');
    const place = lines.length - 1 - Number(below);
    const rows = (some: readonly string[]): number => (some.length === 0 ? 0 : rowsOf(some.join('\n'), columns));
    const above = rows(lines.slice(0, place)) + Math.floor(inLine / columns);
    return { above, below: rows(lines) - 1 - above, column: (inLine % columns) + 1 };
  };
  const up = (rows: number): string => (rows === 0 ? '' : `\u001B[${rows}A`);
  const erasureOf = (): string => `${up(measure().above)}\r\u001B[J`;
  const draw = (start: string): void => {
    const { below, column } = measure();
    stderr.write(`${start}${drawn.replace(returnToText, '')}${up(below)}\u001B[${column}G`);
  };
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      const column = cursorMove.exec(text)?.[1];
      if (column !== undefined) {
        const columns = stderr.columns || 80;
        // Inquirer moves it within its row.
        inLine += Number(column) - 1 - (inLine % columns);
        stderr.write(text);
        return done();
      }
      const shown = text.replace(erasure, erasureOf);
      drawn = text.replace(erasure, '');
      inLine = Number(returnToText.exec(drawn)?.[2] ?? 1) - 1;
      stderr.write(shown);
      done();
    },
  });
  return {
    output: Object.defineProperty(output, 'columns', { get: () => stderr.columns }),
    erase: (): void => {
      stderr.write(`${erasureOf()}${showCursor}`);
      isShown = false;
    },
    /** Draws in the place of what is on the screen, or on the line of the cursor if that was erased. */
    repeat: (): void => {
      draw(isShown ? erasureOf() : '\r\u001B[J');
      isShown = true;
    },
    /** After a change of the size, nobody knows where the terminal has moved what was drawn. */
    clearScreen: (): void => draw('\u001B[H\u001B[2J'),
  };
}
