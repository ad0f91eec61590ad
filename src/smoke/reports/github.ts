/** GitHub Actions: annotations as workflow commands, and a summary of the job in Markdown. */
import type { Outcome } from '../check.ts';
import type { SmokeRun } from '../run.ts';
import { findingWords, messageOf, problemsOf, standingOf, summaryOf, titleOf } from './words.ts';

/** One line an annotation. The runner reads them from either stream of a step. */
export function githubAnnotations(run: SmokeRun): string {
  const lines = run.outcomes.flatMap((outcome) => annotations(outcome, run.strict));
  const blocked = run.obstacle === undefined ? [] : [command('warning', 'could not check', run.obstacle)];
  return [...lines, ...blocked, command('notice', 'rental smoke', summaryOf(run))].map((line) => `${line}\n`).join('');
}

export function githubSummary(run: SmokeRun): string {
  const told = run.outcomes.filter((outcome) => standingOf(outcome, run.strict) !== 'good');
  const rows = told.map((outcome) => {
    const cells = [standingWords(outcome, run.strict), outcome.check.id, messageOf(outcome), outcome.check.section];
    return `| ${cells.map(markdown).join(' | ')} |`;
  });
  const table = rows.length === 0 ? [] : ['| | check | | section |', '|---|---|---|---|', ...rows, ''];
  return ['### rental smoke', '', `${markdown(run.baseUrl)}: ${markdown(summaryOf(run))}`, '', ...table, ''].join('\n');
}

function annotations(outcome: Outcome, strict: boolean): string[] {
  const standing = standingOf(outcome, strict);
  if (standing !== 'bad' && standing !== 'odd') return [];
  const level = standing === 'bad' ? 'error' : 'warning';
  return problemsOf(outcome).map((finding) => {
    const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
    return command(level, titleOf(outcome), `${findingWords(finding)} (${outcome.check.section})${repeat}`);
  });
}

function standingWords(outcome: Outcome, strict: boolean): string {
  return { good: 'pass', odd: 'warn', bad: 'fail', skipped: 'skip', blocked: 'could not check' }[
    standingOf(outcome, strict)
  ];
}

function command(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${data(message)}`;
}

/** As the runner decodes it. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Nothing in it is markup, a mention or a link. */
function markdown(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,;]/gu, (character) => `&#${character.codePointAt(0)};`);
}
