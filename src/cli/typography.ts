/**
 * Refuses the dashes and quotes that a word processor or a chat makes of those that a shell knows.
 */
import { UsageError } from '../base/errors.ts';
import { shortName } from '../base/words.ts';
import type { Word } from './words.ts';

const names: Readonly<Record<string, string>> = {
  '\u2010': 'a Unicode hyphen',
  '\u2011': 'a non-breaking hyphen',
  '\u2012': 'a figure dash',
  '\u2013': 'an en dash',
  '\u2014': 'an em dash',
  '\u2015': 'a horizontal bar',
  '\u2212': 'a minus sign',
  '\uFE58': 'a small em dash',
  '\uFE63': 'a small hyphen',
  '\uFF0D': 'a full-width hyphen',
  '\u2018': 'a curly apostrophe',
  '\u2019': 'a curly apostrophe',
  '\u201A': 'a low apostrophe',
  '\u201B': 'a curly apostrophe',
  '\u201C': 'a curly quotation mark',
  '\u201D': 'a curly quotation mark',
  '\u201E': 'a low quotation mark',
  '\u201F': 'a curly quotation mark',
  '\u00AB': 'an angle quotation mark',
  '\u00BB': 'an angle quotation mark',
};

const dashes = /^[\p{Pd}\u2212]+/u;
const quote = /^[\u2018-\u201F\u00AB\u00BB]/;

/** Throws UsageError for the first word, or value after `=`, that begins with one of them. */
export function refuseTypography(words: readonly Word[]): void {
  for (const { text, long, value = '' } of words) {
    const [first = ''] = text;
    if (first !== '-' && dashes.test(text)) throw dashError(text, first);
    const quoted = long === undefined ? text : value;
    const mark = quote.exec(quoted)?.[0];
    if (mark !== undefined) throw quoteError(quoted, mark);
  }
}

function dashError(word: string, dash: string): UsageError {
  const rest = word.replace(dashes, '');
  const hyphens = /^\p{L}{2}/u.test(rest) ? '--' : '-';
  return new UsageError(`${beginning(word, dash)} instead of a hyphen`, {
    hint:
      rest === '' ? 'put quotes around a name with spaces' : `write ${hyphens}${shortName(rest)}`,
  });
}

function quoteError(value: string, mark: string): UsageError {
  return new UsageError(`${beginning(value, mark)}, which the shell does not read as a quote`, {
    hint: 'write straight quotes, as in "child seat"; if the name itself begins with it, give the id',
  });
}

/** `"—sandbox" begins with an em dash (U+2014)`. */
function beginning(word: string, character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `"${shortName(word)}" begins with ${names[character] ?? 'a dash'} (U+${code})`;
}
