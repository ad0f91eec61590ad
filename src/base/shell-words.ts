/** Command lines as words, and words as command lines. */
import { platform } from 'node:os';

const isWindows = platform() === 'win32';
/** On Windows, a backslash is part of a path. */
const word = isWindows ? /(?:"[^"]*"|[^\s"])+/g : /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gs;
const quoted = isWindows ? /"([^"]*)"/g : /"([^"]*)"|'([^']*)'|\\(.)/gs;

/** Quotes keep words together; empty if a quote has no end. No shell runs. */
export function splitShell(line: string): string[] {
  if (line.replaceAll(word, '').trim() !== '') return [];
  return (line.match(word) ?? []).map((one) => one.replace(quoted, isWindows ? '$1' : '$1$2$3'));
}

/** One line for a POSIX shell. */
export function quoteShell(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[\w./:,@+-][\w./:,@+=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
    )
    .join(' ');
}
