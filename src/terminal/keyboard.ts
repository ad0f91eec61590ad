/** The keys that a question gets: those of stdin, except Ctrl-Z and the rest of a very long paste. */
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** Inquirer draws the whole question after each key, so 20 000 keys would take a minute. */
export const maxKeys = 500;
/** A longer pause between keys ends a paste. */
const pauseMs = 100;

const ctrlC = '\u0003';
const ctrlZ = '\u001A';
/** An escape sequence or one character. */
const anyKey = /\u001B(?:\[[\d;]*.|O.|.)?|./gsu;

/** `ignored` are keys that the question must not get. */
export function openKeyboard(
  { stdin, monotonic, suspend }: Pick<Io, 'stdin' | 'monotonic' | 'suspend'>,
  ignored?: RegExp,
) {
  const decoder = new StringDecoder('utf8');
  const setRawMode = (mode: boolean): void => void stdin.setRawMode?.(mode);
  const keys = Object.assign(new Readable({ read() {} }), { isTTY: stdin.isTTY, setRawMode });
  // One key a turn: Inquirer searches after a key, and Enter in the same turn would take what was found before.
  const waiting: string[] = [];
  let room = maxKeys;
  let quietSince = monotonic();
  let turn: NodeJS.Immediate | undefined;
  const deliver = (): void => {
    turn = undefined;
    const key = waiting.shift();
    if (key === undefined) return;
    turn = setImmediate(deliver);
    keys.push(key);
    // Not before: the time in which the keys are drawn is not a pause.
    quietSince = monotonic();
  };
  const onData = (chunk: Buffer): void => {
    if (waiting.length === 0 && monotonic() - quietSince > pauseMs) room = maxKeys;
    for (const key of decoder.write(chunk).match(anyKey) ?? []) {
      if (key === ctrlZ) suspend();
      else if (ignored?.test(key)) continue;
      // A paste must not delay Ctrl-C.
      else if (key === ctrlC) waiting.splice(0, waiting.length, key);
      else if (room-- > 0) waiting.push(key);
    }
    quietSince = monotonic();
    if (turn === undefined) deliver();
  };
  stdin.on('data', onData).resume();
  return {
    keys,
    setRawMode,
    close: (): void => {
      clearImmediate(turn);
      stdin.off('data', onData).pause();
    },
  };
}
