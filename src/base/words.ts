/**
 * Small pieces of text that every layer uses: counts, lists, lines, names, typing mistakes, and
 * which words mean "off".
 */
import { distance } from 'fastest-levenshtein';

/** `1 depot`, `3 depots`, `no depots`. */
export function plural(count: number, noun: string, many = pluralOf(noun)): string {
  return count === 0 ? `no ${many}` : count === 1 ? `1 ${noun}` : `${count} ${many}`;
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

/** One line of at most `most` characters; the text stays unescaped. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ').trim();
  // By code points, so that no surrogate is left alone.
  const points = [...line.slice(0, 2 * most + 2)];
  return points.length <= most ? line : `${points.slice(0, most).join('')}…`;
}

/**
 * Whether a setting or an environment variable says "off": `0`, `false`, `no`, `off`, empty or not
 * set.
 */
export function isOff(value: string | undefined): boolean {
  return ['', '0', 'false', 'no', 'off'].includes((value ?? '').trim().toLowerCase());
}

/**
 * Lines of at most `columns`, broken at spaces only: an address, a flag or a command can still be
 * copied whole. Later lines start with `indent`. Guesses how wide they are, because measuring takes
 * a package that most commands do not load.
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
 * The same, but what `whole` matches is not broken if a line has room for it: an example, or a flag
 * with its value.
 */
export function wrapAround(whole: RegExp, text: string, columns: number, indent = ''): string[] {
  const joint = '\u00A0';
  const words = text.replace(whole, (part) => part.replaceAll(' ', joint)).split(' ');
  const fitting = words.map((word) =>
    maxColumns(indent + word) > columns ? word.replaceAll(joint, ' ') : word,
  );
  return wrapWords(fitting.join(' '), columns, indent).map((line) => line.replaceAll(joint, ' '));
}

/**
 * `hint: …` in lines of at most `columns`, with a painted label. If the text ends with `command`,
 * that is not broken: the shell would take its first line alone.
 */
export function labelled(
  label: string,
  text: string,
  columns: number,
  paint: (text: string) => string,
  command = '',
): string {
  const start = `${label}:`;
  const isWhole = command !== '' && text.endsWith(command);
  const before = isWhole
    ? `${start} ${text.slice(0, -command.length)}`.trimEnd()
    : `${start} ${text}`;
  const lines = wrapWords(before, columns, '  ');
  const last = lines.at(-1) ?? '';
  if (isWhole && (last === start || maxColumns(`${last} ${command}`) <= columns))
    lines[lines.length - 1] += ` ${command}`;
  else if (isWhole) lines.push(command);
  return paint(start) + lines.join('\n').slice(start.length);
}

/** In the scripts from Korean on, and among the signs, a character may have two columns. */
function maxColumns(text: string): number {
  return [...text].length + (text.match(/[^\0-\u10ff\u2000-\u22ff\u2500-\u25ff]/gu)?.length ?? 0);
}

/** The text, ended by `…` if it is longer than `most`. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** The hint for a name that is not plain. */
export const plainNameHint =
  'use up to 60 letters, digits, dots, dashes and underscores, and a letter or a digit first';

/**
 * A name that no shell, list or file system reads as anything else: letters, digits, dots, dashes
 * and underscores.
 */
export function isPlainName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u.test(text);
}

/**
 * The hint `did you mean …?` for a word of the command line, if another one differs so little that
 * this can be a typing mistake.
 */
export function suggestion(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const most = Math.min(2, Math.floor(typed.length / 3));
  const near = known.map((one) => ({ one, far: distance(typed, one.toLowerCase()) }));
  const [nearest] = near.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far);
  const guess = known.find((one) => letters(one) === letters(typed)) ?? nearest?.one;
  return guess === undefined ? undefined : `did you mean ${guess}?`;
}

/** The same for words with swapped letters. */
function letters(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}

/** With a capital at its start. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With a capital at its start and a full stop, unless it ends with another mark. */
export function sentence(text: string): string {
  const capital = capitalized(text);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
