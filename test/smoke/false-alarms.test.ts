/** An operator that keeps every documented sentence and takes every freedom otherwise than the sandbox is accused of nothing. */
import { describe, expect, test } from 'vitest';
import type { CheckResult } from '../../src/smoke/check.ts';
import { plantOtherOperator, variants, type Variant } from './other-operator/index.ts';
import { smoke, type RunOptions } from './support/smoke.ts';
import { isThorough, sample } from '../support/thorough.ts';

const dayMs = 86_400_000;
const twoWeeks = Array.from({ length: 14 }, (_, day) => Date.parse('2026-11-20T09:00:00Z') + day * dayMs);
/** These depend on the day of the week, the time of the year, or how far ahead a trip is. */
const tripVariants = variants.slice(0, 28);
const otherVariants = variants.slice(28);
const siteOptions = ['separateSite', 'sitePath', 'book', 'unknownRoutes'];
const siteVariants = variants.filter(({ options }) => Object.keys(options).some((name) => siteOptions.includes(name)));
/** Nothing is wrong with these, but a run does not pass if little could be checked. */
const nothingToCheck = ['no active depot', 'no vehicle at all'];
/** So many rules that the trips which are tried may all break one. */
const hardToPlease = ['everything at once'];

describe('a strict run is passed by an operator with', () => {
  test.each(named(sample(tripVariants, 2)))('%s, on each day of the week', async (_, variant) => {
    for (const [index, now] of (isThorough ? weekOf(variant) : [dayOf(variant)]).entries()) {
      // The website is the same on each day.
      const options = index === 0 ? {} : { skip: ['site'] };
      expect(await problemsOn(variant, now, options), new Date(now).toISOString()).toEqual([]);
    }
  });

  test.each(named(sample(otherVariants, 5)))('%s', async (_, variant) => {
    const now = dayOf(variant);
    expect(await problemsOn(variant, now), new Date(now).toISOString()).toEqual([]);
  });

  test.each(named(sample(siteVariants, 5)))('%s, whose website is not given', async (_, variant) => {
    expect(await problemsOn(variant, twoWeeks[0] ?? 0, { siteIsAssumed: true })).toEqual([]);
  });
});

/** Every other day of two weeks: all days of the week. All variants together know all days of both. */
function weekOf(variant: Variant): readonly number[] {
  return twoWeeks.filter((_, day) => day % 2 === variants.indexOf(variant) % 2);
}

/** Another day for each, so that all of them together know every day of the week. */
function dayOf(variant: Variant): number {
  return twoWeeks[variants.indexOf(variant) % twoWeeks.length] ?? 0;
}

function named(list: readonly Variant[]) {
  return list.map((variant) => [variant.name, variant] as const);
}

async function problemsOn(variant: Variant, now: number, options: RunOptions = {}): Promise<readonly string[]> {
  const operator = plantOtherOperator({ ...variant.options, now: () => now });
  const { baseUrl } = operator;
  const siteUrl = options.siteIsAssumed === true ? baseUrl.origin : operator.siteUrl;
  const run = await smoke({ baseUrl, siteUrl }, { ...options, strict: true, machine: { now: () => now } });
  const codes = [
    ...(nothingToCheck.includes(variant.name) ? [] : [0]),
    ...([...nothingToCheck, ...hardToPlease].includes(variant.name) ? [6] : []),
  ];
  return [
    ...run.results.flatMap(problemsOf),
    ...(codes.includes(run.exitCode) ? [] : [`exit code ${run.exitCode}: ${run.obstacle}`]),
    ...(run.requests <= 40 ? [] : [`${run.requests} requests`]),
  ];
}

/** Findings, and checks that had no request left. Guessed addresses come last and may be left out. */
function problemsOf({ check, findings, reason }: CheckResult): string[] {
  const found = findings.filter(({ severity }) => severity !== 'note');
  const texts = found.map(({ severity, expected, got }) => `${severity} ${check.id}: ${expected}, got ${got}`);
  const isLeftOut = reason?.includes('requests at most') === true && !/^site-(openapi|manifest)/.test(check.id);
  return isLeftOut ? [`${check.id}: ${reason}`] : texts;
}
