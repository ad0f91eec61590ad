/** What a CI system shows beside the log of a run: the worst problems, and one line about the rest. */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../run.ts';
import { findingText, problemsOf, ruleText, statusOf, summaryOf, titleOf } from './wording.ts';

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level for a step, and leaves out the rest without a word. */
const mostProblems = 10;

/** At most ten errors and warnings, errors first; then notices: how many more there are, and the summary. */
export function annotationsOf(run: SmokeRun): Annotation[] {
  const found = run.results.flatMap((result) => problemAnnotations(result, run.strict));
  const blocked: Annotation[] =
    run.obstacle === undefined ? [] : [{ level: 'warning', title: 'could not check', message: run.obstacle }];
  const problems = [
    ...found.filter(({ level }) => level === 'error'),
    ...blocked,
    ...found.filter(({ level }) => level === 'warning'),
  ];
  const more = problems.length - mostProblems;
  return [
    ...problems.slice(0, mostProblems),
    ...(more > 0 ? [notice(`and ${more} more, see the log`)] : []),
    notice(summaryOf(run)),
  ];
}

function problemAnnotations(result: CheckResult, strict: boolean): Annotation[] {
  const status = statusOf(result, strict);
  if (status !== 'failed' && status !== 'warned') return [];
  return problemsOf(result).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return {
      level: status === 'failed' ? 'error' : 'warning',
      title: titleOf(result),
      message: `${findingText(finding)} (${ruleText(result)})${repeat}`,
    };
  });
}

function notice(message: string): Annotation {
  return { level: 'notice', title: 'rental smoke', message };
}
