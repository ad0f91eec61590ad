// @module-tag long
/** Random answers of a service: the program ends as documented, whatever bytes come. */
import { expect, test } from 'vitest';
import { checkWire } from '../bench/fuzz/wire/check.ts';
import { problemOfAnswer, problemOfRight } from '../bench/fuzz/wire/problems.ts';
import type { Line } from '../bench/fuzz/lines.ts';

/** `npm run fuzz -- wire 1000000` runs more of them; `npm run fuzz -- wire 1 <seed> <index>` repeats one. The gate asks for more than the default. */
const count = Number(process.env['RENTAL_TEST_ANSWERS'] ?? 1000);
const seed = 11;

test(`random answers with seed ${seed} end as documented`, { timeout: 600_000 }, async () => {
  const { defects, codes, answers } = await checkWire({ seed, count });
  expect(defects.map(({ index, problem }) => `${index}: ${problem}`)).toEqual([]);
  // The answers reach every layer: some are right after all, and others are refused in different ways.
  expect(answers).toBeGreaterThan(count);
  const often = [0, 7];
  const sometimes = [3, 4, 5, 6, 8];
  expect(often.filter((code) => (codes[code] ?? 0) < count / 10)).toEqual([]);
  expect(sometimes.filter((code) => (codes[code] ?? 0) < count / 1000)).toEqual([]);
});

const line = (...words: readonly string[]): Line => ({ words, env: {}, config: undefined, columns: undefined });
const failed = { code: 6, stderr: 'error: x' };
const trace = '    at main (file:///x.js:1:2)';

test.each([
  [line('depots'), { code: 70 }, 'exit code 70'],
  [line('depots'), { stdout: 'a\u009bb' }, 'an unsafe character'],
  [line('depots'), { stderr: 'a\u202eb' }, 'an unsafe character'],
  [line('depots'), { stdout: 'a\rb' }, 'a carriage return'],
  [line('depots'), { stdout: 'a\r\n' }, 'a carriage return'],
  [line('depots', '--format', 'csv'), { stdout: 'a\r\n' }, undefined],
  [line('depots'), { ...failed, stderr: `error: x\n${trace}` }, 'a stack trace'],
  [line('depots', '-vv'), { ...failed, stderr: `error: x\n${trace}` }, undefined],
  [line('depots'), { stdout: '1\t[object Object]\n' }, 'a value that is not text'],
  [line('depots'), { ...failed, stderr: `error: ${'x'.repeat(3000)}` }, 'a message that is too long'],
  [line('depots'), { ...failed, stderr: 'error: no answer within 20 s' }, 'it waits for an answer that has ended'],
  [line('depots'), { ...failed, stdout: '1' }, 'an error prints to stdout'],
  [line('compare'), { ...failed, stdout: '1' }, undefined],
  [line('depots'), { ...failed, stderr: 'error: x\nerror: y' }, '2 errors instead of one'],
  [line('depots', '--format', 'json'), { stdout: '[' }, 'the document is not JSON'],
  [line('depots', '--format', 'ndjson'), { stdout: '{}\n{\n' }, 'a record is not JSON'],
  [line('depots'), { stdout: '1\ta\n2\n' }, 'records of different lengths'],
  [line('depots'), { stdout: '1\ta\n2\tb\n' }, undefined],
])('the check of %j that ends with %j says: %s', (given, end, problem) => {
  expect(problemOfAnswer(given, { code: 0, stdout: '', stderr: '', ...end }, false)).toBe(problem);
});

test('right answers must end without an error, and always in the same way', () => {
  const ends = new Map<string, string>();
  const end = { code: 0, stdout: '1\ta\n', stderr: '' };
  expect(problemOfRight(line('depots'), end, ends)).toBeUndefined();
  expect(problemOfRight(line('depots', '-v'), end, ends)).toBeUndefined();
  expect(problemOfRight(line('depots', '--json'), { ...end, stdout: '[]\n' }, ends)).toBeUndefined();
  expect(problemOfRight(line('depots'), { ...end, stdout: '1\tb\n' }, ends)).toBe('right answers end differently');
  expect(problemOfRight(line('depots'), { ...end, code: 7 }, ends)).toBe('right answers end with an error');
});
