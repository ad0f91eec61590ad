/** TAP 14, written so that readers of TAP 13 understand it: one point a check, details as YAML. */
import type { Outcome } from '../check.ts';
import type { SmokeRun } from '../run.ts';
import { findingWords, messageOf, standingOf, summaryOf, titleOf } from './words.ts';

export function tapReport(run: SmokeRun): string {
  const points = run.outcomes.flatMap((outcome, index) => [
    point(outcome, index + 1, run.strict),
    ...details(outcome).map((line) => `  ${line}`),
  ]);
  // Points that could not be made are skipped, but their run is no success.
  const end = run.obstacle === undefined ? [] : [`Bail out! could not check: ${oneLine(run.obstacle)}`];
  const lines = [
    'TAP version 14',
    `1..${run.outcomes.length}`,
    ...points,
    `# ${oneLine(run.baseUrl)}`,
    `# ${summaryOf(run)}`,
  ];
  return [...lines, ...end, ''].join('\n');
}

function point(outcome: Outcome, number: number, strict: boolean): string {
  const standing = standingOf(outcome, strict);
  const result = `${standing === 'bad' ? 'not ok' : 'ok'} ${number} - ${oneLine(titleOf(outcome))}`;
  if (standing === 'skipped') return `${result} # SKIP ${oneLine(messageOf(outcome))}`;
  return standing === 'blocked' ? `${result} # SKIP could not check: ${oneLine(messageOf(outcome))}` : result;
}

/** A YAML mapping whose strings are written as JSON: one line each, whatever is in them. */
function details({ check, verdict, findings, elapsedMs }: Outcome): string[] {
  const found = findings.flatMap((finding) => [
    `  - severity: ${finding.severity}`,
    `    message: ${JSON.stringify(findingWords(finding))}`,
    ...(finding.request === undefined ? [] : [`    request: ${JSON.stringify(finding.request)}`]),
  ]);
  return [
    '---',
    `verdict: ${verdict}`,
    `section: ${JSON.stringify(check.section)}`,
    `duration_ms: ${elapsedMs}`,
    ...(found.length === 0 ? [] : ['findings:', ...found]),
    '...',
  ];
}

/** A number sign would begin a directive. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\#]/g, '\\$&');
}
