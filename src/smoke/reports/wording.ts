/** The wording that all reports share. */
import { plural } from '../../base/words.ts';
import type { SmokeFinding } from '../findings.ts';
import type { Judged, SmokeRun, Verdict } from '../run.ts';
import { factLines, isAnythingSeen, type FactLine } from './fact-lines.ts';

export const verdictWords: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  skip: 'skipped',
  unchecked: 'not checked',
};

/** `5 passed, 1 failed, 0 warned, 2 skipped, 0 not checked; 31 requests in 0.8 s`. */
export function summaryOf({ counts, requests, elapsedMs }: SmokeRun): string {
  const parts = Object.entries(verdictWords).map(
    ([name, word]) => `${counts[name as Verdict]} ${word}`,
  );
  return `${parts.join(', ')}; ${plural(requests, 'request')} in ${formatSeconds(elapsedMs)} s`;
}

/** The section, and the sentence in it: `Resources: Depot: "Unique depot identifier."` */
export function sourceText({ section, sentence }: Judged): string {
  return sentence === null ? section : `${section}: "${sentence}"`;
}

export const factsTitle = 'Also seen';
export const notSeen = 'not seen';

/** If no rental service answered, only the facts that were seen. */
export function shownFacts({ facts, hint }: SmokeRun): readonly FactLine[] {
  if (!isAnythingSeen(facts)) return [];
  return factLines(facts).filter(({ values }) => hint === undefined || values.length > 0);
}

export const couldNotCheck = 'could not check';

/** Why the service could not be reached, or little could be checked. */
export function obstacleText(obstacle = ''): string {
  return `${couldNotCheck}: ${obstacle}`;
}

/** `expected HH:MM, got "25:00"`. */
export function findingText({ expected, got }: SmokeFinding): string {
  return `expected ${expected}, got ${got}`;
}

/** Why there is no verdict, or the first problem. */
export function outcomeText({ findings, reason = '' }: Judged): string {
  const [first, ...more] = findings;
  if (first === undefined) return reason;
  return more.length === 0 ? findingText(first) : `${findingText(first)} (and ${more.length} more)`;
}

export function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
