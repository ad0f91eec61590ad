/** Prices over time as a step line. A time without a price is a gap with a mark, never a price. */
import { extent, nice, ticks } from 'd3-array';
import { curveStepAfter, line } from 'd3-shape';
import { showMoney } from '../text.ts';
import { html, type Html } from './html.ts';

export interface PlotPoint {
  /** Epoch ms. */
  readonly at: number;
  /** Undefined if there was no price. */
  readonly total: number | undefined;
}

const size = { width: 1000, height: 300 };
const mostTicks = 4;
/** Below the prices: the marks of what had none. */
const lane = 30;

/** The drawing stretches with the page; its labels are text beside it, so that they can be read on a phone. */
export function plot(points: readonly PlotPoint[], labelOf: (at: number) => string): Html | undefined {
  const priced = points.flatMap(({ total }) => total ?? []);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || priced.length === 0) return undefined;
  const x = scale([first.at, last.at], [8, size.width - 8]);
  const [lowest, highest] = extent(priced);
  const range = nice(lowest ?? 0, highest ?? 0, mostTicks);
  const y = scale(range, [size.height - lane, 8]);
  const path = line<PlotPoint>(
    ({ at }) => x(at),
    ({ total = 0 }) => y(total),
  )
    .defined(({ total }) => total !== undefined)
    .curve(curveStepAfter)([...stepped(points)]);
  const amounts = range[0] === range[1] ? [range[0]] : ticks(...range, mostTicks);
  const middle = (first.at + last.at) / 2;
  const times = last.at > first.at ? [first.at, middle, last.at] : [first.at];
  return html`<figure class="plot">
    <div class="y" aria-hidden="true">
      ${[...amounts].reverse().map((tick) => html`<span>${showMoney(String(tick))}</span>`)}
    </div>
    <svg
      viewBox="0 0 ${size.width} ${size.height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="Prices over time; the table below has them"
    >
      ${amounts.map((tick) => html`<path class="grid" d="M0 ${round(y(tick))}H${size.width}" />`)} ${gaps(points, x)}
      <path class="line" d="${path ?? ''}" />
      ${points.map(({ at, total }) =>
        total === undefined
          ? html`<path class="none" d="M${round(x(at))} ${size.height - 8}h0" />`
          : html`<path class="dot" d="M${round(x(at))} ${round(y(total))}h0" />`,
      )}
    </svg>
    <div class="x" aria-hidden="true">${times.map((at) => html`<span>${labelOf(at)}</span>`)}</div>
  </figure>`;
}

/** Where a value of the domain is in the drawing; a domain of one value is in its middle. */
function scale([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  return (value: number): number =>
    low === high ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);
}

/** A price holds until the next answer, also if that has no price. */
function* stepped(points: readonly PlotPoint[]): Generator<PlotPoint> {
  for (const [place, point] of points.entries()) {
    const before = points[place - 1];
    if (point.total === undefined && before?.total !== undefined) yield { at: point.at, total: before.total };
    yield point;
  }
}

/** From an answer without a price to the next one with a price. */
function gaps(points: readonly PlotPoint[], x: (at: number) => number): Html[] {
  return points.flatMap(({ at, total }, place) => {
    if (total !== undefined) return [];
    const [from, to] = [x(at), x(points[place + 1]?.at ?? at)];
    return [
      html`<rect
        class="gap"
        x="${round(from)}"
        y="0"
        width="${round(Math.max(2, to - from))}"
        height="${size.height}"
      />`,
    ];
  });
}

function round(value: number): string {
  return value.toFixed(1);
}
