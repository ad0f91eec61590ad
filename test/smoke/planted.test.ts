// @module-tag long
/** `RENTAL_TEST_TABLE=1 RENTAL_TEST_THOROUGH=1 npm test -- test/smoke/planted.test.ts` prints a table. */
import { afterAll, describe, expect, test } from 'vitest';
import { planted } from './planted/index.ts';
import { knownMisses, mostMissed } from './planted/known.ts';
import { refuse } from './planted/limits.ts';
import { isRight, outcomeOf, tableOf, watched, type Outcome } from './planted/outcome.ts';
import { only, since } from './planted/planted.ts';
import { walk } from './planted/walk.ts';
import { createOriginal, startMutant } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

const original = createOriginal();
const outcomes: Outcome[] = [];
afterAll(() => {
  if (process.env['RENTAL_TEST_TABLE']) console.log(tableOf(outcomes));
});

describe('an operator with one planted defect', () => {
  test.each(sample(planted, 5).map((defect) => [defect.name, defect] as const))('%s', async (name, defect) => {
    const { mutate, wasAsked } = watched(defect.mutate);
    const run = await smoke(await startMutant(original, mutate), defect.options);
    const outcome = outcomeOf(defect, run, wasAsked());
    outcomes.push(outcome);
    const isKnown = knownMisses.includes(name);
    expect(isRight(outcome), isKnown ? 'found now: delete it from the known misses' : outcome.found).toBe(!isKnown);
    expect(outcome.unrelated).toEqual([]);
    const failed = run.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
    for (const { expected, got } of run.results.flatMap(({ findings }) => findings)) {
      expect(expected).not.toBe('');
      expect(got).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,400}$/u);
    }
    expect(failed.filter(({ sentence }) => sentence === undefined).map(({ id }) => id)).toEqual([]);
    if (defect.options?.tripRateLimit !== true) expect(run.requests).toBeLessThanOrEqual(40);
  });

  test('is in some answer, even if smoke does not ask for it', async () => {
    const answers = await walk(original);
    const nowhere = outcomes.filter(({ defect, wasAsked }) => {
      const walked = watched(defect.mutate);
      if (!wasAsked) answers.forEach((answer) => walked.mutate({ ...answer, headers: { ...answer.headers } }));
      return !wasAsked && !walked.wasAsked();
    });
    expect(nowhere.map(({ defect }) => defect.name)).toEqual([]);
  });
});

test('the same operator without a defect passes, with its limit as well', async () => {
  const run = await smoke(await startMutant(original, only(since(101), refuse)), { strict: true, tripRateLimit: true });
  expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
});

describe('the list of planted defects', () => {
  const names = planted.map(({ name }) => name);

  test('has many, each with a name of its own', () => {
    expect(planted.filter(({ severity }) => severity === undefined).length).toBeGreaterThanOrEqual(170);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has few known misses, each with the name of a defect', () => {
    expect(knownMisses.length / planted.length).toBeLessThan(mostMissed);
    expect(knownMisses.filter((name) => !names.includes(name))).toEqual([]);
  });
});
