/** How a text must be written so that a shell reads it back as it is. */
import type { Quote, Shell } from './typed.ts';

/**
 * What the shell inserts for `text`, inside of `quote` if that is open. zsh and fish quote by themselves. The text holds no control
 * characters.
 */
export function insertion(text: string, shell: Shell, quote: Quote): string {
  switch (shell) {
    case 'bash':
      return quote === '' ? escaped(text) : closable(inQuotes(text, quote), quote);
    case 'powershell':
      // PowerShell also takes typographic quotes for quotes.
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

/** Only such text is suggested: the answer has one line for each suggestion, and goes to a terminal. */
export function isVisible(text: string): boolean {
  return !invisible.test(text);
}
