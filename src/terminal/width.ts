/** Measures text in terminal columns and makes it fit. All text here is already escaped and not yet painted. */
import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

/** Latin letters, dashes, quotes and arrows: each takes one column and none joins the next. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;
/** Characters that take no column. */
const noColumn = '[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Mn}\\p{Me}]';
const hidden = new RegExp(noColumn, 'v');
/** Only with one of these do several characters become one glyph of two columns. */
const joiner = '[\\u200D\\u20E3\\uFE0F\\p{Emoji_Modifier}\\u1160-\\u11FF\\uD7B0-\\uD7FB]';
const joining = new RegExp(joiner, 'v');
/** Without one of these each character stands alone. That is quick to see, and there can be thousands of long names. */
const dependent = new RegExp(`[${noColumn}${joiner}\\p{M}\\p{Regional_Indicator}]`, 'v');
const pictograph = '\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]*';
/** Keycaps, decomposed Hangul syllables, joined emoji, emoji with a colour, signs that a selector makes emoji. */
const glyphs = [
  '[\\d#*]\\uFE0F?\\u20E3',
  '[\\u1100-\\u115F\\uA960-\\uA97C][\\u1160-\\u11A7\\uD7B0-\\uD7C6][\\u11A8-\\u11FF\\uD7CB-\\uD7FB]?',
  `${pictograph}(?:\\u200D${pictograph})+`,
  '\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}',
  '[\\p{Emoji}--[\\d#*\\p{Regional_Indicator}]]\\uFE0F',
];
const joined = new RegExp(glyphs.join('|'), 'gv');

const extending = '[\\p{M}\\p{Cf}\\p{Emoji_Modifier}]{0,100}';
/** Signs of India that join the letter after them to the one before. */
const linker = '[\\u094D\\u09CD\\u0ACD\\u0B4D\\u0C4D\\u0D4D]\\u200D?';
/** Not an Intl.Segmenter, which copies its whole text for every cluster. */
const cluster = new RegExp(
  `(?:${glyphs.join('|')}|\\p{Regional_Indicator}{2}|[^])${extending}(?:(?<=${linker})\\p{L}${extending}){0,9}`,
  'gv',
);

/**
 * In terminal columns, counted up to `most`. Adds up characters, because terminals advance for every character of a conjunct (क्ष) or
 * of a flag that does not exist.
 */
export function textWidth(text: string, most = Infinity): number {
  if (simple.test(text)) return text.length;
  const widthOf = dependent.test(text) ? characterWidth : aloneWidth;
  let width = 0;
  for (const character of widthOf === characterWidth && joining.test(text) ? text.replace(joined, '日') : text) {
    width += widthOf(character);
    if (width >= most) break;
  }
  return width;
}

function characterWidth(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  return hidden.test(character) ? 0 : aloneWidth(character);
}

function aloneWidth(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** What must not be cut, with its width. */
function* clustersOf(text: string): Generator<readonly [text: string, width: number]> {
  if (dependent.test(text)) for (const [segment] of text.matchAll(cluster)) yield [segment, textWidth(segment)];
  else for (const character of text) yield [character, aloneWidth(character)];
}

/** Text of at most `columns`. Text that was cut ends in `…`. */
export function truncate(text: string, columns: number): string {
  if (simple.test(text) && text.length <= columns) return text;
  let kept = '';
  let width = 0;
  let end = 0;
  for (const [segment, wide] of clustersOf(text)) {
    width += wide;
    if (width > columns) return columns < 1 ? '' : `${kept.slice(0, end)}…`;
    kept += segment;
    if (width < columns) end = kept.length;
  }
  return text;
}

/** Addresses and flags: broken in two they could not be copied. */
export function isCopied(word: string): boolean {
  return /^\W*https?:\/\/|^\W*--\w/.test(word);
}

/**
 * Lines of at most `columns`, broken at spaces, or within a word that is longer than a line, unless `isWhole` keeps it. Only the
 * space at a break is lost. A glyph that is wider than `columns` gets its own line.
 */
export function wrap(text: string, columns: number, isWhole?: (word: string) => boolean): string[] {
  return [...linesOf(text, columns, isWhole)];
}

/** The same, with what is left after `most` lines cut. */
export function wrapAtMost(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  for (const line of linesOf(text, columns)) {
    lines.push(line);
    if (lines.length > most) return [...lines.slice(0, most - 1), truncate(lines.slice(most - 1).join(' '), columns)];
  }
  return lines;
}

function* linesOf(text: string, columns: number, isWhole?: (word: string) => boolean): Generator<string> {
  if (textWidth(text, columns + 1) <= columns) return yield text;
  let line: string | undefined;
  let width = 0;
  for (const word of text.split(' ')) {
    const wide = textWidth(word, columns + 1);
    if (line !== undefined && width + 1 + wide <= columns) {
      line += ` ${word}`;
      width += 1 + wide;
      continue;
    }
    if (line?.trim()) yield line;
    line = wide > columns && isWhole?.(word) !== true ? yield* breakWord(word, columns) : word;
    width = textWidth(line, columns + 1);
  }
  if (line !== undefined) yield line;
}

/** Lines of at most `columns` that keep the indent of the text. Addresses and flags stay whole. */
export function wrapIndented(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length), isCopied).map((line) => indent + line);
}

/** How many rows of a terminal the text takes, as it breaks lines itself. */
export function rowsOf(text: string, columns: number): number {
  const rows = text.split('\n').map((line) => Math.ceil(textWidth(stripVTControlCharacters(line)) / columns));
  return rows.reduce((sum, count) => sum + Math.max(1, count), 0);
}

/** Pads with spaces to `columns`. Returns longer text unchanged. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

/** All pieces but the last, which it returns. */
function* breakWord(word: string, columns: number): Generator<string, string> {
  let piece = '';
  let width = 0;
  for (const [whole, wide] of clustersOf(word)) {
    // A cluster that is wider than a line is split into its characters.
    for (const part of wide > columns ? whole : [whole]) {
      const added = part === whole ? wide : textWidth(part);
      if (piece !== '' && width + added > columns) {
        yield piece;
        [piece, width] = ['', 0];
      }
      piece += part;
      width += added;
    }
  }
  return piece;
}

/** In columns, counted up to `limit`. */
export function widestOf(texts: readonly string[], limit = Infinity): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, limit)), 0);
}
