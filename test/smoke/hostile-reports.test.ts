/** Hostile text of a service stays in its place in each report. */
import { describe, expect, test } from 'vitest';
import { reportText, reportKinds } from '../../src/smoke/reports/index.ts';
import type { SmokeRun } from '../../src/smoke/run.ts';
import { readJunit } from './support/junit.ts';
import { answerWith } from './faults/parts.ts';
import type { AnswerChange } from '../../src/sandbox/change.ts';
import { startChanged } from './support/changed.ts';
import { smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

/** Text that tries to end an element, forge a line or an annotation, or control a terminal. */
const hostile = [
  ']]></failure></testcase><testcase name="forged"/><!--',
  '" onload="x',
  '&lt;&#0;',
  '\u0000\u0008\u000b\ufffe\uffff\ud800',
  '\r\nforged\n```\n| forged |',
  '\n::error title=forged::forged',
  '%0A::error::forged',
  ' ::add-mask::forged',
  '##[error]forged',
  'x ##[add-mask]100%25%0A]',
  '\u001b[2J\u001b]8;;http://evil.example\u0007\u009b31m\u202e',
  '| forged | `code` <img src=x> [a](http://evil.example) @everyone',
];

/** Puts hostile text into every value that a report repeats. */
function poison(words: string): AnswerChange {
  return (exchange) => {
    const { path, query } = exchange;
    if (path === '/depots') {
      const list = JSON.parse(exchange.body) as {
        id: unknown;
        pickup_times: { time: string; day: string }[];
      }[];
      list[0]!.id = words;
      list[0]!.pickup_times[0] = { time: words, day: words };
      exchange.body = JSON.stringify(list);
    } else if (path === '/vehicles/availability' && !query.has('pick_up_date')) {
      answerWith(400, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (/accessories$/.test(path)) {
      answerWith(500, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (path === '/quotes' && exchange.status === 404) {
      answerWith(404, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (path === '/openapi.yaml') {
      exchange.body = `a: [${words}`;
    }
  };
}

function decode(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

const ids = (run: SmokeRun): string[] => run.results.map(({ id }) => id);
const failed = (run: SmokeRun): string[] =>
  run.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

describe.each(sample(hostile, 4).map((words) => [JSON.stringify(words), words] as const))(
  'with %s',
  (_, words) => {
    let run: SmokeRun | undefined;
    const poisonedRun = async (): Promise<SmokeRun> =>
      (run ??= await smoke(startChanged(poison(words))));

    test('JUnit is well-formed and agrees with the run', async () => {
      const run = await poisonedRun();
      expect(failed(run).length).toBeGreaterThan(3);
      const text = reportText('junit', run);
      const { cases, root } = readJunit(text);
      expect(cases.map(({ name }) => name)).toEqual(ids(run));
      expect(cases.filter(({ failure }) => failure !== undefined).map(({ name }) => name)).toEqual(
        failed(run),
      );
      expect([root['tests'], root['failures']]).toEqual([
        String(ids(run).length),
        String(failed(run).length),
      ]);
    });

    test('annotations are those of the run only', async () => {
      const run = await poisonedRun();
      const lines = reportText('github', run).trimEnd().split('\n');
      const findings = run.results.flatMap((result) => result.findings);
      expect(lines).toHaveLength(findings.length + 1);
      for (const line of lines)
        expect(line).toMatch(
          /^::(error|warning|notice) title=[^:,]*::(?:(?!::|##\[)[ -~…\ufffd])*$/,
        );
      // Decoded as the runner does: the request is on a line of its own, and can be repeated.
      for (const [index, { request }] of findings.entries())
        expect(decode(lines[index] ?? '').split('\n')[1]).toBe(request);
    });

    test('Markdown holds outside text in code only', async () => {
      const run = await poisonedRun();
      const text = reportText('markdown', run);
      const [, prose = '', code = '', facts = ''] =
        /^([^]*?)\n```sh\n([^]*)\n```\n(\n#### [^]*)\n\n$/.exec(text) ?? [];
      expect(code.split('\n').filter((line) => !/^(# [a-z-]+|curl -sSi .*)$/.test(line))).toEqual(
        [],
      );
      const rows = prose.split('\n').filter((line) => line.startsWith('|'));
      expect(rows).toHaveLength(run.results.filter(({ verdict }) => verdict !== 'pass').length + 2);
      for (const row of rows.slice(2)) expect(row).toMatch(/^\| [a-z ]+( \| `[^`|]*`){3} \|$/);
      // Outside of code spans there are only our own words.
      for (const part of [prose, facts])
        expect(part.replace(/`[^`\n]*`/g, '')).toMatch(/^[\w #:|.,;()\n-]*$/);
      for (const line of facts.split('\n').slice(3))
        expect(line).toMatch(/^- [A-Z][a-z ]+: (?:`[^`|]*`(?:, )?|not seen)+$/);
    });

    test('no report holds a command or a control character of the service', async () => {
      const run = await poisonedRun();
      for (const kind of reportKinds) {
        const whole = reportText(kind, run);
        const text = kind === 'github' ? whole.replace(/^::\w+ title=[^:\n]*::/gm, '') : whole;
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(text).not.toMatch(/::|##(?:vso)?\[/i);
      }
    });
  },
);
