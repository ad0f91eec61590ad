/**
 * What Inquirer has drawn for a question, so that it can be taken away while the program is stopped, and drawn again. Inquirer can do
 * neither: it erases a drawing only to draw the next one, so its escape codes say where a drawing is.
 */
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Io } from './io.ts';

/** How Inquirer goes to the end of its last drawing and erases it, line by line. */
const erasure = /^(?:\u001B\[\d+B)?(?:(?:\u001B\[2K\u001B\[1A)*\u001B\[2K\u001B\[G)?/;
/** How it goes back to the line with the typed text. */
const returnToText = /\u001B\[(\d+)A\u001B\[\d+G$/;
const isCursorMove = /^\u001B\[\d+G$/;
const cursorMoves = /(?:\u001B\[\d+[AG])+$/;
const showCursor = '\u001B[?25h';

export function createDrawing(stderr: Io['stderr']) {
  let drawn = '';
  /** Without the end of the question, which draws nothing. */
  let lastText = '';
  /** To where the cursor moved since then. */
  let cursor = '';
  const erasureOf = (): string => {
    const below = returnToText.exec(drawn)?.[1];
    const lines = drawn.split('\n').length;
    const toEnd = below === undefined ? '' : `\u001B[${below}B`;
    return `${toEnd}${'\u001B[2K\u001B[1A'.repeat(lines - 1)}\u001B[2K\r`;
  };
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (isCursorMove.test(text)) cursor = text;
      else [drawn, cursor] = [text.replace(erasure, ''), ''];
      if (stripVTControlCharacters(drawn).trim() !== '') lastText = drawn.replace(cursorMoves, '');
      stderr.write(text);
      done();
    },
  });
  return {
    output: Object.defineProperty(output, 'columns', { get: () => stderr.columns }),
    lastText: (): string => lastText,
    erase: (): void => void stderr.write(`${erasureOf()}${showCursor}`),
    /** Draws on the line of the cursor, and below. */
    repeat: (): void => void stderr.write(`\r\u001B[J${drawn}${cursor}`),
  };
}
