/** The first `max` code points of a text of any length, `…` where something was cut: never half a surrogate pair. */
export function shorten(text: string, max: number): string {
  const points = [...text.slice(0, 2 * max + 2)];
  return points.length > max ? `${points.slice(0, max).join('')}…` : text;
}
