/**
 * What a question reads in the place of `stdin`. A long paste is cut, because Inquirer draws after
 * every character. Keys wait for the text before them: a list ignores Enter while it searches.
 */
import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** Characters or keys in one burst of input: more than any answer needs. */
const maxBurst = 200;
/** A burst ends when nothing comes for this long, ms: long pastes come in parts. */
const quietMs = 100;
export const ctrlC = '\u0003';

/** An arrow key or the like, or a control character such as Enter. */
const key = /\u001B[[O][\d;]*[A-Za-z~]|[\u0000-\u001F\u007F]/g;
const textOrKey = new RegExp(`[^\\u0000-\\u001F\\u007F]+|${key.source}`, 'g');

interface PromptInput {
  readonly input: NodeJS.ReadableStream;
  /** Call it when the question is drawn: before that, it would lose input. */
  open(): void;
  /** What was typed after the answer stays for the next question. */
  close(): void;
}

/** `mayEnter`: whether an Enter counts that came together with the text before it. */
export function createPromptInput(
  stdin: Io['stdin'],
  mayEnter: () => boolean = () => true,
): PromptInput {
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

/** Does not count keys without text, because a key that is held down is no paste. */
function burstLimit() {
  let burst = 0;
  let quiet: NodeJS.Timeout | undefined;
  const awaitQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      const before = burst;
      // If the program was busy, input may still be unread. Node reads it before the immediate.
      setImmediate(() => (burst === before ? (burst = 0) : awaitQuiet()));
    }, quietMs);
  };
  const cut = (text: string): string => {
    if (text.replace(key, '') === '') return (text.match(key) ?? []).slice(0, maxBurst).join('');
    const room = Math.max(0, maxBurst - burst);
    burst += text.length;
    awaitQuiet();
    if (text.length <= room) return text;
    // Ctrl-C counts wherever it is.
    return [...text].slice(0, room).join('') + (text.includes(ctrlC) ? ctrlC : '');
  };
  return { cut, stop: (): void => clearTimeout(quiet) };
}

/** Writes one text or key in each turn of the event loop. */
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
    // After an arrow key, Enter takes the line that the user has moved to.
    isTextBefore = !isEnter && !next.startsWith('\u001B');
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
