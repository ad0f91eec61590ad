/** Turns what a terminal sends into keys: characters and whole escape sequences, also if one arrives in parts. */
import { StringDecoder } from 'node:string_decoder';
import type { Io } from './io.ts';

/** The bytes of an escape sequence come closer together than this; after it, Esc is the key of that name. */
const escapeMs = 250;

/** An escape sequence or one character: a function key of Linux, a click as old terminals report it, CSI, SS3, a string. */
const anyKey =
  /\u001B(?:\[\[.|\[M.{3}|\[[0-?]*[ -/]*[@-~]|O.|[\]PX^_][^\u0007\u001B]{0,999}(?:\u0007|\u001B\\)|.)?|./gsu;
/** What can be the beginning of an escape sequence. */
const unfinished = /\u001B(?:\[(?:\[|M.{0,2}|[0-?]*[ -/]*)|O|[\]PX^_][^\u0007\u001B]{0,999}\u001B?)?$/su;
/** What a terminal says about itself, its window, its cursor and its mouse: nobody has typed that. */
const answer = /^\u001B(?:[\]PX^_].|\[[<=>?]|\[M|\[[\d;]*[IORcnty]$)/su;

/** Once, or twice because nothing happened at once. */
export function isEscape(key: string): boolean {
  return key === '\u001B' || key === '\u001B\u001B';
}

export function createKeyParser({ sleep }: Pick<Io, 'sleep'>, take: (keys: readonly string[]) => void) {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  let pause = new AbortController();
  const split = (text: string): void => {
    const keys = (text.match(anyKey) ?? []).filter((key) => !answer.test(key));
    if (keys.length > 0) take(keys);
  };
  /** A busy machine may notice the end of the pause and the rest of the sequence at the same time: the rest counts. */
  const endAfterPause = ({ signal }: AbortController): void => {
    const end = (): void => {
      if (signal.aborted) return;
      split(begun);
      begun = '';
    };
    sleep(escapeMs, signal).then(
      () => setImmediate(end),
      () => {},
    );
  };
  return {
    read: (chunk: Buffer): void => {
      pause.abort();
      const text = begun + decoder.write(chunk);
      begun = unfinished.exec(text)?.[0] ?? '';
      split(text.slice(0, text.length - begun.length));
      if (begun !== '') endAfterPause((pause = new AbortController()));
    },
    close: (): void => pause.abort(),
  };
}
