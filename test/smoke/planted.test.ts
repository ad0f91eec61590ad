// @module-tag long
/** Each way to break a rule is found, and nothing else with it. The faults that a sandbox can have are in `test/sandbox/defects.test.ts`. */
import { expect, test } from 'vitest';
import { planted } from './planted/index.ts';
import { createOriginal, startMutant } from './support/mutant.ts';
import { smoke } from './support/smoke.ts';

const original = createOriginal();

test.each(planted)('$found: $words', async ({ found, mutate, options }) => {
  const run = await smoke(await startMutant(original, mutate), options);
  const wrong = run.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(wrong.map(({ verdict, check }) => `${verdict} ${check.id}`).join(', ')).toBe(found);
  for (const { check, verdict, findings } of wrong) {
    expect(verdict === 'fail' && check.sentence === undefined, 'only a rule of the document can fail').toBe(false);
    for (const { expected, got } of findings) {
      expect(expected, 'a finding says what was expected').not.toBe('');
      expect(got, 'what came is on one short line').toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,400}$/u);
    }
  }
  if (options.tripRateLimit !== true) expect(run.requests, 'a run is small').toBeLessThanOrEqual(40);
});
