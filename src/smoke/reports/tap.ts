/** TAP 14 that readers of TAP 13 understand: one test point for each check, with details as YAML. */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../smoke-run.ts';
import { findingText, messageOf, skipWords, statusOf, summaryOf, titleOf } from './wording.ts';

export function tapReport(run: SmokeRun): string {
  const points = run.results.flatMap((result, index) => [
    point(result, index + 1, run.strict),
    ...details(result).map((line) => `  ${line}`),
  ]);
  // Blocked checks count as skipped, so the run itself must show that it did not succeed.
  const end = run.obstacle === undefined ? [] : [`Bail out! could not check: ${oneLine(run.obstacle)}`];
  const start = ['TAP version 14', `1..${run.results.length}`];
  return [...start, ...points, `# ${oneLine(run.baseUrl)}`, `# ${summaryOf(run)}`, ...end, ''].join('\n');
}

function point(result: CheckResult, number: number, strict: boolean): string {
  const status = statusOf(result, strict);
  const line = `${status === 'failed' ? 'not ok' : 'ok'} ${number} - ${oneLine(titleOf(result))}`;
  if (!isSkip(status)) return line;
  return `${line} # SKIP ${skipWords[status]}${oneLine(messageOf(result))}`;
}

function isSkip(status: string): status is keyof typeof skipWords {
  return Object.hasOwn(skipWords, status);
}

/** A YAML mapping. Its strings are JSON, which keeps each on one line. */
function details({ check, verdict, findings, elapsedMs }: CheckResult): string[] {
  const found = findings.flatMap((finding) => [
    `  - severity: ${finding.severity}`,
    `    message: ${JSON.stringify(findingText(finding))}`,
    ...(finding.request === undefined ? [] : [`    request: ${JSON.stringify(finding.request)}`]),
  ]);
  return [
    '---',
    `verdict: ${verdict}`,
    `section: ${JSON.stringify(check.section)}`,
    ...(check.sentence === undefined ? [] : [`sentence: ${JSON.stringify(check.sentence)}`]),
    `duration_ms: ${elapsedMs}`,
    ...(found.length === 0 ? [] : ['findings:', ...found]),
    '...',
  ];
}

/** Escapes the number sign, which begins a directive. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\#]/g, '\\$&');
}
