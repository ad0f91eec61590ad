/** A report in Markdown, for the summary of a job or a comment on a merge request. */
import { capitalized } from '../../base/words.ts';
import type { Judged, SmokeRun } from '../run.ts';
import {
  factsTitle,
  outcomeText,
  notSeen,
  obstacleText,
  sourceText,
  shownFacts,
  summaryOf,
  verdictWords,
} from './wording.ts';

/** Only the first problem of each rule that did not pass, because a comment must be short. */
export function markdownReport(run: SmokeRun): string {
  // If no rental service answered, nothing was checked.
  const results = run.hint === undefined ? run.results : [];
  const shown = results.filter(
    ({ verdict, reason }) =>
      verdict !== 'pass' && (reason === undefined || reason !== run.obstacle),
  );
  const rows = shown.map((result) => {
    const cells = [result.id, outcomeText(result), sourceText(result)].map(literal);
    return `| ${[verdictWords[result.verdict], ...cells].join(' | ')} |`;
  });
  const table =
    rows.length === 0 ? [] : ['', '| | check | what came | rule |', '|---|---|---|---|', ...rows];
  const requests = shown.flatMap(requestLines);
  const block =
    requests.length === 0 ? [] : ['', 'Requests that show it:', '', '```sh', ...requests, '```'];
  const stopped =
    run.obstacle === undefined
      ? []
      : ['', capitalized(obstacleText(literal(run.obstacle))), ...hintLines(run)];
  const start = ['### rental smoke', '', `${literal(run.baseUrl)}: ${summaryOf(run)}`];
  return [...start, ...stopped, ...table, ...block, ...factLines(run), '', ''].join('\n');
}

function factLines(run: SmokeRun): string[] {
  const lines = shownFacts(run).map(
    ({ label, values }) => `- ${label}: ${values.map(literal).join(', ') || notSeen}`,
  );
  return lines.length === 0 ? [] : ['', `#### ${factsTitle}`, '', ...lines];
}

function hintLines({ hint }: SmokeRun): string[] {
  return hint === undefined ? [] : ['', `Hint: ${literal(hint)}`];
}

/** The command of the first finding, which is one line and so cannot end the block of code. */
function requestLines({ id, findings }: Judged): string[] {
  const request = findings.find((finding) => finding.request !== undefined)?.request;
  return request === undefined ? [] : [`# ${id}`, request];
}

/**
 * A code span, which holds no markup, mention or link. A backtick would end the span and a bar the
 * cell, and no escape of these works everywhere.
 */
function literal(text: string): string {
  if (text === '') return '';
  return `\`${text.replace(/[`|]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\``;
}
