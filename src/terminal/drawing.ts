/**
 * What Inquirer has drawn for a question, so that it can be taken away while the program is stopped, and drawn again. Inquirer can do
 * neither: it erases a drawing only to draw the next one, so its escape codes say where a drawing is. It also counts line breaks, not
 * the rows of a window that is narrower now.
 */
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Io } from './io.ts';
import { rowsOf } from './width.ts';

/** How Inquirer goes to the end of its last drawing and erases it, line by line: wrong once the window is narrower. */
const erasure = /^(?:\u001B\[\d+B)?(?:\u001B\[2K\u001B\[1A)*\u001B\[2K\u001B\[G/;
/** How it goes back to the line with the typed text. */
const returnToText = /(?:\u001B\[(\d+)A)?\u001B\[(\d+)G$/;
const isCursorMove = /^\u001B\[\d+G$/;
const showCursor = '\u001B[?25h';

export function createDrawing(stderr: Io['stderr']) {
  let drawn = '';
  /** To where the cursor moved since then. */
  let cursor = '';
  let isShown = true;
  /** From the cursor to the first row, as the window is now: it may have broken the lines again. */
  const erasureOf = (): string => {
    const columns = stderr.columns || 80;
    const [, below = 0, column] = returnToText.exec(drawn) ?? [];
    const above = stripVTControlCharacters(drawn)
      .split('\n')
      .slice(0, -1 - Number(below));
    const inLine = Number(/\d+/.exec(cursor)?.[0] ?? column ?? 1) - 1;
    const rows = (above.length === 0 ? 0 : rowsOf(above.join('\n'), columns)) + Math.floor(inLine / columns);
    return `${rows === 0 ? '' : `\u001B[${rows}A`}\r\u001B[J`;
  };
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (isCursorMove.test(text)) {
        cursor = text;
        stderr.write(text);
        return done();
      }
      const shown = text.replace(erasure, erasureOf);
      [drawn, cursor] = [text.replace(erasure, ''), ''];
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
      stderr.write(`${isShown ? erasureOf() : '\r\u001B[J'}${drawn}${cursor}`);
      isShown = true;
    },
  };
}
