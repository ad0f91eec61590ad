/** Cuts a long paste into a question: Inquirer draws after every character, so a megabyte would keep the program busy for minutes. */
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** Characters that one burst of input can have. More than any answer needs. */
const maxBurst = 200;
/** A burst ends when nothing comes for so long, ms. A terminal hands a long paste over in parts. */
const quietMs = 100;
const ctrlC = '\u0003';

/** What a question reads in the place of `stdin`, until it is closed. */
export function limitPastes(stdin: Io['stdin']) {
  const decoder = new StringDecoder('utf8');
  const input = Object.assign(new PassThrough(), {
    isTTY: stdin.isTTY,
    setRawMode: (mode: boolean): void => void stdin.setRawMode?.(mode),
  });
  let burst = 0;
  let quiet: NodeJS.Timeout | undefined;
  const awaitQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      const before = burst;
      // The program may have been busy meanwhile: what has come since is read before this.
      setImmediate(() => (burst === before ? (burst = 0) : awaitQuiet()));
    }, quietMs);
  };
  const onData = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    const room = Math.max(0, maxBurst - burst);
    const characters = text.length > room ? [...text] : undefined;
    burst += text.length;
    awaitQuiet();
    if (characters === undefined) input.write(text);
    // It ends the question, wherever it is in what came.
    else input.write(characters.slice(0, room).join('') + (text.includes(ctrlC) ? ctrlC : ''));
  };
  const onEnd = (): void => void input.end();
  stdin.on('data', onData).once('end', onEnd).resume();
  return {
    input,
    close: (): void => {
      clearTimeout(quiet);
      stdin.off('data', onData).off('end', onEnd).pause();
    },
  };
}
