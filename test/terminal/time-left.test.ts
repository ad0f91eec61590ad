import { expect, test } from 'vitest';
import { timeLeftBar, timeLeftText } from '../../src/terminal/time-left.ts';

test.each([
  [30, 30, '██████████'],
  [29, 30, '██████████'],
  [15, 30, '█████░░░░░'],
  [1, 3000, '█░░░░░░░░░'],
  [0, 30, '░░░░░░░░░░'],
  [-5, 30, '░░░░░░░░░░'],
  [40, 30, '██████████'],
  [10, 0, '░░░░░░░░░░'],
])('%d of %d is %s', (left, whole, bar) => {
  expect(timeLeftBar(left, whole, 10, true)).toBe(bar);
  expect(timeLeftBar(left, whole, 10, false)).toBe(bar.replaceAll('█', '#').replaceAll('░', '-'));
});

test('the text has the time first, and a bar only where it is wanted and has room', () => {
  const minute = 60_000;
  expect(timeLeftText(29 * minute, 30 * minute, true)).toBe('29 min ████████');
  expect(timeLeftText(90_000, 30 * minute, false)).toBe('90 s #-------');
  expect(timeLeftText(29 * minute, undefined, true)).toBe('29 min left');
  expect(timeLeftText(65 * minute, 130 * minute, true)).toBe('1 h 5 min ███░░');
  expect(timeLeftText(71.5 * 60 * minute, 72 * 60 * minute, true)).toBe('2 days 23 h left');
  expect(timeLeftText(0, 30 * minute, true)).toBe('expired');
});
