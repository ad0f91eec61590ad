/** Follows the cursor of a terminal, so that lines can be erased later. */
import type { Io } from './io.ts';
import { screenColumns } from './output.ts';
import { textWidth } from './width.ts';

type Stream = Io['stderr'];

export interface Rows {
  /** The row of the cursor, counted from its first row. */
  mark(): number;
  /** Erases what the screen shows below the row. False if it is not known where that row is. */
  eraseAfter(mark: number): boolean;
  /** After lines of other programs, no earlier row can be found again. */
  forget(): void;
}

/** A link, a code of the cursor or of a colour, a line break, or text. */
const parts =
  /\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B\[([\d;?]*)([A-Za-z])|[\r\n]|[^\r\n\u001B]+/g;

const rowsByCode: Readonly<Record<string, number>> = { A: -1, B: 1 };

export function followRows(stream: Stream): Rows {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  let row = 0;
  let column = 0;
  let columns = screenColumns(stream);
  let knownFrom = 0;
  /** A terminal whose width changes wraps all its lines anew. */
  const checkWidth = (): void => {
    if (columns !== screenColumns(stream)) knownFrom = row;
    columns = screenColumns(stream);
  };
  const follow = (part: string, count: string | undefined, code: string | undefined): void => {
    if (part === '\n') row += 1;
    if (part === '\n' || part === '\r') column = 0;
    else if (code !== undefined) {
      row += (rowsByCode[code] ?? 0) * (Number(count) || 1);
      if (code === 'G') column = (Number(count) || 1) - 1;
    } else if (!part.startsWith('\u001B')) {
      const end = column + textWidth(part);
      // The cursor wraps only with the letter after the last column.
      const wraps = Math.max(0, Math.ceil(end / columns) - 1);
      row += wraps;
      column = end - wraps * columns;
    }
  };
  const writeAndFollow = (chunk: unknown, ...rest: unknown[]): boolean => {
    checkWidth();
    for (const [part, count, code] of String(chunk).matchAll(parts)) follow(part, count, code);
    return write(chunk, ...rest);
  };
  // Other parts of the program write to the stream too.
  stream.write = writeAndFollow as Stream['write'];
  return {
    mark: () => row,
    eraseAfter: (mark) => {
      checkWidth();
      if (mark < knownFrom) return false;
      const count = Math.min(row - mark, (stream.rows || 24) - 1);
      if (count > 0) stream.write(`\r\u001B[${count}A\u001B[J`);
      row = mark;
      return true;
    },
    forget: () => {
      // The row of the cursor is not known either.
      knownFrom = row + 1;
    },
  };
}
