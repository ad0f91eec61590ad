import { describe, expect, test } from 'vitest';
import { plotLines } from '../../src/render/plot.ts';
import type { PlotPoint } from '../../src/result.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import { sparkText } from '../../src/terminal/spark.ts';

const dayMs = 24 * 3_600_000;
const pointsOf = (...amounts: (number | undefined)[]): PlotPoint[] =>
  amounts.map((amount, day) => ({ at: day * dayMs, amount }));

describe('a line of small bars', () => {
  test.each<[string, PlotPoint[], string]>([
    ['goes from the lowest to the highest', pointsOf(100, 200, 150), '▁█▅'],
    ['has a mark where there was no amount', pointsOf(100, undefined, 200), '▁×█'],
    ['is half as high for equal amounts', pointsOf(5, 5), '▅▅'],
    ['has only marks without amounts', pointsOf(undefined, undefined), '××'],
    ['needs two points', pointsOf(7), ''],
    ['is not longer for thousands, and ends with the last one', pointsOf(...Array(4999).fill(1), 2), '▁▁▁▁▁▁▁▁▁▁▁█'],
  ])('%s', (_, points, expected) => {
    expect(sparkText(points)).toBe(expected);
  });
});

describe('a plot', () => {
  const plot = (points: PlotPoint[], width = 32, bars = true) => {
    const display = { width, bars, palette: createPalette({ isTTY: false }, {}, 'never') };
    const view = { points, timeOf: (at: number) => `day ${Math.round(at / dayMs)}`, without: 'no price' };
    return plotLines(view, display as unknown as Parameters<typeof plotLines>[1]);
  };

  test('has a gap where there was no amount, never an amount', () => {
    const lines = plot(pointsOf(100, 200.5, undefined, undefined, 150));
    expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
      "

      200.50 ┤      ▀·····
             │
             │
      150.25 ┤                       ▄
             │
             │
      100.00 ┤▄·····
             │            ×    ×
             └┬──────────────────────┬
              day 0              day 4
              × no price
      "
    `);
  });

  test('of equal amounts is one line', () => {
    expect(plot(pointsOf(5, 5, 5)).slice(1, 2)).toMatchInlineSnapshot(`
      [
        "5.00 ┤▄············▄···········▄",
      ]
    `);
  });

  test.each<[string, ...Parameters<typeof plot>]>([
    ['one point', pointsOf(1)],
    ['no amount', pointsOf(undefined, undefined)],
    ['no room', pointsOf(1, 2), 20],
    ['a terminal that cannot draw', pointsOf(1, 2), 80, false],
  ])('of %s is nothing', (_, ...parts) => {
    expect(plot(...parts)).toEqual([]);
  });

  test('of thousands, of one moment, and with a clock that was set back is as wide as the terminal', () => {
    const many = pointsOf(...Array.from({ length: 5000 }, (_, index) => (index % 7 === 0 ? undefined : index)));
    const moment = pointsOf(3, 9, undefined).map((point) => ({ ...point, at: 5 }));
    const back = pointsOf(3, 9, 4).map((point, place) => ({ ...point, at: [10, 0, 20][place] ?? 0 }));
    for (const points of [many, moment, back]) {
      const lines = plot(points, 60);
      expect(lines.filter((line) => line.length > 60)).toEqual([]);
      expect(lines.length).toBeGreaterThan(8);
    }
  });
});
