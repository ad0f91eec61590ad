/** An operator that keeps every documented sentence and takes every freedom otherwise than the sandbox is accused of nothing. */
import { describe, expect, test } from 'vitest';
import type { Judged } from '../../src/smoke/index.ts';
import {
  plantOtherOperator,
  siteVariants,
  tripVariants,
  valueVariants,
  type Variants,
} from './other-operator/index.ts';
import { smoke, type RunOptions } from './support/smoke.ts';
import { isThorough, sample } from '../support/thorough.ts';

const dayMs = 86_400_000;
const week = Array.from({ length: 7 }, (_, day) => Date.parse('2026-11-20T09:00:00Z') + day * dayMs);

describe('a strict run is passed by an operator with', () => {
  test.each(sample(Object.keys(tripVariants), 5))('%s, on each day of the week', async (name) => {
    const index = Object.keys(tripVariants).indexOf(name);
    // The website is the same on each day.
    const options = { skip: ['site'] };
    for (const now of isThorough ? week : [week[index % 7]])
      expect(await problemsOf(tripVariants, name, options, now), new Date(now ?? 0).toISOString()).toEqual([]);
  });

  test.each(sample(Object.keys(valueVariants), 12))('%s', async (name) => {
    expect(await problemsOf(valueVariants, name)).toEqual([]);
  });

  test.each(sample(Object.keys(siteVariants), 7))('%s, whether its website is given or not', async (name) => {
    expect(await problemsOf(siteVariants, name)).toEqual([]);
    expect(await problemsOf(siteVariants, name, { siteIsAssumed: true })).toEqual([]);
  });
});

async function problemsOf(variants: Variants, name: string, options: RunOptions = {}, now = week[0] ?? 0) {
  const operator = plantOtherOperator({ ...variants[name], now: () => now });
  const { baseUrl } = operator;
  const siteUrl = options.siteIsAssumed === true ? baseUrl.origin : operator.siteUrl;
  const run = await smoke({ baseUrl, siteUrl }, { ...options, strict: true, machine: { now: () => now } });
  return [
    ...run.results.flatMap(accusations),
    ...(run.exitCode === 0 ? [] : [`exit code ${run.exitCode}: ${run.obstacle}`]),
    ...(run.requests <= 34 ? [] : [`${run.requests} requests`]),
  ];
}

/** Findings, and checks that had no request left. Guessed addresses come last and may be left out. */
function accusations({ id, findings, reason }: Judged): string[] {
  const found = findings.filter(({ severity }) => severity !== 'note');
  const texts = found.map(({ severity, expected, got }) => `${severity} ${id}: ${expected}, got ${got}`);
  const isLeftOut = reason?.includes('requests at most') === true && !/^site-openapi/.test(id);
  return isLeftOut ? [`${id}: ${reason}`] : texts;
}
