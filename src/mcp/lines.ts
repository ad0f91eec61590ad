/**
 * Reads lines for the transport. Left alone, it would close the connection at a large line, and go on
 * reading while the client takes no answers.
 */
import { Transform, type Readable, type Writable } from 'node:stream';

/** Far more than the few hundred bytes of a call. */
const maxLineBytes = 1_048_576;
const newline = 10;

/** Calls `onTooLarge` for each line that it leaves out. `close` stops reading the input. */
export function readLines(
  input: Readable,
  output: Writable,
  onTooLarge: (problem: string) => void,
) {
  const line = createLineBuffer();
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let start = 0, end = 0; start < chunk.length; start = end) {
        const next = chunk.indexOf(newline, start);
        end = next < 0 ? chunk.length : next + 1;
        line.add(chunk.subarray(start, end));
        if (next < 0) break;
        const whole = line.take();
        if (whole === undefined)
          onTooLarge(`a message of more than ${maxLineBytes} bytes is refused`);
        else this.push(whole);
      }
      // Otherwise answers that the client does not read would fill the memory.
      if (output.writableNeedDrain) output.once('drain', done);
      else done();
    },
  });
  const end = (): void => void lines.end();
  input.pipe(lines);
  input.once('close', end).once('error', end);
  return {
    lines,
    close: (): void => {
      input.off('close', end).unpipe(lines).pause();
    },
  };
}

/** A line that comes in pieces; what is beyond the maximum is not stored. */
function createLineBuffer() {
  let stored = Buffer.allocUnsafe(4_096);
  let length = 0;
  return {
    add: (piece: Buffer): void => {
      const before = length;
      length += piece.length;
      if (length > maxLineBytes) return;
      if (length > stored.length) {
        const larger = Buffer.allocUnsafe(Math.max(length, 2 * stored.length));
        stored.copy(larger, 0, 0, before);
        stored = larger;
      }
      piece.copy(stored, before);
    },
    /** The whole line, undefined if it was too large; then the next line begins. */
    take: (): Buffer | undefined => {
      const whole = length > maxLineBytes ? undefined : Buffer.from(stored.subarray(0, length));
      length = 0;
      return whole;
    },
  };
}
