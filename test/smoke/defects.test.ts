/** Defects besides those of the sandbox, each of which fails its check: test/sandbox/defects.test.ts. */
import { afterAll, describe, expect, test } from 'vitest';
import { errorDefects, errorFreedoms, errorOddities } from './defects/errors.ts';
import { listDefects, listFreedoms, listOddities } from './defects/lists.ts';
import { quoteDefects, quoteFreedoms, quoteOddities } from './defects/quotes.ts';
import { siteDefects, siteFreedoms, siteOddities, unpublished } from './defects/site.ts';
import { createOriginal, startMutant } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

const defects = [...listDefects, ...quoteDefects, ...errorDefects, ...siteDefects];
const freedoms = [...listFreedoms, ...quoteFreedoms, ...errorFreedoms, ...siteFreedoms];
const oddities = [...quoteOddities, ...listOddities, ...errorOddities, ...siteOddities];

const original = createOriginal();
afterAll(() => original.close());

describe('an operator with one defect', () => {
  test.each(sample(defects, 5))('%s reports %s', async (id, _, mutate) => {
    const run = await smoke(await startMutant(original, mutate));
    expect(idsOf(run, 'fail')).toEqual([id]);
    expect(run.exitCode).toBe(1);
    const failed = run.results.find(({ check }) => check.id === id);
    for (const finding of failed?.findings ?? []) {
      expect(finding.expected).not.toBe('');
      expect(finding.got).toMatch(/^[ -~…]{1,400}$/);
    }
  });

  test('passes without the defect', async () => {
    const run = await smoke(await startMutant(original, () => {}), { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  });
});

describe('an operator with an oddity', () => {
  test.each(sample(oddities, 2))('%s warns of %s, and the run passes', async (id, _, mutate) => {
    const run = await smoke(await startMutant(original, mutate));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [id], 0]);
  });

  test('fails with --strict', async () => {
    const [id, , mutate] = quoteOddities[0]!;
    const run = await smoke(await startMutant(original, mutate), { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [id], 1]);
  });
});

describe('an operator that takes a freedom', () => {
  test.each(sample(freedoms, 2))('%s notes %s, and a strict run passes', async (id, _, mutate) => {
    const run = await smoke(await startMutant(original, mutate), { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    const notes = run.results.find(({ check }) => check.id === id)?.findings ?? [];
    expect(notes.map(({ severity }) => severity)).toContain('note');
  });
});

test.each(sample(unpublished, 2))(
  'an operator whose publications are elsewhere: %s is not checked: %s',
  async (id, _, mutate) => {
    const run = await smoke(await startMutant(original, mutate), { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'unchecked')).toContain(id);
    expect(run.results.find(({ check }) => check.id === id)?.reason).toContain('was found: ');
  },
);
