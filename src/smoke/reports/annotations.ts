/**
 * What a CI system shows beside the log of a run: the worst problems, and one line about the rest. GitHub Actions and Azure Pipelines
 * read them as commands, one a line, from stdout and stderr of a step.
 */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../smoke-run.ts';
import { findingText, problemsOf, ruleText, skipWords, statusOf, summaryOf, titleOf } from './wording.ts';

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level for a step, and leaves out the rest without a word. */
const mostProblems = 10;

export function githubAnnotations(run: SmokeRun): string {
  return linesOf(run, ({ level, title, message }) => {
    const property = githubData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
    return `::${level} title=${property}::${githubData(message)}`;
  });
}

/** The result of the step is left to the exit code, so that a job can decide about it. */
export function azureAnnotations(run: SmokeRun): string {
  return linesOf(run, ({ level, title, message }) => {
    const text = azureData(`${title}: ${message}`);
    // Issues are errors or warnings. A section is a line of the log that stands out.
    return level === 'notice' ? `##[section]${text}` : `##vso[task.logissue type=${level};]${text}`;
  });
}

/** At most ten errors and warnings, errors first; then notices: how many more there are, and the summary. */
function linesOf(run: SmokeRun, commandOf: (annotation: Annotation) => string): string {
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
  return all.map((annotation) => `${commandOf(annotation)}\n`).join('');
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
  return problemsOf(result).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return {
      level: status === 'failed' ? 'error' : 'warning',
      title: titleOf(result),
      message: `${findingText(finding)} (${ruleText(result)})${repeat}`,
    };
  });
}

/** Escapes text as the runner of GitHub decodes it. */
function githubData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes text as the agent of Azure decodes it: the percent sign last, so it is escaped first. */
function azureData(text: string): string {
  return text
    .replaceAll('%', '%AZP25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(';', '%3B')
    .replaceAll(']', '%5D');
}
