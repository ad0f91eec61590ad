/** How much of a time is left, as a bar. */
import { formatDuration } from '../text.ts';

/** Few, so that a bar does not grow when its text gets shorter by a digit. */
const barWidths = [8, 5];

/** `██████░░░░`, or `######----` without Unicode. It is empty only when no time is left. */
export function timeLeftBar(left: number, whole: number, width: number, unicode: boolean): string {
  const share = whole > 0 ? Math.min(1, Math.max(0, left / whole)) : 0;
  const full = Math.ceil(share * width);
  const [on, off] = unicode ? ['█', '░'] : ['#', '-'];
  return on.repeat(full) + off.repeat(width - full);
}

/** `29 min ████████`, or `29 min left` if `whole` is undefined because no bar is wanted. At most 16 columns. */
export function timeLeftText(left: number, whole: number | undefined, unicode: boolean): string {
  if (left <= 0) return 'expired';
  const text = formatDuration(left);
  const width = barWidths.find((columns) => text.length + 1 + columns <= 16);
  return whole === undefined || width === undefined
    ? `${text} left`
    : `${text} ${timeLeftBar(left, whole, width, unicode)}`;
}
