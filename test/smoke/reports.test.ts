/** Reads each report with an independent parser, and checks that hostile text of a service stays in its place. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { runView } from '../../src/commands/smoke/view.ts';
import { githubAnnotations, junitReport, markdownReport } from '../../src/smoke/index.ts';
import type { SmokeRun } from '../../src/smoke/smoke-run.ts';
import {
  answerWith,
  at,
  createOriginal,
  json,
  startMutant,
  startService,
  type MutableResponse,
} from './support/mutant.ts';
import { smoke } from './support/smoke.ts';
import { render } from '../render/support.ts';
import { always, reset } from '../support/service.ts';
import { sample } from '../support/thorough.ts';

const original = createOriginal();

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
function poison(words: string): (exchange: MutableResponse) => void {
  return (exchange) => {
    const { path, query } = exchange;
    if (path === '/depots') {
      const list = JSON.parse(exchange.body) as { id: unknown; pickup_times: { time: string; day: string }[] }[];
      list[0]!.id = words;
      list[0]!.pickup_times[0] = { time: words, day: words };
      exchange.body = JSON.stringify(list);
    } else if (path === '/vehicles/availability' && !query.has('pick_up_date')) {
      answerWith(400, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (/accessories$/.test(path)) {
      answerWith(500, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (path === '/quotes' && exchange.status === 404) {
      answerWith(404, 'application/json', JSON.stringify({ error: words }))(exchange);
    } else if (path === '/no-such-route') {
      answerWith(404, 'text/plain', `   at ${words.replace(/[\r\n]/g, '')} (/a/b.js:1:2)`)(exchange);
    } else if (path === '/site/openapi.yaml') {
      exchange.body = `a: [${words}`;
    } else if (path === '/site/.well-known/ai-plugin.json') {
      exchange.body = JSON.stringify({ api: { type: 'openapi', url: `/api.yaml#${words}` } });
    } else if (path === '/site/docs') {
      exchange.headers['content-type'] = `text/${words.replace(/[^\x20-\x7e]/g, '')}`;
    }
  };
}

async function poisoned(words: string): Promise<SmokeRun> {
  return smoke(await startMutant(original, poison(words)));
}

interface Case {
  readonly name: string;
  readonly failure?: unknown;
  readonly error?: unknown;
  readonly skipped?: unknown;
}

function readJunit(text: string) {
  expect(XMLValidator.validate(text)).toBe(true);
  const lists = ['testsuite', 'testcase', 'property'];
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => lists.includes(name),
    parseAttributeValue: false,
  });
  const { testsuites } = parser.parse(text) as {
    testsuites: Record<string, string> & { testsuite: { testcase: Case[]; properties: { property: object[] } }[] };
  };
  return {
    root: testsuites,
    suites: testsuites.testsuite,
    cases: testsuites.testsuite.flatMap(({ testcase }) => testcase),
  };
}

/** Finds commands as a runner does: at the start of a trimmed line, and in the older form anywhere in a line. */
function commandsIn(text: string): string[] {
  return text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .filter((line) => /^::[\w-]+.*::/.test(line.trim()) || /##(?:vso)?\[/i.test(line));
}

function decode(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

const ids = (run: SmokeRun): string[] => run.results.map(({ check }) => check.id);
const failed = (run: SmokeRun): string[] =>
  run.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check.id);

describe.each(sample(hostile, 2).map((words) => [JSON.stringify(words), words] as const))('with %s', (_, words) => {
  let run: SmokeRun | undefined;
  const poisonedRun = async (): Promise<SmokeRun> => (run ??= await poisoned(words));

  test('JUnit is well-formed and agrees with the run', async () => {
    const run = await poisonedRun();
    expect(failed(run).length).toBeGreaterThan(3);
    const text = junitReport(run);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\ufffe\uffff\ud800-\udfff]/);
    const { cases, root } = readJunit(text);
    expect(cases.map(({ name }) => name)).toEqual(ids(run));
    expect(cases.filter(({ failure }) => failure !== undefined).map(({ name }) => name)).toEqual(failed(run));
    expect([root['tests'], root['failures']]).toEqual([String(ids(run).length), String(failed(run).length)]);
  });

  test('annotations are those of the run only', async () => {
    const run = await poisonedRun();
    const text = githubAnnotations(run);
    const problemsOf = (one: string) =>
      run.results.flatMap(({ verdict, findings }) =>
        verdict === one ? findings.filter(({ severity }) => severity !== 'note') : [],
      );
    const problems = [...problemsOf('fail'), ...problemsOf('warn')];
    const lines = text.trimEnd().split('\n');
    const shown = problems.slice(0, 10);
    expect(lines).toHaveLength(problems.length > 10 ? 12 : problems.length + 1);
    for (const line of lines)
      expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::(?:(?!::|##\[)[ -~…\ufffd])*$/);
    // Decoded as the runner does: each problem is complete, with the request on a line of its own.
    const read = lines.map((line) => decode(line.replace(/^::\w+ title=[^:]*::/, '')));
    for (const [index, { expected, got, request }] of shown.entries()) {
      expect(read[index]).toContain(`expected ${expected}, got ${got} (`);
      expect(read[index]?.split('\n')[1]).toBe(request);
    }
  });

  test('Markdown holds outside text in code only', async () => {
    const run = await poisonedRun();
    const text = markdownReport(run);
    expect(commandsIn(text)).toEqual([]);
    const [, prose = '', code = ''] = /^([^]*?)\n```sh\n([^]*)\n```\n\n$/.exec(text) ?? [];
    expect(code.split('\n').filter((line) => !/^(# [a-z-]+|curl -sSi .*)$/.test(line))).toEqual([]);
    const rows = prose.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(run.results.filter(({ verdict }) => verdict !== 'pass').length + 2);
    for (const row of rows.slice(2)) {
      const cells = row.split('|').slice(1, -1);
      expect(cells).toHaveLength(5);
      for (const cell of cells)
        expect(cell).toMatch(/^ (?:pass|warn|fail|skip|not checked|could not check|`[^`]*`(?: \(and \d+ more\))?)? $/);
    }
    // What is left without the code spans are our own words.
    expect(prose.replace(/`[^`\n]*`/g, '')).toMatch(/^[\w #:|.,;()\n-]*$/);
  });

  test('the texts of a run hold no command and no control character', async () => {
    const run = await poisonedRun();
    const texts = run.results.flatMap(({ reason, findings }) => [
      reason ?? '',
      ...findings.flatMap(({ expected, got, request }) => [expected, got, request ?? '']),
    ]);
    for (const text of texts) {
      expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(text).not.toMatch(/::|##(?:vso)?\[/i);
      expect(text.length).toBeLessThan(800);
    }
  });
});

const withoutCurrency = at(
  /^\/quotes$/,
  json((quote) => void (quote.note = 'Prices are in dollars.')),
);

describe('reports', () => {
  test('of a run that passes', async () => {
    const run = await smoke(await startMutant(original, () => {}));
    const { cases, suites, root } = readJunit(junitReport(run));
    expect(cases).toHaveLength(run.results.length);
    expect([root['failures'], root['errors'], root['skipped']]).toEqual(['0', '0', '3']);
    expect(suites[0]?.properties.property).toContainEqual({ name: 'requests', value: String(run.requests) });
    expect(githubAnnotations(run)).toMatch(/^::notice title=rental smoke::.* requests in \d+\.\d s\n$/);
    expect(markdownReport(run)).toMatch(/^### rental smoke\n\n`http:.*`: \d+ passed, 0 failed, .*\n/);
  });

  test('of a run whose requests a booking page of three redirects uses up say what was not checked, and why', async () => {
    const mutant = await startMutant(original, (exchange) => {
      const hop = Number(exchange.query.get('hop') ?? '0');
      if (exchange.path !== '/site/book' || hop === 3) return;
      exchange.query.set('hop', String(hop + 1));
      Object.assign(exchange, { status: 302, headers: { location: `/book?${exchange.query.toString()}` } });
    });
    const run = await smoke(mutant);
    const why = 'a run sends 40 requests at most';
    const unchecked = run.results.filter(({ verdict }) => verdict === 'unchecked');
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set([why]));
    expect([run.requests, run.counts.unchecked, run.exitCode]).toEqual([40, unchecked.length, 0]);
    const ids = unchecked.map(({ check }) => check.id);
    const reports = [junitReport, markdownReport, githubAnnotations].map((of) => of(run));
    const views = (['checks', 'groups'] as const).map((detail) => render(runView(run, detail), { format: 'table' }));
    for (const text of [...reports, ...(await Promise.all(views))]) {
      expect(text).toContain(', 3 skipped, 5 not checked');
      expect(text).toContain(why);
    }
    for (const text of [...reports, await views[0]]) for (const id of ids) expect(text).toContain(id);
    expect(await views[1]).toContain(`not checked 5 checks: ${why}`);
    expect(reports[0]?.split(`message="not checked: ${why}"`)).toHaveLength(6);
    expect(reports[2]).toContain(`::notice title=rental smoke::not checked: ${ids.join(', ')} (${why})`);
  });

  test('of warnings pass, and fail a strict run', async () => {
    const odd = await startMutant(original, withoutCurrency);
    const run = await smoke(odd);
    expect(readJunit(junitReport(run)).root['failures']).toBe('0');
    expect(githubAnnotations(run)).toContain('::warning title=quote-note');
    const strict = await smoke(odd, { strict: true });
    expect(readJunit(junitReport(strict)).root['failures']).toBe('1');
    expect(githubAnnotations(strict)).toContain('::error title=quote-note');
  });

  test.each([
    ['404 for everything', always(404, { error: 'no' })],
    ['a refused connection', () => Promise.reject(reset('ECONNREFUSED'))],
    ['a connection that breaks', () => Promise.reject(reset())],
  ])('of a run that one obstacle stops have one JUnit error: %s', async (_, service) => {
    const xml = junitReport(await smoke(startService(service)));
    expect(readJunit(xml).root).toMatchObject({ tests: '57', failures: '0', errors: '1' });
    expect(xml.split('<error ')).toHaveLength(2);
    expect(xml).toContain('<skipped message="could not check: see depots-answer"/>');
  });

  test('of a blocked run have no annotation of an error', async () => {
    const run = await smoke(startService(always(503, { error: 'down' })));
    expect(readJunit(junitReport(run)).root).toMatchObject({ failures: '0', errors: '1' });
    expect(githubAnnotations(run)).not.toContain('::error');
    expect(githubAnnotations(run)).toContain('::warning title=could not check::503 at GET /depots');
    expect(markdownReport(run)).toContain('\nCould not check: `503 at GET /depots');
  });

  test('annotate the ten worst problems, failures before warnings, each in the order of the checks', async () => {
    const odd = await startMutant(original, (exchange) => {
      withoutCurrency(exchange);
      if (exchange.path.endsWith('accessories') || exchange.path === '/site/book') exchange.status = 500;
    });
    const found = await smoke(odd);
    // Problems can repeat.
    const run = { ...found, results: Array.from({ length: 12 }, () => found.results).flat() };
    const annotated = (text: string) => [...text.matchAll(/=(\w+-[\w-]+): /g)].map(([, id]) => id);
    const problems = (one: SmokeRun, verdict: string) =>
      one.results.flatMap(({ check, findings, ...result }) =>
        result.verdict === verdict ? findings.filter(({ severity }) => severity !== 'note').map(() => check.id) : [],
      );
    const sorted = (one: SmokeRun) => [...problems(one, 'fail'), ...problems(one, 'warn')];
    expect([problems(found, 'fail').length > 1, problems(found, 'warn').length > 0]).toEqual([true, true]);
    expect(sorted(found).length).toBeLessThan(10);
    const decoded = (one: SmokeRun): string => githubAnnotations(one).replaceAll('%3A', ':');
    expect(annotated(decoded(found))).toEqual(sorted(found));
    expect(decoded(found)).not.toContain(' more, see the log');
    expect(annotated(decoded(run))).toEqual(sorted(run).slice(0, 10));
    expect(decoded(run)).toContain(`and ${sorted(run).length - 10} more, see the log\n`);
    expect(decoded(run).trimEnd().split('\n')).toHaveLength(12);
  });
});
