/**
 * Measures text in terminal columns and makes it fit. All text here is already escaped, not longer
 * than a screen needs, and not yet painted.
 */
import stringWidth from 'string-width';

/**
 * Latin letters, dashes, quotes and arrows: each takes one column and none joins the next. The
 * package is ten times as slow.
 */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;

/** In terminal columns. Rare scripts whose letters join can be a column off. */
export function textWidth(text: string): number {
  return simple.test(text) ? text.length : stringWidth(text);
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

/**
 * The same, cut at the end of a word if that leaves half of it; a number stays with its unit: `60
 * s`.
 */
export function truncateAtWord(text: string, columns: number): string {
  const short = truncate(text, columns);
  if (short === text) return text;
  // The comma and the space after the last whole word can be where the text was cut.
  const part = text.slice(0, short.length + 1);
  const [words = ''] = /^.*(?:[^\s\d,:](?=[,:]? )|\d(?=[,:] ))/s.exec(part) ?? [];
  return words.length < part.length / 2 ? short : `${words}…`;
}

/**
 * Text of at most `columns`. Text that was cut has `…` in its middle, because names often begin
 * alike, and ends with its id if it has one: `Wellingto…al (3)`.
 */
export function truncateMiddle(text: string, columns: number): string {
  if (columns < 3 || textWidth(text) <= columns) return truncate(text, columns);
  const [id = ''] = / ?\(\d+\)$/.exec(text) ?? [];
  const half = Math.floor((columns - 1) / 2);
  const end = id.length < columns - 1 ? Math.max(half, id.length) : half;
  const room = columns - 1 - end;
  const [start = ''] = pieces(text, room);
  // A glyph can be wider than its room.
  return `${textWidth(start) > room ? '' : start}…${lastPiece(text, end)}`;
}

/** Pads with spaces to `columns`. Returns longer text unchanged. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

/** Addresses and flags: broken in two they could not be copied. */
const copied = /^\W*https?:\/\/|^\W*--\w/;

/**
 * Lines of at most `columns`, broken at spaces, or within a word that is longer than a line;
 * addresses and flags stay whole. Only the space at a break is lost. A glyph that is wider than
 * `columns` gets its own line.
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
    const parts = copied.test(word) ? [word] : pieces(word, columns);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return line === undefined ? lines : [...lines, line];
}

/** The same under the indent of the text. */
export function wrapIndented(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length)).map(
    (line) => indent + line,
  );
}

/** Pieces of at most `columns`. What is one sign on the screen stays whole. */
function pieces(word: string, columns: number): string[] {
  const parts: string[] = [];
  let width = Infinity;
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const wide = textWidth(segment);
    if (width + wide > columns) {
      parts.push('');
      width = 0;
    }
    parts[parts.length - 1] += segment;
    width += wide;
  }
  return parts;
}

/** The longest end of at most `columns`. */
function lastPiece(text: string, columns: number): string {
  let width = 0;
  let end = '';
  for (const { segment } of [...new Intl.Segmenter().segment(text)].reverse()) {
    width += textWidth(segment);
    if (width > columns) break;
    end = segment + end;
  }
  return end;
}
