/** Reports for GitHub Actions: annotations as workflow commands, and a summary of the job in Markdown. */
import type { CheckResult } from '../check.ts';
import type { SmokeRun } from '../run.ts';
import { findingText, messageOf, problemsOf, statusOf, summaryOf, titleOf } from './wording.ts';

/** One line for each annotation. The runner reads them from stdout and stderr of a step. */
export function githubAnnotations(run: SmokeRun): string {
  const lines = run.results.flatMap((result) => annotations(result, run.strict));
  const blocked = run.obstacle === undefined ? [] : [command('warning', 'could not check', run.obstacle)];
  return [...lines, ...blocked, command('notice', 'rental smoke', summaryOf(run))].map((line) => `${line}\n`).join('');
}

const statusWords = { passed: 'pass', warned: 'warn', failed: 'fail', skipped: 'skip', blocked: 'could not check' };

export function githubSummary(run: SmokeRun): string {
  const shown = run.results.filter((result) => statusOf(result, run.strict) !== 'passed');
  const rows = shown.map((result) => {
    const cells = [statusWords[statusOf(result, run.strict)], result.check.id, messageOf(result), result.check.section];
    return `| ${cells.map(markdown).join(' | ')} |`;
  });
  const table = rows.length === 0 ? [] : ['| | check | | section |', '|---|---|---|---|', ...rows, ''];
  return ['### rental smoke', '', `${markdown(run.baseUrl)}: ${markdown(summaryOf(run))}`, '', ...table, ''].join('\n');
}

function annotations(result: CheckResult, strict: boolean): string[] {
  const status = statusOf(result, strict);
  if (status !== 'failed' && status !== 'warned') return [];
  const level = status === 'failed' ? 'error' : 'warning';
  return problemsOf(result).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return command(level, titleOf(result), `${findingText(finding)} (${result.check.section})${repeat}`);
  });
}

function command(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${data(message)}`;
}

/** Escapes text as the runner decodes it. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes every character that could make markup, a mention or a link. */
function markdown(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,;]/gu, (character) => `&#${character.codePointAt(0)};`);
}
