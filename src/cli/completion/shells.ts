/**
 * How shells read and write words. Nothing is expanded: variables and commands in a half-typed line
 * stay text.
 */

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

export interface Typed {
  /** The words before the one at the cursor, without quotes; the first is the program. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor, without quotes. */
  readonly word: string;
  /** Where the part of `word` begins that the shell replaces. */
  readonly replacedFrom: number;
  /** A quote is open at the cursor. */
  readonly isQuoted: boolean;
}

/**
 * The command at the end of `line`, which ends at the cursor. `breaks` are the characters at which
 * the shell itself divides words.
 */
export function readTypedLine(
  line: string,
  shell: Shell,
  breaks = shell === 'powershell' ? ',' : '',
): Typed {
  const escape = shell === 'powershell' ? '`' : '\\';
  let words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let replacedFrom = 0;
  const end = (): void => {
    if (word !== undefined) words.push(word);
    [word, replacedFrom] = [undefined, 0];
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === escape && (quote === '' || (quote === '"' && '"$`\\'.includes(next)))) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote !== '' && char === quote) quote = '';
    else if (quote === '' && (char === "'" || char === '"')) {
      quote = char;
      word ??= '';
      // bash keeps an opening quote in the line, and replaces what follows it.
      if (shell === 'bash') replacedFrom = word.length;
    } else if (quote === '' && /\s/.test(char)) end();
    else if (quote === '' && /[;|&()]/.test(char)) {
      end();
      words = [];
    } else {
      word = (word ?? '') + char;
      if (quote === '' && breaks.includes(char)) replacedFrom = word.length;
    }
  }
  return { words, word: word ?? '', replacedFrom, isQuoted: quote !== '' };
}

/**
 * What the shell inserts for `text`. zsh and fish quote by themselves. bash needs nothing more inside
 * of quotes. PowerShell replaces the word with its quotes, so it always gets its own.
 */
export function insertion(
  text: string,
  shell: Shell,
  { isQuoted }: { readonly isQuoted: boolean },
): string {
  if (shell === 'bash' && !isQuoted) return text.replace(/[^\p{L}\p{M}\p{N}_@%+=:,./-]/gu, '\\$&');
  if (shell !== 'powershell' || /^[\p{L}\p{N}_./:=+-]+$/u.test(text)) return text;
  return `'${text}'`;
}

/**
 * Whether `text` stays the same name for every shell, with and without quotes, for this program and
 * for the terminal. It holds nothing that a shell would run, and no invisible character.
 */
export function canBeTyped(text: string): boolean {
  const isSafe = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,:/()+_–-]*[\p{L}\p{M}\p{N}.)+])?$/u.test(text);
  return isSafe && !/\p{Default_Ignorable_Code_Point}/u.test(text) && text.length <= 200;
}
