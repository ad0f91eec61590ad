/** What each report of a run says, for a program and for people. */
import { describe, expect, test } from 'vitest';
import { runView } from '../../src/commands/smoke/view.ts';
import { checks, githubAnnotations, junitReport, markdownReport } from '../../src/smoke/index.ts';
import type { SmokeRun } from '../../src/smoke/smoke-run.ts';
import { readJunit } from './support/junit.ts';
import { at, createOriginal, json, startMutant, startService } from './support/mutant.ts';
import { smoke } from './support/smoke.ts';
import { render } from '../render/support.ts';
import { always, reset } from '../support/service.ts';

const original = createOriginal();

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

  test('of a run whose requests failures use up say what was not checked, and why', async () => {
    const asked = new Set<string>();
    const mutant = await startMutant(original, (exchange) => {
      const address = `${exchange.path}?${exchange.query.toString()}`;
      if (!asked.has(address)) Object.assign(exchange, { status: 503, body: '{"error":"Back soon"}' });
      asked.add(address);
    });
    const run = await smoke(mutant, { machine: { sleep: async () => {} } });
    const why = 'a run sends 40 requests at most';
    const unchecked = run.results.filter(({ verdict }) => verdict === 'unchecked');
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set([why]));
    const ids = unchecked.map(({ check }) => check.id);
    expect(ids.length).toBeGreaterThan(2);
    expect([run.requests, run.counts.unchecked, run.exitCode]).toEqual([40, ids.length, 0]);
    const reports = [junitReport, markdownReport, githubAnnotations].map((of) => of(run));
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
  ])('of a run that one obstacle stops have one JUnit error: %s', async (_, service) => {
    const xml = junitReport(await smoke(startService(service)));
    expect(readJunit(xml).root).toMatchObject({ tests: String(checks.length), failures: '0', errors: '1' });
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
