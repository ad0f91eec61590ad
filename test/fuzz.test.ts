/** Random command lines: none fails in a way that is not documented, and the same line twice prints the same bytes. */
import { expect, onTestFinished, test } from 'vitest';
import { checkLines } from '../bench/fuzz/check.ts';
import { startFakes } from '../bench/fuzz/harness.ts';
import { isThorough } from './support/thorough.ts';

/** `npm run fuzz -- 100000` runs more of them. */
const count = isThorough ? 250 : 50;

test('random command lines end as documented', { timeout: 120_000 }, async () => {
  const fakes = await startFakes();
  onTestFinished(() => fakes.close());
  const { defects, codes } = await checkLines({ seed: 9, count, addresses: fakes.addresses });
  expect(defects).toEqual([]);
  // The lines also reach the service.
  expect(codes[0]).toBeGreaterThan(count / 5);
  expect(codes[2]).toBeGreaterThan(count / 5);
});
