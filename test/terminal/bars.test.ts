import { expect, test } from 'vitest';
import { barText, drawsBars } from '../../src/terminal/bars.ts';

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
  expect(drawsBars({ isTTY: true }, env, false)).toBe(expected);
  expect(drawsBars({ isTTY: false }, env, false), 'in a pipe').toBe(false);
  expect(drawsBars({ isTTY: true }, env, true), 'for a screen reader').toBe(false);
});
