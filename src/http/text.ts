/** Text from outside, kept raw (the terminal's boundary escapes it) but on one line and short. */
export function cut(text: string, most: number): string {
  const line = text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ').trim();
  // By code points, so that no surrogate is left alone.
  const points = [...line.slice(0, 2 * most + 2)];
  return points.length <= most ? line : `${points.slice(0, most).join('')}…`;
}
