// @module-tag long
/** Random answers of a service: the program ends as documented, whatever bytes come. */
import { expect, test } from 'vitest';
import { checkAnswers } from '../bench/fuzz/check.ts';

/**
 * `npm run bench -- fuzz 100000` checks more of them, and `npm run bench -- fuzz 1 <seed> <index>`
 * one again.
 */
const [seed, count] = [11, 400];

test(`random answers with seed ${seed} end as documented`, { timeout: 600_000 }, async () => {
  const { defects, codes } = await checkAnswers({ seed, count });
  expect(defects.map(({ index, problem }) => `${index}: ${problem}`)).toEqual([]);
  // The answers reach every layer: some are right after all, and others are refused in different
  // ways.
  expect([0, 7].filter((code) => (codes[code] ?? 0) < count / 10)).toEqual([]);
  expect([3, 4, 5, 6, 8].filter((code) => (codes[code] ?? 0) === 0)).toEqual([]);
});
