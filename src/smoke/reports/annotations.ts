/**
 * What GitHub Actions shows beside the log of a run: the worst problems, and one line about the rest. The runner reads them as commands,
 * one a line, from stdout and stderr of a step.
 */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../smoke-run.ts';
import { findingText, problemsOf, ruleText, skipWords, statusOf, summaryOf } from './wording.ts';

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level for a step, and leaves out the rest without a word. */
const mostProblems = 10;

/** At most ten errors and warnings, errors first; then notices: how many more there are, and the summary. */
export function githubAnnotations(run: SmokeRun): string {
  const found = run.results.flatMap((result) => problemAnnotations(result, run.strict));
  const blocked: Annotation[] =
    run.obstacle === undefined ? [] : [{ level: 'warning', title: 'could not check', message: run.obstacle }];
  const problems = [
    ...found.filter(({ level }) => level === 'error'),
    ...blocked,
    ...found.filter(({ level }) => level === 'warning'),
  ];
  const more = problems.length - mostProblems;
  const notices = [...(more > 0 ? [`and ${more} more, see the log`] : []), ...uncheckedNotices(run), summaryOf(run)];
  const all: Annotation[] = [
    ...problems.slice(0, mostProblems),
    ...notices.map((message) => ({ level: 'notice', title: 'rental smoke', message }) as const),
  ];
  return all.map(commandLine).join('');
}

/** A line for each reason why checks could not be made; that of an obstacle is a warning already. */
function uncheckedNotices({ results, strict }: SmokeRun): string[] {
  const unchecked = results.filter((result) => statusOf(result, strict) === 'unchecked');
  return [...new Set(unchecked.map(({ reason = '' }) => reason))].map((reason) => {
    const same = unchecked.filter((one) => one.reason === reason);
    return `${skipWords.unchecked}${same.map(({ check }) => check.id).join(', ')} (${reason})`;
  });
}

function problemAnnotations(result: CheckResult, strict: boolean): Annotation[] {
  const status = statusOf(result, strict);
  if (status !== 'failed' && status !== 'warned') return [];
  const { id, title } = result.check;
  return problemsOf(result).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return {
      level: status === 'failed' ? 'error' : 'warning',
      title: `${id}: ${title}`,
      message: `${findingText(finding)} (${ruleText(result)})${repeat}`,
    };
  });
}

function commandLine({ level, title, message }: Annotation): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escapeData(message)}\n`;
}

/** Escapes text as the runner decodes it. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
