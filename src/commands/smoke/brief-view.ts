/** A smoke run for a person at a terminal: a line for each group of checks, and in full only what is not as it should be. */
import { groupBy } from '../../planner/sweep/rank.ts';
import type { Block, Pair } from '../../result.ts';
import type { CheckResult, Verdict } from '../../smoke/check.ts';
import type { SmokeRun } from '../../smoke/run.ts';
import { plural, shorten } from '../../text.ts';
import { closing, detailBlocks } from './view.ts';

const words: Readonly<Record<Verdict, string>> = { pass: 'passed', fail: 'failed', warn: 'warned', skip: 'skipped' };
const longestNote = 70;

export function briefBlocks(run: SmokeRun): Block[] {
  const { results } = run;
  const groups = groupBy(results, ({ check }) => check.group);
  return [
    { kind: 'pairs', pairs: [...groups].map(([group, checks]) => groupPair(group, checks)) },
    ...results.filter(isProblem).flatMap(detailBlocks),
    ...results.filter(({ verdict }) => verdict === 'pass').flatMap(noteBlocks),
    ...skipBlocks(results),
    ...closing(run),
  ];
}

function isProblem({ verdict }: CheckResult): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** `12 checks passed`, or `9 passed, 1 failed, 2 skipped`. */
function groupPair(label: string, checks: readonly CheckResult[]): Pair {
  const counts = (Object.keys(words) as Verdict[]).flatMap((verdict) => {
    const count = checks.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [{ count, word: words[verdict] }];
  });
  const [only, ...others] = counts.map(({ count, word }) => `${plural(count, 'check')} ${word}`);
  const value = others.length === 0 ? (only ?? '') : counts.map(({ count, word }) => `${count} ${word}`).join(', ');
  return checks.some(isProblem) ? { label, value, style: 'warning' } : { label, value };
}

function noteBlocks({ check, findings }: CheckResult): Block[] {
  return findings.map(({ got }) => ({
    kind: 'text',
    text: `note ${check.id}: ${shorten(got, longestNote)}`,
    style: 'dim',
  }));
}

/** One line for a reason, because one obstacle can skip many checks. */
function skipBlocks(results: readonly CheckResult[]): Block[] {
  const reasons = groupBy(
    results.filter(({ verdict }) => verdict === 'skip'),
    ({ reason = '' }) => reason,
  );
  return [...reasons].map(([reason, [first, ...others]]) => {
    const which = others.length === 0 ? first?.check.id : `${others.length + 1} checks`;
    return { kind: 'text', text: `skip ${which}: ${reason}`, style: 'dim' };
  });
}
