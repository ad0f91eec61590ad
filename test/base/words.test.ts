import { expect, test } from 'vitest';
import { plural } from '../../src/base/words.ts';

test.each([
  [0, 'no trips'],
  [1, '1 trip'],
  [1_860, '1,860 trips'],
])('%d is written as %s', (count, expected) => {
  expect(plural(count, 'trip')).toBe(expected);
});
