// @module-tag long
/** Random answers of a service: the program ends as documented, whatever bytes come. */
import { expect, test } from 'vitest';
import { checkWire } from '../bench/fuzz/wire/check.ts';

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
