/** The reports of a run, for programs and for people. */
import { expect, test } from 'vitest';
import { runView } from '../../src/commands/smoke/view.ts';
import { changeJson, quotesPath } from './faults/parts.ts';
import { reportText, reportKinds } from '../../src/smoke/reports/index.ts';
import { rules } from '../../src/smoke/rules/index.ts';
import { readJunit } from './support/junit.ts';
import { startChanged, startService } from './support/changed.ts';
import { smoke } from './support/smoke.ts';
import { render } from '../render/support.ts';
import { always, connectionError } from '../support/service.ts';

const withVagueNote = changeJson(
  quotesPath,
  (quote) => void (quote.note = 'Prices are in dollars.'),
);

test('reports of a run that passes count its checks and requests', async () => {
  const run = await smoke(startChanged(() => {}));
  const { cases, properties, root } = readJunit(reportText('junit', run));
  expect(cases).toHaveLength(run.results.length);
  expect([root['failures'], root['errors'], root['skipped']]).toEqual(['0', '0', '2']);
  expect(properties).toContainEqual({ name: 'requests', value: String(run.requests) });
  expect(reportText('github', run)).toMatch(
    /^::notice title=rental smoke::.* requests in \d+\.\d s\n$/,
  );
  expect(reportText('markdown', run)).toMatch(
    /^### rental smoke\n\n`http:.*`: \d+ passed, 0 failed, .*\n/,
  );
});

test(
  'reports say what was not checked if failures have used up the requests of the run',
  { tags: ['long'] },
  async () => {
    const asked = new Set<string>();
    const operator = startChanged((answer) => {
      const address = `${answer.path}?${answer.query.toString()}`;
      if (!asked.has(address))
        Object.assign(answer, { status: 503, body: '{"error":"Back soon"}' });
      asked.add(address);
    });
    const run = await smoke(operator, { maxWaitMs: 60_000 });
    const why = 'a run sends at most 40 requests';
    const unchecked = run.results.filter(({ verdict }) => verdict === 'unchecked');
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set([why]));
    expect(unchecked.length).toBeGreaterThan(2);
    expect([run.requests, run.counts.unchecked, run.exitCode]).toEqual([40, unchecked.length, 0]);
    const [junit = '', markdown, github] = reportKinds.map((kind) => reportText(kind, run));
    const view = await render(runView(run, { showsEveryCheck: false }), { format: 'table' });
    for (const text of [junit, markdown, github, view])
      expect(text).toContain(`, ${run.counts.skip} skipped, ${unchecked.length} not checked`);
    expect(view).toContain(`\n${unchecked.length} not checked: ${why}`);
    expect(junit.split(`message="not checked: ${why}"`)).toHaveLength(unchecked.length + 1);
    expect(readJunit(junit).root['skipped']).toBe(String(run.counts.skip + unchecked.length));
    for (const { id } of unchecked)
      expect(markdown).toContain(`| not checked | \`${id}\` | \`${why}\` |`);
  },
);

test(
  'a warning is not a failure in the reports, except of a strict run',
  { tags: ['long'] },
  async () => {
    const odd = startChanged(withVagueNote);
    const run = await smoke(odd);
    expect(readJunit(reportText('junit', run)).root['failures']).toBe('0');
    expect(reportText('github', run)).toContain('::warning title=quote-note');
    const strict = await smoke(odd, { strict: true });
    expect(readJunit(reportText('junit', strict)).root['failures']).toBe('1');
    expect(reportText('github', strict)).toContain('::error title=quote-note');
  },
);

test.each([
  ['404 for everything', always(404, { error: 'no' })],
  ['503 for everything', always(503, { error: 'down' })],
  ['a refused connection', () => Promise.reject(connectionError('ECONNREFUSED'))],
])('a run that an obstacle stops has one error in each report: %s', async (_, service) => {
  const run = await smoke(startService(service));
  const [junit = '', markdown, github] = reportKinds.map((kind) => reportText(kind, run));
  expect(readJunit(junit).root).toMatchObject({
    tests: String(rules.length),
    failures: '0',
    errors: '1',
  });
  expect(junit.split('<error ')).toHaveLength(2);
  expect(github).toContain(`::error title=could not check::${run.obstacle}\n`);
  expect(markdown?.split(run.obstacle ?? '')).toEqual([
    expect.stringContaining('Could not check'),
    expect.anything(),
  ]);
});
