/** Pieces of text that every room uses. */
import { distance } from 'fastest-levenshtein';

/** `1 depot`, `3 depots`, `1,860 depots`, `no depots`. */
export function plural(count: number, noun: string, many = pluralOf(noun)): string {
  return count === 0 ? `no ${many}` : count === 1 ? `1 ${noun}` : `${countInWords(count)} ${many}`;
}

/** `1860` → `1,860`. */
export function countInWords(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `day` → `days`, `accessory` → `accessories`. */
export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Characters in a message. */
const maxNameLength = 60;

/** A name, or a text that was given, as messages show it: it can be of any length. */
export function shortName(name: string): string {
  return shorten(name, maxNameLength);
}

/** One line; the text stays unescaped. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ').trim();
  // By code points, so that no surrogate is left alone.
  const points = [...line.slice(0, 2 * maxLength + 2)];
  return points.length <= maxLength ? line : `${points.slice(0, maxLength).join('')}…`;
}

/** Whether a setting or an environment variable is off. */
export function isOff(value: string | undefined): boolean {
  return ['', '0', 'false', 'no', 'off'].includes((value ?? '').trim().toLowerCase());
}

/**
 * Breaks lines at spaces only, so that an address or a flag can be copied whole. Later lines start
 * with `indent`. The width is a guess: measuring takes a package that most commands do not load.
 */
export function wrapWords(text: string, columns: number, indent = ''): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && maxColumns(line) + 1 + maxColumns(word) <= columns)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(line === undefined ? word : indent + word);
  }
  return lines;
}

/**
 * Does not break what `whole` matches, such as a flag with its value, if a line has room for it.
 */
export function wrapAround(whole: RegExp, text: string, columns: number, indent = ''): string[] {
  const joint = '\u00A0';
  const words = text.replace(whole, (part) => part.replaceAll(' ', joint)).split(' ');
  const fitting = words.map((word) =>
    maxColumns(indent + word) > columns ? word.replaceAll(joint, ' ') : word,
  );
  return wrapWords(fitting.join(' '), columns, indent).map((line) => line.replaceAll(joint, ' '));
}

/** `hint: …`, wrapped. A command at the end stays on one line: the shell runs each line alone. */
export function labelled(
  label: string,
  text: string,
  columns: number,
  paint: (text: string) => string,
  command = '',
): string {
  const start = `${label}:`;
  const painted = (lines: readonly string[]): string =>
    paint(start) + lines.join('\n').slice(start.length);
  if (command === '' || !text.endsWith(command))
    return painted(wrapWords(`${start} ${text}`, columns, '  '));
  const before = `${start} ${text.slice(0, -command.length)}`.trimEnd();
  const lines = wrapWords(before, columns, '  ');
  const last = lines.pop() ?? '';
  const withCommand = `${last} ${command}`;
  const hasRoom = last === start || maxColumns(withCommand) <= columns;
  return painted([...lines, ...(hasRoom ? [withCommand] : [last, command])]);
}

/**
 * Counts two columns for each character from U+1100 (Korean) on, as many of these have, but one for
 * punctuation, arrows and lines.
 */
function maxColumns(text: string): number {
  return [...text].length + (text.match(/[^\0-\u10ff\u2000-\u22ff\u2500-\u25ff]/gu)?.length ?? 0);
}

/** By UTF-16 units, and line breaks stay: for text that is escaped afterwards. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

export const plainNameHint =
  'use up to 60 letters, digits, dots, dashes and underscores, and a letter or a digit first';

/** Whether shells, lists and file systems take the name as it is. */
export function isPlainName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(text);
}

/** `did you mean …?`, if the word can be a typing mistake. */
export function suggestion(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const maxEdits = Math.min(2, Math.floor(typed.length / 3));
  const candidates = known.map((name) => ({ name, edits: distance(typed, name.toLowerCase()) }));
  const [nearest] = candidates
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  // Two letters that are swapped are two edits, too many for a short word.
  const anagram = known.find((name) => sortedLetters(name) === sortedLetters(typed));
  const guess = anagram ?? nearest?.name;
  return guess === undefined ? undefined : `did you mean ${guess}?`;
}

function sortedLetters(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With a capital at its start and a mark at its end. */
export function sentence(text: string): string {
  const capital = capitalized(text);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
