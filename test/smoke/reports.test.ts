/** What each report of a run says, for a program and for people. */
import { describe, expect, test } from 'vitest';
import { runView } from '../../src/commands/smoke/view.ts';
import { accessories, all, json, on, quotes, status } from '../../src/sandbox/faults/change.ts';
import { report, reportKinds, rules, type SmokeRun } from '../../src/smoke/index.ts';
import { readJunit } from './support/junit.ts';
import { startChanged, startService } from './support/changed.ts';
import { smoke } from './support/smoke.ts';
import { render } from '../render/support.ts';
import { always, reset } from '../support/service.ts';

const withoutCurrency = json(quotes, (quote) => void (quote.note = 'Prices are in dollars.'));

describe('reports', () => {
  test('of a run that passes', async () => {
    const run = await smoke(startChanged(() => {}));
    const { cases, suites, root } = readJunit(report('junit', run));
    expect(cases).toHaveLength(run.results.length);
    expect([root['failures'], root['errors'], root['skipped']]).toEqual(['0', '0', '2']);
    expect(suites[0]?.properties.property).toContainEqual({ name: 'requests', value: String(run.requests) });
    expect(report('github', run)).toMatch(/^::notice title=rental smoke::.* requests in \d+\.\d s\n$/);
    expect(report('markdown', run)).toMatch(/^### rental smoke\n\n`http:.*`: \d+ passed, 0 failed, .*\n/);
  });

  test('of a run whose requests failures use up say what was not checked, and why', async () => {
    const asked = new Set<string>();
    const operator = startChanged((answer) => {
      const address = `${answer.path}?${answer.query.toString()}`;
      if (!asked.has(address)) Object.assign(answer, { status: 503, body: '{"error":"Back soon"}' });
      asked.add(address);
    });
    const run = await smoke(operator);
    const why = 'a run sends 34 requests at most';
    const unchecked = run.results.filter(({ verdict }) => verdict === 'unchecked');
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set([why]));
    const ids = unchecked.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2);
    expect([run.requests, run.counts.unchecked, run.exitCode]).toEqual([34, ids.length, 0]);
    const reports = reportKinds.map((kind) => report(kind, run));
    const views = (['checks', 'groups'] as const).map((detail) => render(runView(run, detail), { format: 'table' }));
    for (const text of [...reports, ...(await Promise.all(views))]) {
      expect(text).toContain(`, ${run.counts.skip} skipped, ${ids.length} not checked`);
      expect(text).toContain(why);
    }
    for (const text of [...reports, await views[0]]) for (const id of ids) expect(text).toContain(id);
    expect(await views[1]).toContain(`not checked ${ids.length} checks: ${why}`);
    expect(reports[0]?.split(`message="not checked: ${why}"`)).toHaveLength(ids.length + 1);
    expect(readJunit(reports[0] ?? '').root['skipped']).toBe(String(run.counts.skip + ids.length));
    expect(reports[2]).toContain(`::notice title=rental smoke::not checked: ${ids.join(', ')} (${why})`);
  });

  test('of warnings pass, and fail a strict run', async () => {
    const odd = startChanged(withoutCurrency);
    const run = await smoke(odd);
    expect(readJunit(report('junit', run)).root['failures']).toBe('0');
    expect(report('github', run)).toContain('::warning title=quote-note');
    const strict = await smoke(odd, { strict: true });
    expect(readJunit(report('junit', strict)).root['failures']).toBe('1');
    expect(report('github', strict)).toContain('::error title=quote-note');
  });

  test.each([
    ['404 for everything', always(404, { error: 'no' })],
    ['a refused connection', () => Promise.reject(reset('ECONNREFUSED'))],
  ])('of a run that one obstacle stops have one JUnit error: %s', async (_, service) => {
    const xml = report('junit', await smoke(startService(service)));
    expect(readJunit(xml).root).toMatchObject({ tests: String(rules.length), failures: '0', errors: '1' });
    expect(xml.split('<error ')).toHaveLength(2);
    expect(xml).toContain('<skipped message="could not check: see depots-answer"/>');
  });

  test('of a blocked run have no annotation of an error', async () => {
    const run = await smoke(startService(always(503, { error: 'down' })));
    expect(readJunit(report('junit', run)).root).toMatchObject({ failures: '0', errors: '1' });
    expect(report('github', run)).not.toContain('::error');
    expect(report('github', run)).toContain('::warning title=could not check::503 at GET /depots');
    expect(report('markdown', run)).toContain('\nCould not check: `503 at GET /depots');
  });

  test('annotate the ten worst problems, failures before warnings, each in the order of the checks', async () => {
    const odd = startChanged(all(withoutCurrency, on(accessories, status(500)), on(/^\/book$/, status(500))));
    const found = await smoke(odd);
    // Problems can repeat.
    const run = { ...found, results: Array.from({ length: 12 }, () => found.results).flat() };
    const annotated = (text: string) => [...text.matchAll(/=(\w+-[\w-]+): /g)].map(([, id]) => id);
    const problems = (one: SmokeRun, verdict: string) =>
      one.results.flatMap(({ id, findings, ...result }) =>
        result.verdict === verdict ? findings.filter(({ severity }) => severity !== 'note').map(() => id) : [],
      );
    const sorted = (one: SmokeRun) => [...problems(one, 'fail'), ...problems(one, 'warn')];
    expect([problems(found, 'fail').length > 1, problems(found, 'warn').length > 0]).toEqual([true, true]);
    expect(sorted(found).length).toBeLessThan(10);
    const decoded = (one: SmokeRun): string => report('github', one).replaceAll('%3A', ':');
    expect(annotated(decoded(found))).toEqual(sorted(found));
    expect(decoded(found)).not.toContain(' more, see the log');
    expect(annotated(decoded(run))).toEqual(sorted(run).slice(0, 10));
    expect(decoded(run)).toContain(`and ${sorted(run).length - 10} more, see the log\n`);
    expect(decoded(run).trimEnd().split('\n')).toHaveLength(12);
  });
});
