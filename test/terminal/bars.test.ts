import { expect, test } from 'vitest';
import { barText, barWidth, drawsBars } from '../../src/terminal/bars.ts';
import { textWidth } from '../../src/terminal/width.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

test.each([
  [1, '█████'],
  [0.5, '██▌'],
  [0.0001, '▏'],
  [0, ''],
  [Number.NaN, ''],
  [7, '█████'],
])('a share of %j is the bar "%s"', (share, bar) => {
  expect(barText(share)).toBe(bar);
});

test('a larger share never has a shorter bar, and no bar is wider than its column', () => {
  const size = (bar: string): number => [...bar].reduce((sum, block) => sum + ' ▏▎▍▌▋▊▉█'.indexOf(block), 0);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map(barText);
      expect(size(low ?? '')).toBeLessThanOrEqual(size(high ?? ''));
      expect(textWidth(high ?? '')).toBeLessThanOrEqual(barWidth);
    }),
    { numRuns: tries(50) },
  );
});

const utf8 = { TERM: 'xterm-256color', LANG: 'en_NZ.UTF-8' };

test.each([
  [true, utf8],
  [true, { ...utf8, NO_COLOR: '1' }],
  [false, { ...utf8, LC_ALL: 'C' }],
  [false, { ...utf8, LANG: 'en_NZ.ISO-8859-1' }],
  [false, { ...utf8, TERM: 'dumb' }],
  [false, { ...utf8, TERM: 'linux' }],
  [false, { TERM: 'xterm' }],
  [true, { TERM: 'xterm', TERM_PROGRAM: 'Apple_Terminal' }],
])('a terminal draws bars: %j with %j', (expected, env) => {
  expect(drawsBars({ isTTY: true }, env)).toBe(expected);
});

test('a pipe has no bars', () => {
  expect(drawsBars({ isTTY: false }, utf8)).toBe(false);
});
