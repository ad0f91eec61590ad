import { expect, it } from 'vitest';
import { formatDuration } from '../../src/base/durations.ts';

const minute = 60_000;
const hour = 60 * minute;

it.each([
  [-5, '0 s'],
  [22_001, '23 s'],
  [119_000, '119 s'],
  [2 * minute, '2 min'],
  [hour + 5 * minute, '1 h 5 min'],
  [47 * hour + 59 * minute, '47 h 59 min'],
  [50 * hour, '2 days 2 h'],
  [Number.NaN, 'an unknown time'],
])('%d ms is %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
