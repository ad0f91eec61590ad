/** Measures text in terminal columns and makes it fit. All text here is already escaped and not yet painted. */
import { eastAsianWidth } from 'get-east-asian-width';

/** Latin letters, dashes, quotes and arrows: each takes one column and none joins the next. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;
/** Marks, selectors and the vowels of decomposed Korean: they take no column of their own. */
const attached = '[\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}\\u1160-\\u11FF]';
const pictograph = '\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]*';
const flagOrKeycap = '\\p{Regional_Indicator}{2}|[\\d#*]\\uFE0F?\\u20E3';
/** What must not be cut. Not an Intl.Segmenter, which is ten times slower. */
const glyph = new RegExp(`(?:${flagOrKeycap}|${pictograph}(?:\\u200D${pictograph})*|[^])${attached}{0,100}`, 'gv');
/** Several characters that become one sign of two columns. */
const joined = new RegExp(`^(?:${flagOrKeycap}|\\p{Extended_Pictographic}[\\uFE0F\\u200D\\p{Emoji_Modifier}])`, 'v');
const hidden = new RegExp(`^${attached}`, 'v');

function glyphsOf(text: string): readonly string[] {
  return simple.test(text) ? [...text] : (text.match(glyph) ?? []);
}

function glyphWidth(one: string): number {
  if (simple.test(one)) return one.length;
  if (joined.test(one)) return 2;
  return hidden.test(one) ? 0 : eastAsianWidth(one.codePointAt(0) ?? 0);
}

/** In terminal columns. Rare scripts whose letters join can be a column off. */
export function textWidth(text: string): number {
  return simple.test(text) ? text.length : glyphsOf(text).reduce((sum, one) => sum + glyphWidth(one), 0);
}

/** In columns. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/** Text of at most `columns`. Text that was cut ends in `…`. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  const [kept = ''] = pieces(text, columns - 1);
  return textWidth(kept) < columns ? `${kept}…` : '…';
}

/** Pads with spaces to `columns`. Returns longer text unchanged. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

/** Addresses and flags: broken in two they could not be copied. */
function isCopied(word: string): boolean {
  return /^\W*https?:\/\/|^\W*--\w/.test(word);
}

/**
 * Lines of at most `columns`, broken at spaces, or within a word that is longer than a line; addresses and flags stay whole. Only the
 * space at a break is lost. A glyph that is wider than `columns` gets its own line.
 */
export function wrap(text: string, columns: number): string[] {
  if (textWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    if (line !== undefined && textWidth(line) + 1 + textWidth(word) <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line?.trim()) lines.push(line);
    const parts = isCopied(word) ? [word] : pieces(word, columns);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return line === undefined ? lines : [...lines, line];
}

/** The same under the indent of the text. */
export function wrapIndented(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length)).map((line) => indent + line);
}

/** Pieces of at most `columns`. */
function pieces(word: string, columns: number): string[] {
  const parts: string[] = [];
  let width = Infinity;
  for (const one of glyphsOf(word)) {
    const wide = glyphWidth(one);
    if (width + wide > columns) {
      parts.push('');
      width = 0;
    }
    parts[parts.length - 1] += one;
    width += wide;
  }
  return parts;
}
