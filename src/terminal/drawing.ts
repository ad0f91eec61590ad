/** What Inquirer has drawn for a question, so that it can be taken away and drawn again. */
import { Writable } from 'node:stream';
import type { Io } from './io.ts';
import { pad, truncate } from './width.ts';

/** How Inquirer goes to the end of its last drawing and erases it, line by line. */
const erasure = /^(?:\u001B\[\d+B)?(?:(?:\u001B\[2K\u001B\[1A)*\u001B\[2K\u001B\[G)?/;
/** How it goes back to the line with the typed text. */
const returnToText = /\u001B\[(\d+)A\u001B\[\d+G$/;
const isCursorMove = /^\u001B\[\d+G$/;
const showCursor = '\u001B[?25h';

/** A text that gets shorter while a question is open, such as `12 min left`. */
export interface Countdown {
  /** Before the time that is left. */
  readonly text: string;
  /** At most 16 columns of text without colours. */
  left(): string;
}

/** In columns. */
export const countdownWidth = 16;
/**
 * Where a drawing has the time that is left. All drawings take the same room, so Inquirer finds its lines again. The sign at the end
 * has no width; it keeps Inquirer from trimming the spaces.
 */
export const countdownMark = `${'\u00A0'.repeat(countdownWidth)}\u2060`;

export function createDrawing(stderr: Io['stderr'], countdown?: Countdown) {
  let shown = '';
  let drawn = '';
  /** To where the cursor moved since then. */
  let cursor = '';
  const write = (text: string): void => {
    if (isCursorMove.test(text)) cursor = text;
    else [drawn, cursor] = [text.replace(erasure, ''), ''];
    stderr.write(fill(text));
  };
  const fill = (text: string): string => {
    if (countdown === undefined || !text.includes(countdownMark)) return text;
    shown = countdown.left();
    return text.replaceAll(countdownMark, pad(truncate(shown, countdownWidth), countdownWidth, 'right'));
  };
  const erasureOf = (): string => {
    const below = returnToText.exec(drawn)?.[1];
    const lines = drawn.split('\n').length;
    const toEnd = below === undefined ? '' : `\u001B[${below}B`;
    return `${toEnd}${'\u001B[2K\u001B[1A'.repeat(lines - 1)}\u001B[2K\r`;
  };
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      write(text);
      done();
    },
  });
  return {
    output: Object.defineProperty(output, 'columns', { get: () => stderr.columns }),
    erase: (): void => void stderr.write(`${erasureOf()}${showCursor}`),
    /** Draws on the line of the cursor, and below. */
    repeat: (): void => void stderr.write(`\r\u001B[J${fill(drawn)}${cursor}`),
    /** Draws again, in one go, if the countdown has changed. */
    update: (): void => {
      if (!drawn.includes(countdownMark) || countdown?.left() === shown) return;
      stderr.write(`${erasureOf()}${fill(drawn)}${cursor}`);
    },
  };
}
