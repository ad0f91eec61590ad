/** Turns a smoke run into a result: what a terminal shows, the records and the JSON document. */
import { columnsOf } from '../../documents/records.ts';
import { checkList, smokeShape } from '../../documents/program.ts';
import { groupBy } from '../../base/group-by.ts';
import { makeResult, type Block, type Pair, type Result, type Style } from '../../result.ts';
import {
  factsTitle,
  outcomeText,
  notSeen,
  obstacleText,
  shownFacts,
  summaryOf,
  describeRule,
  verdictWords,
} from '../../smoke/index.ts';
import type { FactLine, Judged, Rule, SmokeRun } from '../../smoke/index.ts';
import { plural } from '../../base/words.ts';

/** The columns of a table of checks; the others are what was found. */
const shownKeys: readonly string[] = ['verdict', 'id', 'title'];

export function listView(rules: readonly Rule[]): Result {
  const rows = rules.map(describeRule);
  const columns = columnsOf(checkList).filter(({ key }) => key !== 'sentence' && key !== 'section');
  const view: Block[] = [{ kind: 'table', columns, rows }, dimmed(plural(rows.length, 'check'))];
  return makeResult(checkList, { value: rows, view: () => view });
}

/**
 * A line for each group of checks, and in full only what is not as it should be; or every check.
 */
export function runView(
  run: SmokeRun,
  { showsEveryCheck }: { readonly showsEveryCheck: boolean },
): Result {
  const { results, obstacle, hint, facts, ...rest } = run;
  const summary = { ok: run.exitCode === 0, ...rest, obstacle, hint };
  const isOtherService = hint !== undefined;
  const rows = results.map(checkRow);
  const style = run.exitCode === 0 ? 'good' : 'warning';
  const groups = [...groupBy(results, ({ group }) => group)].map(([group, checks]) =>
    groupPair(group, checks),
  );
  const view: Block[] = [
    ...(isOtherService
      ? [textBlock(obstacleText(obstacle), style), textBlock(`hint: ${hint}`)]
      : []),
    showsEveryCheck
      ? {
          kind: 'table',
          columns: columnsOf(smokeShape).filter(({ key }) => shownKeys.includes(key)),
          rows,
        }
      : { kind: 'pairs', pairs: groups },
    ...results.filter(isProblem).flatMap(problemBlocks),
    ...missingBlocks(
      isOtherService ? results.filter(({ reason }) => reason !== obstacle) : results,
    ),
    textBlock(summaryOf(run), style),
    ...(obstacle === undefined || isOtherService ? [] : [textBlock(obstacleText(obstacle), style)]),
    ...factBlocks(shownFacts(run)),
  ];
  return makeResult(smokeShape, {
    value: { ...summary, checks: results, facts },
    rows,
    view: () => view,
    exitCode: run.exitCode,
  });
}

/** A line for each value; only the first has the label. */
function factBlocks(lines: readonly FactLine[]): Block[] {
  const pairs = lines.flatMap(({ label, values }) =>
    (values.length === 0 ? [notSeen] : values).map((value, index): Pair => ({
      label: index === 0 ? label : '',
      value,
    })),
  );
  if (pairs.length === 0) return [];
  return [
    { kind: 'raw', text: '\n' },
    { kind: 'text', text: factsTitle, style: 'heading' },
    { kind: 'pairs', pairs },
  ];
}

function checkRow(result: Judged) {
  const { id, verdict, title, section, findings } = result;
  return {
    verdict,
    id,
    title,
    message: outcomeText(result),
    section,
    request: findings[0]?.request ?? null,
  };
}

function problemBlocks({ id, section, sentence, verdict, findings }: Judged): Block[] {
  // The sentence of the interface document that was broken.
  const isBroken = sentence !== null && findings.some(({ severity }) => severity === 'fail');
  const sentencePair = isBroken ? [{ label: '  rule', value: sentence }] : [];
  return [
    { kind: 'text', text: `${verdict} ${id} (${section})`, style: 'warning' },
    ...findings.flatMap(({ expected, got, request = '' }, index): Block[] => {
      const pairs = [
        ...(index === 0 ? sentencePair : []),
        { label: '  expected', value: expected },
        { label: '  got', value: got },
      ];
      // Not wrapped, so that users can copy it. Addresses hold only printable ASCII.
      const end = index === findings.length - 1 ? '\n\n' : '\n';
      return [
        { kind: 'pairs', pairs },
        { kind: 'raw', text: `  ${request}${end}` },
      ];
    }),
  ];
}

function isProblem({ verdict }: Judged): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** `12 checks passed`, `9 passed, 1 failed, 2 skipped`, or `12 not checked`. */
function groupPair(label: string, checks: readonly Judged[]): Pair {
  const counts = [...groupBy(checks, ({ verdict }) => verdict)].map(([verdict, some]) => {
    const areAlike = some.length === checks.length && verdict !== 'unchecked';
    return `${areAlike ? plural(some.length, 'check') : some.length} ${verdictWords[verdict]}`;
  });
  const value = counts.join(', ');
  return checks.some(isProblem) ? { label, value, style: 'warning' } : { label, value };
}

/** One line for a reason, because one obstacle can skip many checks. */
function missingBlocks(results: readonly Judged[]): Block[] {
  const missing = results.filter(({ verdict }) => verdict === 'skip' || verdict === 'unchecked');
  const reasons = groupBy(
    missing,
    ({ verdict, reason = '' }) => `${verdictWords[verdict]}: ${reason}`,
  );
  return [...reasons].map(([reason, [first, ...more]]) =>
    dimmed(`${more.length === 0 ? first.id : more.length + 1} ${reason}`),
  );
}

function dimmed(text: string): Block {
  return textBlock(text, 'dim');
}

function textBlock(text: string, style?: Style): Block {
  return { kind: 'text', text, ...(style && { style }) };
}
