/**
 * `rental complete <shell> [breaks]`, which the scripts of `rental completion` call. What is typed
 * up to the cursor comes on stdin, because it can hold a password, and other users can see the
 * words of a command. `breaks` are the characters at which bash divides words. Sends nothing and
 * writes nothing. For PowerShell, the line and the answer are in base64, because its pipes change
 * characters outside ASCII.
 */
import { escapeText } from '../../terminal/escape.ts';
import type { Io } from '../../terminal/io.ts';
import { shorten } from '../../base/words.ts';
import type { Command } from '../command.ts';
import { itemsAt } from './items.ts';
import { positionOf } from './position.ts';
import { insertion, readTypedLine, shells } from './shells.ts';

/** Shells ask before they show hundreds; nothing needs more. */
const maxSuggestions = 1000;

/** A line for each suggestion: what the shell inserts, a tab, and what it is. */
export async function suggestionsFor(
  [name, breaks]: readonly string[],
  commands: readonly Command[],
  { stdin, env }: Pick<Io, 'stdin' | 'env'>,
): Promise<string> {
  const shell = shells.find((one) => one === name);
  // A user who types the command has no line to complete.
  if (shell === undefined || stdin.isTTY === true) return '';
  let text = '';
  for await (const piece of stdin.setEncoding('utf8')) text += String(piece);
  const encoding = shell === 'powershell' ? 'base64' : 'utf8';
  const line = Buffer.from(text.replace(/\n$/, ''), encoding).toString();
  const { words, word, replacedFrom, isQuoted } = readTypedLine(line, shell, breaks);
  const items = await itemsAt(positionOf(words.slice(1), word, commands), word, commands, env);
  const beforeReplaced = word.slice(0, replacedFrom);
  const lines = items
    .filter(({ text }) => text.startsWith(beforeReplaced))
    .map(({ text, help }) => {
      const inserted = insertion(text.slice(replacedFrom), shell, { isQuoted });
      return `${escapeText(inserted)}\t${shorten(escapeText(help), 100)}\n`;
    });
  return Buffer.from(lines.slice(0, maxSuggestions).join('')).toString(encoding);
}
