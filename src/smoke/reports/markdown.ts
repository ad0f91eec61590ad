/** A report in Markdown, for the summary of a job or a comment on a merge request. */
import type { Judged, SmokeRun } from '../run.ts';
import { messageOf, problemsOf, ruleText, statusOf, summaryOf } from './wording.ts';

const statusWords = {
  ...{ pass: 'pass', warn: 'warn', fail: 'fail', skip: 'skip', unchecked: 'not checked', blocked: 'could not check' },
};

/** What did not pass, with the first problem of each rule: a comment must not be too long. */
export function markdownReport(run: SmokeRun): string {
  const shown = run.results.filter((result) => statusOf(result, run.strict) !== 'pass');
  const rows = shown.map((result) => tableRow(result, run.strict));
  const table = rows.length === 0 ? [] : ['', '| | check | expected | got | rule |', '|---|---|---|---|---|', ...rows];
  const requests = shown.flatMap(requestLines);
  const block = requests.length === 0 ? [] : ['', 'Requests that show it:', '', '```sh', ...requests, '```'];
  const blocked = run.obstacle === undefined ? [] : ['', `Could not check: ${literal(run.obstacle)}`];
  const facts = run.facts.length === 0 ? [] : ['', ...run.facts.map(({ text }) => `- ${literal(text)}`)];
  const start = ['### rental smoke', '', `${literal(run.baseUrl)}: ${summaryOf(run)}`];
  return [...start, ...blocked, ...table, ...facts, ...block, '', ''].join('\n');
}

function tableRow(result: Judged, strict: boolean): string {
  const [first, ...more] = problemsOf(result);
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const found =
    first === undefined ? ['', literal(messageOf(result))] : [literal(first.expected), literal(first.got) + rest];
  const cells = [statusWords[statusOf(result, strict)], literal(result.id), ...found, literal(ruleText(result))];
  return `| ${cells.join(' | ')} |`;
}

/** One line cannot end a block of code. */
function requestLines(result: Judged): string[] {
  const request = problemsOf(result).find((finding) => finding.request !== undefined)?.request;
  return request === undefined ? [] : [`# ${result.id}`, request];
}

/**
 * A code span: it holds no markup, mention or link. Character references would not do: some sites look for mentions and links
 * after they have read them. A span ends at a backtick, a cell at a bar; nothing escapes these in every Markdown.
 */
function literal(text: string): string {
  if (text === '') return '';
  return `\`${text.replace(/[`|]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\``;
}
