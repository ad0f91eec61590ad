/** What every report says in the same words. */
import { fails, type SmokeRun } from '../run.ts';
import type { Finding, Outcome } from '../check.ts';

/** What a report has to show of a check: a failing one is `bad`, one that could not be made `blocked`. */
export type Standing = 'good' | 'odd' | 'bad' | 'skipped' | 'blocked';

export function standingOf({ verdict, obstacle }: Outcome, strict: boolean): Standing {
  if (obstacle !== undefined) return 'blocked';
  if (fails(verdict, strict)) return 'bad';
  if (verdict === 'skip') return 'skipped';
  return verdict === 'warn' ? 'odd' : 'good';
}

/** `5 passed, 1 failed, 0 warned, 2 skipped; 31 requests in 0.8 s`. */
export function summaryOf({ counts, requests, elapsedMs }: SmokeRun): string {
  const { pass, fail, warn, skip } = counts;
  return `${pass} passed, ${fail} failed, ${warn} warned, ${skip} skipped; ${requests} requests in ${seconds(elapsedMs)} s`;
}

export function titleOf({ check }: Outcome): string {
  return `${check.id}: ${check.title}`;
}

/** `expected HH:MM, got "25:00"`. */
export function findingWords({ expected, got }: Finding): string {
  return `expected ${expected}, got ${got}`;
}

/** Notes are no problems: only what the verdict rests on. */
export function problemsOf({ findings }: Outcome): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'note');
}

/** The reason of a skip, or the first problem. */
export function messageOf(outcome: Outcome): string {
  const [first, ...more] = problemsOf(outcome);
  if (first === undefined) return outcome.reason ?? '';
  return more.length === 0 ? findingWords(first) : `${findingWords(first)} (and ${more.length} more)`;
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
