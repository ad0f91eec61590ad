import { afterAll, describe, expect, test } from 'vitest';
import { checks } from '../../src/smoke/index.ts';
import { errorDefects, errorOddities } from './defects/errors.ts';
import { listDefects, listOddities } from './defects/lists.ts';
import { quoteDefects, quoteOddities } from './defects/quotes.ts';
import { siteDefects, siteOddities } from './defects/site.ts';
import { createOriginal, startMutant } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const defects = [...listDefects, ...quoteDefects, ...errorDefects, ...siteDefects];
const oddities = [...quoteOddities, ...listOddities, ...errorOddities, ...siteOddities];

const original = createOriginal();
afterAll(() => original.close());

describe('an operator with one defect', () => {
  test.each(defects)('%s reports %s', async (id, _, mutate) => {
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

  test('every check that a defect can break is broken by one', () => {
    const named = new Set(defects.map(([id]) => id));
    const unnamed = checks.map(({ id }) => id).filter((id) => !named.has(id));
    // Notes, warnings and what a test cannot provoke; run.test.ts covers the 429.
    expect(unnamed).toEqual([
      'depots-days',
      'quote-note',
      'quote-sums',
      'errors-unavailable',
      'transport-tls',
      'transport-latency',
      'limits-value',
      'limits-exceeded',
    ]);
  });
});

describe('an operator with an oddity', () => {
  test.each(oddities)('%s warns of %s, and the run passes', async (id, _, mutate) => {
    const run = await smoke(await startMutant(original, mutate));
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [id], 0]);
  });

  test('fails with --strict', async () => {
    const [, , mutate] = quoteOddities[0] ?? defects[0]!;
    const run = await smoke(await startMutant(original, mutate), { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], ['quote-note'], 1]);
  });
});
