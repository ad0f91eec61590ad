/** Command lines as words, and words as command lines. */
import { platform } from 'node:os';

const isWindows = platform() === 'win32';
/** There, a backslash is a part of a path. */
const word = isWindows ? /(?:"[^"]*"|[^\s"])+/g : /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gs;
const quoted = isWindows ? /"([^"]*)"/g : /"([^"]*)"|'([^']*)'|\\(.)/gs;

/**
 * A command line of a setting as words, which quotes keep together; none if a quote has no end.
 * Nothing is expanded, and no shell runs.
 */
export function splitShell(line: string): string[] {
  if (line.replaceAll(word, '').trim() !== '') return [];
  return (line.match(word) ?? []).map((one) => one.replace(quoted, isWindows ? '$1' : '$1$2$3'));
}

/** One line for a POSIX shell; quotes only the words that need it. */
export function quoteShell(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[\w./:,@+-][\w./:,@+=-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
    )
    .join(' ');
}
