/** Measures and fits text in terminal columns. The text must be escaped, short and not painted. */
import stringWidth from 'string-width';

/** Characters of one column each. For others, the package is ten times as slow. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;

/** Can be a column off for rare scripts whose letters join. */
export function textWidth(text: string): number {
  return simple.test(text) ? text.length : stringWidth(text);
}

export function widestOf(texts: readonly string[]): number {
  return texts.reduce((max, text) => Math.max(max, textWidth(text)), 0);
}

/** Ends in `…` if it was cut. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  const [start = ''] = pieces(text, columns - 1);
  return textWidth(start) < columns ? `${start}…` : '…';
}

/**
 * The end of a word: a space follows, or a comma or colon and a space. After a number, only the
 * latter: before a space alone, the next word can be its unit.
 */
const wordEnd = /(?<=[^\s\d,:])(?=[,:]? )|(?<=\d)(?=[,:] )/g;

/** Cuts at the end of a word if that leaves more than half of the text that fits. */
export function truncateAtWord(text: string, columns: number): string {
  const short = truncate(text, columns);
  if (short === text) return text;
  const starts = [...text.matchAll(wordEnd)].map(({ index }) => text.slice(0, index));
  const words = starts.findLast((start) => textWidth(start) < columns) ?? '';
  return words.length <= short.length / 2 ? short : `${words}…`;
}

/** Cuts in the middle, because names often begin alike, and keeps an id: `Wellingto…al (3)`. */
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

/** Returns longer text unchanged. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

/** Addresses and flags stay whole, so that they can be copied. */
const unbreakable = /^\W*https?:\/\/|^\W*--\w/;

/** Breaks at spaces, or within a word that is longer than a line. Only that space is lost. */
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
    const parts = unbreakable.test(word) ? [word] : pieces(word, columns);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return line === undefined ? lines : [...lines, line];
}

/** Every line gets the indent of the text. */
export function wrapIndented(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length)).map(
    (line) => indent + line,
  );
}

/** Pieces of at most `columns`. Characters that are drawn as one stay together. */
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
