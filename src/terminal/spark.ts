/** A row of small bars: how amounts went. */
import type { PlotPoint } from '../result.ts';

const heights = '▁▂▃▄▅▆▇█';
/** A point without an amount. */
export const withoutMark = '×';
/** In columns. */
const sparkWidth = 12;

/** `▇▅×▁`, from the lowest amount to the highest; equal ones are half as high. Of several in one place it shows the last. */
export function sparkText(points: readonly PlotPoint[]): string {
  if (points.length < 2) return '';
  const [low, high] = rangeOf(points);
  const most = Math.min(points.length, sparkWidth);
  const lasts = Array.from({ length: most }, (_, place) => points[Math.ceil(((place + 1) * points.length) / most) - 1]);
  return lasts
    .map((point) => {
      if (point?.amount === undefined) return withoutMark;
      const share = high > low ? (Number(point.amount) - low) / (high - low) : 0.5;
      return heights[Math.round(share * (heights.length - 1))];
    })
    .join('');
}

/** `[Infinity, -Infinity]` if nothing has an amount. */
export function rangeOf(points: readonly PlotPoint[]): readonly [low: number, high: number] {
  const amounts = points.flatMap(({ amount }) => (amount === undefined ? [] : Number(amount)));
  return [amounts.reduce((a, b) => Math.min(a, b), Infinity), amounts.reduce((a, b) => Math.max(a, b), -Infinity)];
}
