/**
 * Amounts over time, from the lowest to the highest, two heights in each row. The libraries that are kept know neither gaps nor dates.
 */
import type { PlotPoint, PlotView } from '../result.ts';
import { numberText } from '../json.ts';
import { rangeOf, withoutMark } from '../terminal/spark.ts';
import { showMoney } from '../text.ts';
import type { Display } from './cells.ts';

/** Odd, so that one of them is in the middle. */
const mostRows = 7;
const [leastColumns, mostColumns] = [20, 100];
/** Between two times. */
const timeGap = 6;

/** What was answered in one column. */
interface Place {
  /** Heights from 0. */
  low: number;
  high: number;
  /** The height of the last amount before its end, unless something without an amount came after it. */
  held: number | undefined;
  hasNone: boolean;
}

/** Nothing without two points, an amount, room, and a terminal that can draw. */
export function plotLines({ points, timeOf, without }: PlotView, { width, palette, bars }: Display): string[] {
  const [low, high] = rangeOf(points);
  const rows = high > low ? mostRows : 1;
  const labels = labelsOf(points, low, high);
  const gutter = labels.reduce((most, text) => Math.max(most, text.length), 0);
  const columns = Math.min(mostColumns, width - gutter - 2);
  if (!bars || points.length < 2 || low === Infinity || columns < leastColumns) return [];
  const places = placesOf(points, columns, (amount) => Math.round(shareOf(amount, low, high) * (2 * rows - 1)));
  const body = Array.from({ length: rows }, (_, row) => {
    const label = labels[(row * (labels.length - 1)) / Math.max(1, rows - 1)];
    const line = places.map((place) => cellOf(place, 2 * (rows - 1 - row))).join('');
    return `${(label ?? '').padStart(gutter)} ${label === undefined ? '│' : '┤'}${palette.accent(line.trimEnd())}`;
  });
  const marks = places.map(({ hasNone }) => (hasNone ? withoutMark : ' ')).join('');
  const [axis, times] = timeAxis(columns, points, timeOf);
  const indent = ' '.repeat(gutter + 1);
  const hasMarks = marks.trim() !== '';
  return [
    '',
    ...body,
    ...(hasMarks ? [`${indent}│${palette.paint('warning', marks.trimEnd())}`] : []),
    `${indent}└${axis}`,
    `${indent} ${times}`,
    ...(hasMarks ? [palette.paint('dim', `${indent} ${withoutMark} ${without}`)] : []),
  ];
}

/** The highest and the lowest amount exactly, and what is between them. */
function labelsOf(points: readonly PlotPoint[], low: number, high: number): string[] {
  const exact = (value: number): string => {
    const amount = points.find((point) => point.amount !== undefined && Number(point.amount) === value)?.amount;
    return amount === undefined ? '' : showMoney(numberText(amount));
  };
  return high > low ? [exact(high), showMoney(((low + high) / 2).toFixed(2)), exact(low)] : [exact(low)];
}

function shareOf(value: number, from: number, to: number): number {
  return to > from ? (value - from) / (to - from) : 0;
}

function placesOf(points: readonly PlotPoint[], columns: number, heightOf: (amount: number) => number): Place[] {
  const places = Array.from({ length: columns }, (): Place => {
    return { low: Infinity, high: -1, held: undefined, hasNone: false };
  });
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  let held: number | undefined;
  let next = 0;
  for (const { at, amount } of points) {
    const index = Math.round(shareOf(at, first, last) * (columns - 1));
    for (; next < index; next++) Object.assign(places[next] ?? {}, { held });
    const place = places[index];
    if (place === undefined) continue;
    held = amount === undefined ? undefined : heightOf(Number(amount));
    if (held === undefined) place.hasNone = true;
    else Object.assign(place, { low: Math.min(place.low, held), high: Math.max(place.high, held) });
  }
  return places;
}

/** Two heights, `bottom` and the one above it. Until the next answer the last amount goes on as dots. */
function cellOf({ low, high, held }: Place, bottom: number): string {
  const [lower, upper] = [bottom, bottom + 1].map((height) => low <= height && height <= high);
  if (upper === true) return lower === true ? '█' : '▀';
  if (lower === true) return '▄';
  return high < 0 && held !== undefined && held - bottom >= 0 && held - bottom <= 1 ? '·' : ' ';
}

/** The line with its ticks, and the times below: the first and the last, and between them what has room. */
function timeAxis(columns: number, points: readonly PlotPoint[], timeOf: PlotView['timeOf']) {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const widest = Math.max(timeOf(first).length, timeOf(last).length) + timeGap;
  const steps = last > first ? Math.max(1, Math.min(4, Math.floor(columns / widest) - 1)) : 0;
  let [axis, times] = ['', ''];
  let before: string | undefined;
  for (let step = 0; step <= steps; step++) {
    const share = step / Math.max(1, steps);
    const [text, column] = [timeOf(first + share * (last - first)), Math.round(share * (columns - 1))];
    axis = `${axis.padEnd(column, '─')}┬`;
    // Within a minute, they are the same.
    if (text === before) continue;
    before = text;
    times = times.padEnd(Math.min(columns - text.length, Math.max(0, column - Math.floor(text.length / 2)))) + text;
  }
  return [axis.padEnd(columns, '─'), times] as const;
}
