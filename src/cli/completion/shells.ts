/** How shells read and write words. Nothing is expanded: variables and commands in a half-typed line stay text. */

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

export interface Typed {
  /** The words before the one at the cursor, without quotes; the first is the program. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor, without quotes. */
  readonly word: string;
  /** Where the part of `word` begins that the shell replaces. */
  readonly replacedFrom: number;
  /** The quote that is open at the cursor. */
  readonly quote: Quote;
}

export type Quote = '' | "'" | '"';

interface Dialect {
  readonly escape: string;
  /** Each of a kind opens a quote that any of the kind closes. */
  readonly quotes: { readonly "'": string; readonly '"': string };
  /** What divides words. */
  readonly blanks: RegExp;
  /** What `escape` applies to inside of quotes; undefined: everything. */
  readonly escapable: { readonly "'": string; readonly '"': string | undefined };
  /** A quote that is doubled stands for itself. */
  readonly doubles: boolean;
  /** Unquoted characters after which the replaced part begins. */
  readonly breaks: string;
}

const posix: Dialect = {
  escape: '\\',
  quotes: { "'": "'", '"': '"' },
  blanks: /[ \t]/,
  escapable: { "'": '', '"': '$`"\\\n' },
  doubles: false,
  breaks: '',
};
const dialects: Readonly<Record<Shell, Dialect>> = {
  bash: posix,
  zsh: posix,
  fish: { ...posix, escapable: { "'": `'\\`, '"': '"$\\\n' } },
  powershell: {
    escape: '`',
    // Typographic quotes are quotes, too.
    quotes: { "'": `'‘’‚‛`, '"': '"“”„' },
    blanks: /[^\S\n\r]/,
    escapable: { "'": '', '"': undefined },
    doubles: true,
    breaks: ',',
  },
};

/**
 * The command at the end of `line`, which ends at the cursor. `breaks` are the characters at which the shell itself divides words.
 * Returns undefined if the word at the cursor is not known before the shell has expanded it, or is the file of a redirection.
 */
export function readTyped(line: string, shell: Shell, breaks = dialects[shell].breaks): Typed | undefined {
  const { escape, escapable, quotes, blanks, doubles } = dialects[shell];
  const quoteOf = (char: string): Quote =>
    char === '' ? '' : quotes["'"].includes(char) ? "'" : quotes['"'].includes(char) ? '"' : '';
  let words: string[] = [];
  let word: string | undefined;
  let quote: Quote = '';
  let quotedFrom = 0;
  let brokenAt = 0;
  let isKnown = true;
  let isFile = false;
  const end = (): void => {
    if (word !== undefined && !isFile) words.push(word);
    if (word !== undefined) isFile = false;
    [word, brokenAt, isKnown] = [undefined, 0, true];
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    const canEscape = quote === '' ? undefined : escapable[quote];
    if (char === escape && (canEscape === undefined || (next !== '' && canEscape.includes(next)))) {
      // What it will stand before is not typed yet.
      if (next === '') return undefined;
      // Such a line break only continues the command on the next line.
      if (next !== '\n') word = (word ?? '') + next;
      at += 1;
    } else if (quote !== '' && quoteOf(char) === quote) {
      if (doubles && quoteOf(next) === quote) {
        word += next;
        at += 1;
      } else quote = '';
    } else if (quote === '' && quoteOf(char) !== '') {
      quote = quoteOf(char);
      word ??= '';
      quotedFrom = word.length;
    } else if (quote === '' && blanks.test(char)) {
      end();
    } else if (quote === '' && /[\n\r;|&()]/.test(char)) {
      end();
      words = [];
    } else if (quote === '' && /[<>]/.test(char)) {
      // The number of a stream, as in 2>file, is not an argument.
      if (word !== undefined && /^\d+$/.test(word)) word = undefined;
      end();
      isFile = true;
    } else {
      if (quote !== "'" && /[$`]/.test(char)) isKnown = false;
      word = (word ?? '') + char;
      if (quote === '' && breaks.includes(char)) brokenAt = word.length;
    }
  }
  if (!isKnown || isFile) return undefined;
  const replacedFrom = quote === '' || shell !== 'bash' ? brokenAt : quotedFrom;
  return { words, word: word ?? '', replacedFrom, quote };
}

/**
 * What the shell inserts for `text`, inside of `quote` if that is open. zsh and fish quote by themselves. The text holds no control
 * characters.
 */
export function insertion(text: string, shell: Shell, quote: Quote): string {
  switch (shell) {
    case 'bash':
      return quote === '' ? escaped(text) : closable(inQuotes(text, quote), quote);
    case 'powershell':
      return /^[\p{L}\p{N}_./:=+-]+$/u.test(text) ? text : `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
    case 'zsh':
    case 'fish':
      return text;
  }
}

/** Backslashes keep the beginning as it was typed, so that the shell can go on from what several names have in common. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{S}_@%+=:,./-]|[$`<>|~^]/gu, '\\$&');
}

function inQuotes(text: string, quote: "'" | '"'): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  // An exclamation mark recalls a line of the history, and a backslash before it would stay.
  return text.replace(/[$`"\\]/g, '\\$&').replaceAll('!', `"'!'"`);
}

/** bash adds the closing quote, but not to a text that ends with this character. */
function closable(text: string, quote: string): string {
  return text.endsWith(quote) ? text + quote : text;
}

/** Controls, and what else can hide or reorder text. Stricter than the escaping of output, whose expression takes long to compile. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether `text` reaches the program as it is written. PowerShell may run us by a file of commands, whose shell takes some characters of an
 * argument for its own, also a second command; and version 5 gives no `"` on, and takes `\` before its own quote for a part of the text.
 */
export function passesOn(text: string, shell: Shell): boolean {
  return shell !== 'powershell' || !/["&|<>^%!\\]/.test(text);
}

/** Only such text is suggested: the answer has one line for each suggestion, and goes to a terminal. */
export function isVisible(text: string): boolean {
  return !invisible.test(text);
}
