/** How far a comparison is, on one line. */
import { expect, test } from 'vitest';
import { progressInWords } from '../../src/compare/view/progress.ts';

type Progress = Parameters<typeof progressInWords>[0][number];

const operator = (done: number, total: number): Progress => {
  const allowance = () => ({ limit: 100, windowMs: 60_000, free: 2 });
  return { session: { allowance }, done, total };
};

test.each([
  [false, '[████████░░░░░░░░] 5 of 10, done in about 60 s, 2 of 100 free'],
  [true, '[████████░░░░░░░░] 5 of 10'],
])('the time that is left is said unless the program waits: %j', (isWaiting, line) => {
  expect(progressInWords([operator(5, 10)], { isWaiting })).toBe(line);
});
