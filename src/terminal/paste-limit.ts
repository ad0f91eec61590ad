/**
 * What a question reads in the place of `stdin`. A long paste is cut: Inquirer draws after every
 * character, so a megabyte would keep the program busy for minutes. Keys wait until what was typed
 * before them has taken effect: a list ignores Enter while it searches.
 */
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** Characters, or keys, that one burst of input can have. More than any answer needs. */
const maxBurst = 200;
/** A burst ends when nothing comes for so long, ms. A terminal hands a long paste over in parts. */
const quietMs = 100;
export const ctrlC = '\u0003';

/** An arrow key and its relatives, or a control character, which Enter is. */
const key = /\u001B[[O][\d;]*[A-Za-z~]|[\u0000-\u001F\u007F]/g;
const textOrKey = new RegExp(`[^\\u0000-\\u001F\\u007F]+|${key.source}`, 'g');

interface QuestionInput {
  readonly input: NodeJS.ReadableStream;
  /**
   * Starts to read. To be called when the question is drawn: before, it would lose what is typed.
   */
  open(): void;
  /** What was typed after the answer stays for the next question. */
  close(): void;
}

/**
 * `mayEnter`: whether an Enter that came together with the text before it counts; what that text
 * finds was not shown yet.
 */
export function limitPastes(
  stdin: Io['stdin'],
  mayEnter: () => boolean = () => true,
): QuestionInput {
  const decoder = new StringDecoder('utf8');
  const input = Object.assign(new PassThrough(), {
    isTTY: stdin.isTTY,
    setRawMode: (mode: boolean): void => void stdin.setRawMode?.(mode),
  });
  const limit = burstLimit();
  const queue = keyQueue(input, mayEnter);
  const onData = (chunk: Buffer | string): void =>
    queue.add(limit.cut(typeof chunk === 'string' ? chunk : decoder.write(chunk)));
  let isClosed = false;
  return {
    input,
    open: (): void => {
      if (!isClosed) stdin.on('data', onData).once('end', queue.end).resume();
    },
    close: (): void => {
      isClosed = true;
      limit.stop();
      stdin.off('data', onData).off('end', queue.end).pause();
      const rest = queue.stop();
      if (rest !== '' && stdin.readable) stdin.unshift(rest);
    },
  };
}

/**
 * Counts what comes in a burst. Keys alone are no paste: one that is held down comes without a
 * pause.
 */
function burstLimit() {
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
  const cut = (text: string): string => {
    if (text.replace(key, '') === '') return (text.match(key) ?? []).slice(0, maxBurst).join('');
    const room = Math.max(0, maxBurst - burst);
    burst += text.length;
    awaitQuiet();
    if (text.length <= room) return text;
    // Ctrl-C ends the question, wherever it is in what came.
    return [...text].slice(0, room).join('') + (text.includes(ctrlC) ? ctrlC : '');
  };
  return { cut, stop: (): void => clearTimeout(quiet) };
}

/** Writes a text, or a key, in each turn of the event loop. */
function keyQueue(input: PassThrough, mayEnter: () => boolean) {
  let waiting: readonly string[] = [];
  let turn: NodeJS.Immediate | undefined;
  let isTextBefore = false;
  let hasEnded = false;
  const writeNext = (): void => {
    const [next, ...rest] = waiting;
    waiting = rest;
    turn = next === undefined ? undefined : setImmediate(writeNext);
    if (next === undefined) {
      isTextBefore = false;
      if (hasEnded) input.end();
      return;
    }
    const isEnter = next === '\r' || next === '\n';
    if (!isEnter || !isTextBefore || mayEnter()) input.write(next);
    isTextBefore = !isEnter;
  };
  return {
    add: (text: string): void => {
      waiting = [...waiting, ...(text.match(textOrKey) ?? [])];
      if (turn === undefined) writeNext();
    },
    end: (): void => {
      hasEnded = true;
      if (turn === undefined) input.end();
    },
    /** Returns what was not written. */
    stop: (): string => {
      clearImmediate(turn);
      return waiting.join('');
    },
  };
}
