/** The keys of the terminal, one after the other, for one question or for a series of them. What nobody reads yet waits. */
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** Inquirer draws the whole question after each key, so 20 000 keys would take a minute. */
export const maxKeys = 500;
/** A longer pause between keys ends a paste. */
const pauseMs = 100;
/** The keys of an escape sequence come closer together than this; after it, Esc is the key of that name. */
export const escapeMs = 250;

const ctrlC = '\u0003';
const ctrlZ = '\u001A';
/** An escape sequence or one character. */
const anyKey = /\u001B(?:\[[\d;]*.|O.|.)?|./gsu;
/** What can be the beginning of an escape sequence. */
const unfinished = /\u001B(?:\[[\d;]*|O)?$/;
/** Once, or twice because nothing happened at once. */
const isEscape = (key: string): boolean => key === '\u001B' || key === '\u001B\u001B';

export type KeyboardIo = Pick<Io, 'stdin' | 'monotonic' | 'sleep' | 'suspend' | 'onSuspend' | 'interrupt'>;

/** What happens to the keys of one question. */
export interface KeyReader {
  /** Keys that the question must not get. */
  readonly ignored?: RegExp | undefined;
  /** Called for Esc. Without it, the question gets the key. */
  readonly onEscape?: (() => void) | undefined;
  /** Called once the input has ended. */
  onEnd(): void;
}

export type Keyboard = ReturnType<typeof openKeyboard>;

/** Sets the terminal to give every key at once, until it is closed. Ctrl-Z suspends, and Ctrl-C between questions interrupts. */
export function openKeyboard(io: KeyboardIo) {
  const { stdin, monotonic } = io;
  const decoder = new StringDecoder('utf8');
  const setRawMode = (mode: boolean): void => void stdin.setRawMode?.(mode);
  const waiting: string[] = [];
  let reader: (KeyReader & { readonly keys: Readable; isBusy: boolean }) | undefined;
  let room = maxKeys;
  let quietSince = monotonic();
  let turn: NodeJS.Immediate | undefined;
  let begun = '';
  let pause: AbortController | undefined;
  let hasEnded = false;

  // One key a turn: Inquirer searches after a key, and Enter in the same turn would take what was found before.
  const deliver = (): void => {
    turn = undefined;
    if (reader === undefined || reader.isBusy) return;
    const key = waiting.shift();
    if (key === undefined) return;
    const { keys, ignored, onEscape } = reader;
    if (onEscape !== undefined && isEscape(key)) onEscape();
    else if (ignored?.test(key) !== true) keys.push(key);
    // Not before: the time in which the keys are drawn is not a pause.
    quietSince = monotonic();
    schedule();
  };
  const schedule = (): void => {
    if (reader !== undefined && waiting.length > 0) turn ??= setImmediate(deliver);
  };
  const interrupt = (): void => {
    waiting.length = 0;
    if (reader !== undefined) return void reader.keys.push(ctrlC);
    // Now, so that the terminal itself makes a signal of the next one, also if the program hangs.
    close();
    io.interrupt();
  };
  const take = (text: string): void => {
    for (const key of text.match(anyKey) ?? []) {
      if (key === ctrlZ) io.suspend();
      // A paste must not delay Ctrl-C.
      else if (key === ctrlC) interrupt();
      else if (room-- > 0) waiting.push(key);
    }
    quietSince = monotonic();
    schedule();
  };
  /** The rest of an escape sequence may come with the next read, also if a busy machine has only just noticed the pause. */
  const takeAfterPause = (): void => {
    const { signal } = (pause = new AbortController());
    const end = (): void => {
      if (!signal.aborted) take(begun);
      if (!signal.aborted) begun = '';
    };
    io.sleep(escapeMs, signal).then(
      () => setImmediate(end),
      () => {},
    );
  };
  const onData = (chunk: Buffer): void => {
    pause?.abort();
    if (waiting.length === 0 && monotonic() - quietSince > pauseMs) room = maxKeys;
    const text = begun + decoder.write(chunk);
    begun = unfinished.exec(text)?.[0] ?? '';
    take(text.slice(0, text.length - begun.length));
    if (begun !== '') takeAfterPause();
  };
  const onEnd = (): void => {
    hasEnded = true;
    reader?.onEnd();
  };
  const release = io.onSuspend({
    leave: () => setRawMode(false),
    enter: () => {
      // The shell may have changed the modes without Node's knowledge, and Node does nothing to set a mode that it believes to be set.
      setRawMode(false);
      setRawMode(true);
    },
  });
  const close = (): void => {
    pause?.abort();
    clearImmediate(turn);
    release();
    stdin.off('data', onData).off('end', onEnd).pause();
    setRawMode(false);
  };
  setRawMode(true);
  stdin.on('data', onData).once('end', onEnd).resume();
  return {
    /** Gives the keys to a question, those first that came before it. */
    attach: (options: KeyReader) => {
      const keys = new Readable({ read() {} });
      const mine = { ...options, keys, isBusy: false };
      reader = mine;
      schedule();
      if (hasEnded) setImmediate(() => options.onEnd());
      return {
        keys,
        /** Keeps the keys back until the work is done: they may be meant for the next question. */
        keepDuring: async <T>(work: Promise<T>): Promise<T> => {
          mine.isBusy = true;
          try {
            return await work;
          } finally {
            mine.isBusy = false;
            schedule();
          }
        },
        detach: (): void => {
          if (reader === mine) reader = undefined;
        },
      };
    },
    close,
  };
}
