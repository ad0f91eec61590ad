/** How many columns text takes, and text that is made to fit. All text here is escaped and carries no styles yet. */
import stringWidth from 'string-width';

/** Latin letters with their marks, dashes, quotes, arrows: one column each, nothing joins. */
const simple = /^[ -~\u00A1-\u02FF\u2010-\u2027\u2190-\u2193]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Clusters that a terminal draws as one sign: emoji sequences, keycaps, Hangul syllables in parts. */
const oneSign = new RegExp('\\p{RGI_Emoji}|[\\u200D\\u20E3\\u1100-\\u11FF\\uA960-\\uA97C\\uD7B0-\\uD7FB]', 'v');

/** Columns of the terminal. */
export function textWidth(text: string): number {
  if (simple.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += clusterWidth(segment);
  return width;
}

/** At most `columns` wide; what was cut ends in `…`. */
export function truncate(text: string, columns: number): string {
  if (simple.test(text) && text.length <= columns) return text;
  let kept = '';
  let width = 0;
  let end = 0;
  for (const { segment } of graphemes(text)) {
    width += clusterWidth(segment);
    if (width > columns) return columns < 1 ? '' : `${kept.slice(0, end)}…`;
    kept += segment;
    if (width < columns) end = kept.length;
  }
  return text;
}

/**
 * Lines of at most `columns`, broken at spaces where there are any and within a word where not. Nothing is lost but the
 * space at a break. A sign wider than `columns` has a line of its own.
 */
export function wrap(text: string, columns: number): string[] {
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
    const pieces = wide <= columns ? [word] : breakWord(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    width = textWidth(line);
  }
  return line === undefined ? lines : [...lines, line];
}

/** Padded with spaces to `columns`; longer text stays as it is. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - textWidth(text)));
  return side === 'left' ? spaces + text : text + spaces;
}

function breakWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const segment of signs(word, columns)) {
    const wide = clusterWidth(segment);
    if (piece !== '' && width + wide > columns) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += segment;
    width += wide;
  }
  return [...pieces, piece];
}

/** Whole clusters; the letters of one that would fit no line. */
function signs(word: string, columns: number): string[] {
  return [...graphemes(word)].flatMap(({ segment }) => (clusterWidth(segment) > columns ? [...segment] : [segment]));
}

function graphemes(text: string): Intl.Segments {
  return segmenter.segment(text);
}

/**
 * string-width counts only the first letter of a cluster, but terminals advance for every letter of a conjunct (क्ष) or of
 * a flag that does not exist, so these are added up.
 */
function clusterWidth(cluster: string): number {
  if (cluster.length === 1 || oneSign.test(cluster)) return stringWidth(cluster);
  let width = 0;
  for (const character of cluster) width += stringWidth(character);
  return width;
}
