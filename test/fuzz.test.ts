// @module-tag long
/** Random answers of a service: the program ends as documented, whatever bytes come. */
import { expect, test } from 'vitest';
import { checkAnswers, problemOf } from '../bench/fuzz/check.ts';

/** `npm run bench -- fuzz 100000` checks more of them, and `npm run bench -- fuzz 1 <seed> <index>` one again. */
const [seed, count] = [11, 300];

test(`random answers with seed ${seed} end as documented`, { timeout: 600_000 }, async () => {
  const { defects, codes } = await checkAnswers({ seed, count });
  expect(defects.map(({ index, problem }) => `${index}: ${problem}`)).toEqual([]);
  // The answers reach every layer: some are right after all, and others are refused in different ways.
  expect([0, 7].filter((code) => (codes[code] ?? 0) < count / 10)).toEqual([]);
  expect([3, 4, 5, 6, 8].filter((code) => (codes[code] ?? 0) === 0)).toEqual([]);
});

const failed = { code: 6, stderr: 'error: x' };

/** Else no answer could be a defect. */
test.each([
  [['depots'], { code: 70 }, 'exit code 70'],
  [['depots'], { code: 3 }, 'it fails without a word'],
  [['depots'], { stdout: 'a\u009bb' }, 'an unsafe character'],
  [['depots'], { ...failed, stderr: 'error: x\n    at main (file:///x.js:1:2)' }, 'a stack trace'],
  [['depots'], { stdout: '1\t[object Object]\n' }, 'a value that is not text'],
  [['depots'], { ...failed, stderr: 'error: no answer within 20 s' }, 'it waits for an answer that has ended'],
  [['depots'], { ...failed, stdout: '1' }, 'an error prints to stdout'],
  [['depots', '--format', 'json'], { stdout: '[' }, 'the document is not JSON'],
  [['depots'], { stdout: '1\ta\n2\n' }, 'records of different lengths'],
  [['depots'], { stdout: '1\ta\n2\tb\n' }, undefined],
])('the check of %j that ends with %j says: %s', (words, end, problem) => {
  expect(problemOf(words, { code: 0, stdout: '', stderr: '', ...end })).toBe(problem);
});
