/** Measures text in terminal columns and makes it fit. All text here is already escaped and not yet painted. */
import stringWidth from 'string-width';

/** Latin letters, dashes, quotes and arrows: each takes one column and none joins the next. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Grapheme clusters that a terminal draws as one glyph: emoji sequences, keycaps, decomposed Hangul syllables. */
const singleGlyph = new RegExp('\\p{RGI_Emoji}|[\\u200D\\u20E3\\u1100-\\u11FF\\uA960-\\uA97C\\uD7B0-\\uD7FB]', 'v');

/** In terminal columns. */
export function textWidth(text: string): number {
  if (simple.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += clusterWidth(segment);
  return width;
}

/** Text of at most `columns`. Text that was cut ends in `…`. */
export function truncate(text: string, columns: number): string {
  if (simple.test(text) && text.length <= columns) return text;
  let kept = '';
  let width = 0;
  let end = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += clusterWidth(segment);
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
  if (textWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  let width = 0;
  for (const word of text.split(' ')) {
    const wide = textWidth(word);
    if (line !== undefined && width + 1 + wide <= columns) {
      line += ` ${word}`;
      width += 1 + wide;
      continue;
    }
    if (line?.trim()) lines.push(line);
    const pieces = wide <= columns || isWhole?.(word) === true ? [word] : breakWord(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    width = textWidth(line);
  }
  return line === undefined ? lines : [...lines, line];
}

/** Lines of at most `columns` that keep the indent of the text. Addresses and flags stay whole. */
export function wrapIndented(text: string, columns: number): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrap(text.slice(indent.length), Math.max(1, columns - indent.length), isCopied).map((line) => indent + line);
}

/** Pads with spaces to `columns`. Returns longer text unchanged. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

function breakWord(word: string, columns: number): string[] {
  const clusters = [...segmenter.segment(word)].flatMap(({ segment }) =>
    // A cluster that is wider than a line is split into its characters.
    clusterWidth(segment) > columns ? [...segment] : [segment],
  );
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const cluster of clusters) {
    const wide = clusterWidth(cluster);
    if (piece !== '' && width + wide > columns) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += cluster;
    width += wide;
  }
  return [...pieces, piece];
}

/**
 * string-width counts only the first character of a cluster, but terminals advance for every character of a conjunct (क्ष) or
 * of a flag that does not exist. So add up the characters.
 */
function clusterWidth(cluster: string): number {
  if (cluster.length === 1 || singleGlyph.test(cluster)) return stringWidth(cluster);
  let width = 0;
  for (const character of cluster) width += stringWidth(character);
  return width;
}
