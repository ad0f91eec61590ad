/** The keys of the terminal, one after the other, for one question or for a series of them. */
import { Readable } from 'node:stream';
import type { Io } from './io.ts';
import { createKeyParser, isEscape } from './key-parser.ts';

/** Inquirer draws the whole question after each key, so 20 000 keys would take a minute. */
export const maxKeys = 500;
/** A longer pause between keys ends a paste. */
const pauseMs = 100;

const ctrlC = '\u0003';
const ctrlZ = '\u001A';

export type KeyboardIo = Pick<Io, 'stdin' | 'monotonic' | 'sleep' | 'suspend' | 'onSuspend' | 'interrupt'>;

/** What happens to the keys of one question. */
interface KeyReader {
  /** Called for Esc. Without it, the question gets the key. */
  readonly onEscape?: (() => void) | undefined;
  /** Called once the input has ended. */
  onEnd(): void;
}

export type Keyboard = ReturnType<typeof openKeyboard>;

/**
 * Makes the terminal give every key at once, until it is closed. Keys that come between two questions wait for the next one;
 * Ctrl-Z suspends at once, and Ctrl-C ends the question, or interrupts the program if none is open.
 */
export function openKeyboard(io: KeyboardIo) {
  const { stdin, monotonic } = io;
  const queue = createQueue(monotonic);
  let hasEnded = false;
  const parser = createKeyParser(io, (keys) => {
    for (const key of keys) {
      if (key === ctrlZ) io.suspend();
      // A paste must not delay Ctrl-C.
      else if (key === ctrlC) interrupt();
      else queue.add(key);
    }
  });
  const interrupt = (): void => {
    if (queue.drop(ctrlC)) return;
    // Now, so that the terminal itself makes a signal of the next one, also if the program hangs.
    close();
    io.interrupt();
  };
  const onData = (chunk: Buffer): void => {
    queue.noticePause();
    parser.read(chunk);
  };
  const onEnd = (): void => {
    hasEnded = true;
    queue.reader()?.onEnd();
  };
  const leaveRawMode = holdRawMode(io);
  const close = (): void => {
    parser.close();
    queue.close();
    stdin.off('data', onData).off('end', onEnd).pause();
    leaveRawMode();
  };
  stdin.on('data', onData).once('end', onEnd).resume();
  return {
    /** Gives the keys to a question, those first that came before it. */
    attach: (reader: KeyReader) => {
      if (hasEnded) setImmediate(() => reader.onEnd());
      return queue.attach(reader);
    },
    close,
  };
}

/** Sets the mode in which every key comes at once, except while the program is stopped. */
function holdRawMode({ stdin, onSuspend }: KeyboardIo): () => void {
  const setRawMode = (mode: boolean): void => {
    try {
      stdin.setRawMode?.(mode);
    } catch (error) {
      // The terminal has been closed. The signal that says so ends the program.
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
    }
  };
  const release = onSuspend({
    leave: () => setRawMode(false),
    enter: () => {
      // The shell may have changed the modes without Node's knowledge, and Node does nothing to set a mode that it believes to be set.
      setRawMode(false);
      setRawMode(true);
    },
  });
  setRawMode(true);
  return () => {
    release();
    setRawMode(false);
  };
}

/** Keys that wait for a question. It gets one a turn: Inquirer reads the text of a question after a key, and Enter in the same turn would take the text before. */
function createQueue(monotonic: () => number) {
  const waiting: string[] = [];
  let reader: (KeyReader & { readonly keys: Readable; isBusy: boolean }) | undefined;
  let room = maxKeys;
  let quietSince = monotonic();
  let turn: NodeJS.Immediate | undefined;
  const schedule = (): void => {
    if (reader !== undefined && !reader.isBusy && waiting.length > 0) turn ??= setImmediate(deliver);
  };
  const deliver = (): void => {
    turn = undefined;
    if (reader === undefined || reader.isBusy) return;
    const key = waiting.shift() ?? '';
    const { keys, onEscape } = reader;
    if (onEscape !== undefined && isEscape(key)) onEscape();
    else keys.push(key);
    // Not before: the time in which the keys are drawn is not a pause.
    quietSince = monotonic();
    schedule();
  };
  return {
    reader: () => reader,
    noticePause: (): void => {
      if (waiting.length === 0 && monotonic() - quietSince > pauseMs) room = maxKeys;
      quietSince = monotonic();
    },
    add: (key: string): void => {
      if (room-- > 0) waiting.push(key);
      schedule();
    },
    /** Forgets the keys. Gives one to the question at once; false if none is open. */
    drop: (last: string): boolean => {
      waiting.length = 0;
      reader?.keys.push(last);
      return reader !== undefined;
    },
    attach: (options: KeyReader) => {
      const mine = { ...options, keys: new Readable({ read() {} }), isBusy: false };
      reader = mine;
      schedule();
      return {
        keys: mine.keys,
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
    close: (): void => clearImmediate(turn),
  };
}
