/** Turns a smoke run into a result: what a terminal shows, the records and the JSON document. */
import { columnsOf } from '../../document.ts';
import { checkList, smoke } from '../../documents/program.ts';
import { groupBy } from '../../group-by.ts';
import { answer, type Block, type Pair, type Result } from '../../result.ts';
import type { Form } from '../../shape.ts';
import { messageOf, summaryOf, textOf } from '../../smoke/index.ts';
import type { Judged, Rule, SmokeRun, VerdictName } from '../../smoke/index.ts';
import { plural, shorten } from '../../text.ts';

const words: Readonly<Record<VerdictName, string>> = {
  ...{ pass: 'passed', fail: 'failed', warn: 'warned', skip: 'skipped', unchecked: 'not checked' },
};
const skipName = { skip: 'skip', unchecked: 'not checked' } as const;
const longestNote = 70;

export function listView(rules: readonly Rule[]): Result {
  const rows = rules.map(textOf);
  const columns = columnsOf(checkList).filter(({ key }) => key !== 'sentence');
  return answer(checkList, {
    value: rows,
    columns,
    rows,
    view: [
      { kind: 'table', columns: columns.filter(({ key }) => key !== 'section'), rows },
      dimmed(plural(rows.length, 'check')),
    ],
  });
}

/** What is printed: the checks alone, or their results. */
export function formOf(isList: boolean): Form {
  return isList ? checkList : smoke;
}

/**
 * What a result shows: every check; a line for each group of checks, and in full only what is not as it should be; or only why nothing
 * could be checked, and then it has no records.
 */
export type Detail = 'checks' | 'groups' | 'obstacle';

export function runView(run: SmokeRun, detail: Detail): Result {
  const { results, ...rest } = run;
  const document = { ok: run.exitCode === 0, ...rest };
  const rows = results.map(rowOf);
  const { obstacle } = run;
  const blocked: Block[] =
    obstacle === undefined ? [] : [{ kind: 'text', text: `could not check: ${obstacle}`, style: 'warning' }];
  const summary: Block = { kind: 'text', text: summaryOf(run), style: run.exitCode === 0 ? 'good' : 'warning' };
  const facts = run.facts.map(({ text }) => dimmed(text));
  const columns = columnsOf(smoke).slice(0, 3);
  const views: Readonly<Record<Detail, readonly Block[]>> = {
    checks: [{ kind: 'table', columns, rows }, ...results.flatMap(detailBlocks), ...facts, summary],
    groups: [...groupBlocks(results), ...facts, summary],
    obstacle: [],
  };
  return answer(smoke, {
    value: { ...document, checks: results },
    rows: detail === 'obstacle' ? [] : rows,
    view: [...views[detail], ...blocked],
    exitCode: run.exitCode,
  });
}

function rowOf(result: Judged) {
  const { id, verdict, title, section, findings } = result;
  return { verdict, id, title, message: messageOf(result), section, request: findings[0]?.request ?? null };
}

function detailBlocks({ id, section, sentence, verdict, findings, reason }: Judged): Block[] {
  if (verdict === 'skip' || verdict === 'unchecked') return [dimmed(`${skipName[verdict]} ${id}: ${reason ?? ''}`)];
  if (verdict === 'pass') return findings.map((finding) => dimmed(`note ${id}: ${finding.got}`));
  // The sentence of the interface document that was broken.
  const rule = verdict === 'fail' && sentence !== null ? [{ label: '  rule', value: sentence }] : [];
  return [
    { kind: 'text', text: `${verdict} ${id} (${section})`, style: 'warning' },
    ...findings.flatMap(({ expected, got, request }, index): Block[] => {
      const pairs: Pair[] = [
        ...(index === 0 ? rule : []),
        { label: '  expected', value: expected },
        { label: '  got', value: got },
      ];
      // Not wrapped, so that users can copy it. Addresses hold only printable ASCII.
      const repeat: Block[] =
        request === undefined
          ? []
          : [{ kind: 'raw', text: `  ${request}\n${index === findings.length - 1 ? '\n' : ''}` }];
      return [{ kind: 'pairs', pairs }, ...repeat];
    }),
  ];
}

function groupBlocks(results: readonly Judged[]): Block[] {
  const groups = groupBy(results, ({ group }) => group);
  const passed = results.filter(({ verdict }) => verdict === 'pass');
  return [
    { kind: 'pairs', pairs: [...groups].map(([group, checks]) => groupPair(group, checks)) },
    ...results.filter(isProblem).flatMap(detailBlocks),
    ...passed.flatMap(({ id, findings }) =>
      findings.map(({ got }) => dimmed(`note ${id}: ${shorten(got, longestNote)}`)),
    ),
    ...skipBlocks(results),
  ];
}

function isProblem({ verdict }: Judged): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** `12 checks passed`, or `9 passed, 1 failed, 2 skipped`. */
function groupPair(label: string, checks: readonly Judged[]): Pair {
  const counts = Object.entries(words).flatMap(([verdict, word]) => {
    const count = checks.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [`${count === checks.length ? plural(count, 'check') : count} ${word}`];
  });
  const value = counts.join(', ');
  return checks.some(isProblem) ? { label, value, style: 'warning' } : { label, value };
}

/** One line for a reason, because one obstacle can skip many checks. */
function skipBlocks(results: readonly Judged[]): Block[] {
  return (['skip', 'unchecked'] as const).flatMap((kind) => {
    const reasons = groupBy(
      results.filter(({ verdict }) => verdict === kind),
      ({ reason = '' }) => reason,
    );
    return [...reasons].map(([reason, checks]) =>
      dimmed(`${skipName[kind]} ${checks.length === 1 ? checks[0]?.id : `${checks.length} checks`}: ${reason}`),
    );
  });
}

function dimmed(text: string): Block {
  return { kind: 'text', text, style: 'dim' };
}
