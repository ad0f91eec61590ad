/**
 * `rental complete <shell> [breaks]`, which the scripts of `rental completion` call. What is typed up to the cursor comes on stdin, because
 * it can hold a password, and other users can see the words of a command. `breaks` are the characters at which bash divides words. Sends
 * nothing and writes nothing. For PowerShell, the line and the answer are ASCII (base64 and JSON), because its pipes change other characters.
 */
import { escapeText } from '../../terminal/escape.ts';
import type { Io } from '../../terminal/io.ts';
import { shorten } from '../../text.ts';
import type { Command } from '../command.ts';
import { insertion, isVisible, readTyped, shells, type Typed } from './shells.ts';
import { suggest, type Suggestion, type Suggestions } from './suggest.ts';

interface Question {
  readonly shell: string | undefined;
  readonly breaks: string | undefined;
  readonly stdin: Io['stdin'];
}

export async function suggestionsFor(
  { shell: name, breaks, stdin }: Question,
  commands: readonly Command[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const shell = shells.find((one) => one === name);
  // A user who types the command has no line to complete.
  if (shell === undefined || stdin.isTTY === true) return '';
  let text = '';
  for await (const piece of stdin.setEncoding('utf8')) text += String(piece);
  text = text.replace(/\n$/, '');
  const line = shell === 'powershell' ? Buffer.from(text, 'base64').toString('utf8') : text;
  const typed = readTyped(line, shell, breaks);
  if (typed === undefined) return '';
  const words = typed.words.slice(typed.words.findIndex((word) => !/^\w+=/.test(word)) + 1);
  const found = await suggest(words, typed.word, commands, { env, shell });
  const list = found.list
    .filter(({ word }) => isVisible(word))
    .map((one) => ({ ...one, help: shorten(escapeText(one.help), 100) }));
  return writers[shell]({ ...found, list }, typed);
}

type Write = (suggestions: Suggestions, typed: Typed) => string;

const writers: Readonly<Record<(typeof shells)[number], Write>> = {
  // bash inserts what all texts have in common, or nothing if that is empty.
  bash: ({ list, isOpen }, { word, replacedFrom, quote }) => {
    const rests = restsOf(list, word, replacedFrom);
    const texts = rests.map(({ rest }) => insertion(rest, 'bash', quote));
    const loses = losesText(rests, word.length - replacedFrom) && commonStart(texts) !== '';
    return lines([isOpen ? 'open' : 'done', ...(loses ? [] : texts)]);
  },
  zsh: ({ list, isOpen }, { word }) => {
    const width = Math.max(0, ...list.map(({ label }) => label.length));
    const texts = list.map((one) => {
      return `${one.word}\t${one.help === '' ? one.label : `${one.label.padEnd(width)}  -- ${one.help}`}`;
    });
    const mode = losesText(restsOf(list, word, 0), word.length) ? 'list' : isOpen ? 'open' : 'done';
    return lines([mode, ...texts]);
  },
  fish: ({ list }) => lines(list.map(({ word, help }) => `${word}\t${help}`)),
  powershell: ({ list }, { word, replacedFrom, quote }) => {
    const entries = restsOf(list, word, replacedFrom).map(({ rest, label, help }) => {
      return { text: insertion(rest, 'powershell', quote), label, help: help || label };
    });
    return `${JSON.stringify(entries).replace(/[^ -~]/g, toAscii)}\n`;
  },
};

/** The shell can replace only the part of the word after `from`. */
function restsOf(list: readonly Suggestion[], word: string, from: number): (Suggestion & { readonly rest: string })[] {
  const kept = list.filter((one) => one.word.startsWith(word.slice(0, from)));
  return kept.map((one) => ({ ...one, rest: one.word.slice(from) }));
}

/** Whether several suggestions have less in common than what is typed, so that inserting that would delete text. */
function losesText(rests: readonly { readonly rest: string }[], typed: number): boolean {
  return rests.length > 1 && commonStart(rests.map(({ rest }) => rest)).length < typed;
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function toAscii(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
