/** Turns a smoke run into a result: what a terminal shows, the records and the JSON document. */
import { columnsOf } from '../../document.ts';
import { checkList, smoke } from '../../documents/smoke.ts';
import { answer, type Block, type Pair, type Result, type Style } from '../../result.ts';
import type { Check, CheckResult, Verdict } from '../../smoke/check.ts';
import { messageOf, summaryOf } from '../../smoke/reports/wording.ts';
import type { SmokeRun } from '../../smoke/run.ts';
import { plural } from '../../text.ts';

export function listView(checks: readonly Check[]): Result {
  const rows = checks.map(ruleOf);
  const columns = columnsOf(checkList).filter(({ key }) => key !== 'sentence');
  return answer(checkList, {
    value: rows,
    columns,
    rows,
    view: [
      { kind: 'table', columns, rows },
      { kind: 'text', text: plural(rows.length, 'check'), style: 'dim' },
    ],
  });
}

/** True if the service answered no request, so that every check has the same reason to be skipped. */
export function checkedNothing({ obstacle, results }: SmokeRun): boolean {
  const isBlocked = ({ verdict, check }: CheckResult): boolean =>
    verdict === 'skip' || (verdict === 'pass' && check.judgesRefusals === true);
  return obstacle !== undefined && results.every(isBlocked);
}

/** The result without the checks: `plain` has no records, and a terminal shows only why. The JSON document keeps them. */
export function blockedView(run: SmokeRun): Result {
  return { ...runView(run), rows: [], view: obstacleBlocks(run) };
}

export function runView(run: SmokeRun): Result {
  const { results, ...rest } = run;
  const document = { ok: run.exitCode === 0, ...rest };
  const rows = results.map(rowOf);
  const columns = columnsOf(smoke).slice(0, 3);
  return answer(smoke, {
    value: { ...document, checks: results.map(dataOf) },
    rows,
    view: [{ kind: 'table', columns, rows }, ...results.flatMap(detailBlocks), ...closing(run)],
    exitCode: run.exitCode,
  });
}

function rowOf(result: CheckResult) {
  const { check, verdict, findings } = result;
  const { id, title, section } = check;
  return { verdict, id, title, message: messageOf(result), section, request: findings[0]?.request ?? null };
}

function dataOf({ check, verdict, reason, obstacle, elapsedMs, findings }: CheckResult) {
  return { ...ruleOf(check), verdict, reason, obstacle, elapsedMs, findings };
}

/** `sentence` is null if the check can only warn. */
function ruleOf({ id, group, section, sentence, title }: Check) {
  return { id, group, section, sentence: sentence ?? null, title };
}

const styles: Readonly<Record<Verdict, Style>> = { pass: 'good', warn: 'warning', fail: 'warning', skip: 'dim' };

export function detailBlocks(result: CheckResult): Block[] {
  const { check, verdict, findings, reason } = result;
  if (verdict === 'skip') return [{ kind: 'text', text: `skip ${check.id}: ${reason ?? ''}`, style: 'dim' }];
  if (verdict === 'pass') {
    return findings.map((finding) => ({ kind: 'text', text: `note ${check.id}: ${finding.got}`, style: 'dim' }));
  }
  return [
    { kind: 'text', text: `${verdict} ${check.id} (${check.section})`, style: styles[verdict] },
    ...findings.flatMap(({ expected, got, request }, index): Block[] => {
      const pairs: Pair[] = [
        ...(index === 0 ? sentencePairs(result) : []),
        { label: '  expected', value: expected },
        { label: '  got', value: got },
      ];
      // Not wrapped, so that users can copy it. Addresses hold only printable ASCII.
      const repeat: Block[] = request === undefined ? [] : [{ kind: 'raw', text: `  ${request}\n` }];
      return [{ kind: 'pairs', pairs }, ...repeat];
    }),
  ];
}

/** The sentence of the interface document that was broken. */
function sentencePairs({ check, verdict }: CheckResult): Pair[] {
  return verdict === 'fail' && check.sentence !== undefined ? [{ label: '  rule', value: check.sentence }] : [];
}

export function closing(run: SmokeRun): Block[] {
  return [
    { kind: 'text', text: summaryOf(run), style: run.exitCode === 0 ? 'good' : 'warning' },
    ...obstacleBlocks(run),
  ];
}

function obstacleBlocks({ obstacle }: SmokeRun): Block[] {
  return obstacle === undefined ? [] : [{ kind: 'text', text: `could not check: ${obstacle}`, style: 'warning' }];
}
