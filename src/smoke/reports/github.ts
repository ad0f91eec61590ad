/**
 * What GitHub Actions shows beside the log of a run: the worst problems, and one line about the rest. The runner reads them as commands,
 * one a line, from stdout and stderr of a step.
 */
import type { Judged, SmokeRun } from '../run.ts';
import { findingText, problemsOf, ruleText, skipWords, statusOf, summaryOf } from './wording.ts';

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level for a step, and leaves out the rest without a word. */
const mostProblems = 10;

/** At most ten errors and warnings, errors first; then notices: how many more there are, and the summary. */
export function githubReport(run: SmokeRun): string {
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

/** A line for each reason why rules could not be judged; that of an obstacle is a warning already. */
function uncheckedNotices({ results, strict }: SmokeRun): string[] {
  const unchecked = results.filter((result) => statusOf(result, strict) === 'unchecked');
  return [...new Set(unchecked.map(({ reason = '' }) => reason))].map((reason) => {
    const same = unchecked.filter((one) => one.reason === reason);
    return `${skipWords.unchecked}${same.map(({ id }) => id).join(', ')} (${reason})`;
  });
}

function problemAnnotations(result: Judged, strict: boolean): Annotation[] {
  const status = statusOf(result, strict);
  if (status !== 'fail' && status !== 'warn') return [];
  return problemsOf(result).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return {
      level: status === 'fail' ? 'error' : 'warning',
      title: `${result.id}: ${result.title}`,
      message: `${findingText(finding)} (${ruleText(result)})${repeat}`,
    };
  });
}

/** Escapes text as the runner decodes it. */
function commandLine({ level, title, message }: Annotation): string {
  const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}\n`;
}
