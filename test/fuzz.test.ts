// @module-tag long
/** Random answers of a service: the program ends as documented, whatever bytes come. */
import { expect, test } from 'vitest';
import { checkAnswers, problemOf } from '../bench/fuzz/check.ts';
import { isThorough } from './support/thorough.ts';

/** `npm run bench -- fuzz 100000` checks more of them, and `npm run bench -- fuzz 1 <seed> <index>` one again. */
const count = isThorough ? 1000 : 300;
const seed = 11;

test(`random answers with seed ${seed} end as documented`, { timeout: 600_000 }, async () => {
  const { defects, codes } = await checkAnswers({ seed, count });
  expect(defects.map(({ index, problem }) => `${index}: ${problem}`)).toEqual([]);
  // The answers reach every layer: some are right after all, and others are refused in different ways.
  expect([0, 7].filter((code) => (codes[code] ?? 0) < count / 10)).toEqual([]);
  expect([3, 4, 5, 6, 8].filter((code) => (codes[code] ?? 0) === 0)).toEqual([]);
});

const failed = { code: 6, stderr: 'error: x' };
const trace = '    at main (file:///x.js:1:2)';

test.each([
  [['depots'], { code: 70 }, 'exit code 70'],
  [['depots'], { code: 11 }, 'exit code 11 has no meaning'],
  [['depots'], { code: 3 }, 'it fails without a word'],
  [['depots'], { stdout: 'a\u009bb' }, 'an unsafe character'],
  [['depots'], { stderr: 'a\u202eb' }, 'an unsafe character'],
  [['depots'], { stdout: 'a\r\n' }, 'a carriage return'],
  [['depots', '--format', 'csv'], { stdout: 'a\r\n' }, undefined],
  [['depots'], { ...failed, stderr: `error: x\n${trace}` }, 'a stack trace'],
  [['depots', '-vv'], { ...failed, stderr: `error: x\n${trace}` }, undefined],
  [['depots'], { stdout: '1\t[object Object]\n' }, 'a value that is not text'],
  [['depots'], { ...failed, stderr: `error: ${'x'.repeat(3000)}` }, 'a message that is too long'],
  [['depots'], { ...failed, stderr: 'error: no answer within 20 s' }, 'it waits for an answer that has ended'],
  [['depots'], { ...failed, stdout: '1' }, 'an error prints to stdout'],
  [['compare'], { ...failed, stdout: '1' }, undefined],
  [['depots', '--format', 'json'], { stdout: '[' }, 'the document is not JSON'],
  [['depots', '--format', 'ndjson'], { stdout: '{}\n{\n' }, 'a record is not JSON'],
  [['depots'], { stdout: '1\ta\n2\n' }, 'records of different lengths'],
  [['depots'], { stdout: '1\ta\n2\tb\n' }, undefined],
])('the check of %j that ends with %j says: %s', (words, end, problem) => {
  expect(problemOf(words, { code: 0, stdout: '', stderr: '', ...end })).toBe(problem);
});
