// @module-tag long
/** Answers that are made to use up time or memory. */
import { expect, test } from 'vitest';
import { depots as depotsPath, text } from '../../src/sandbox/faults/change.ts';
import type { VerdictName as Verdict } from '../../src/smoke/run.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';
import { sample } from '../support/thorough.ts';

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghi'].map((name, i) => {
    const before = `*${'abcdefghi'[i]}`;
    return `${name}: &${name} [${Array(9).fill(before).join(', ')}]`;
  }),
].join('\n');

const broken = [
  ['nested without end', '['.repeat(50_000)],
  ['of aliases of aliases', bomb],
  ['full of errors', '[' + ','.repeat(64_000)],
  ['of many keys', ':\n'.repeat(32_000)],
] as const;

test.each(sample(broken, 2))('a description %s fails its check in seconds, and the run goes on', async (_, yaml) => {
  const run = await smokeWith(() => `openapi: 3\nx: ${yaml}`);
  expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['site-openapi-yaml'], 1]);
  expect(run.elapsedMs).toBeLessThan(10_000);
});

test.each([
  ['that is too long', (served: string) => `${served}\n# ${'x'.repeat(64 * 1024)}`, 'unchecked'],
  ['that holds itself', (served: string) => `${served}\nx-self: &self\n  self: *self\n`, 'pass'],
])('a description %s: %s', async (_, yaml, verdict) => {
  const run = await smokeWith(yaml);
  expect(run.results.find(({ id }) => id === 'site-openapi-yaml')?.verdict).toBe(verdict);
});

const smokeWith = (yaml: (served: string) => string) =>
  smoke(
    startChanged((answer) => {
      if (answer.path === '/openapi.yaml') answer.body = yaml(answer.body);
    }),
    { only: ['site'] },
  );

const script = '<script>smoke()</script>';
const pages: readonly (readonly [how: string, page: string, verdict: string])[] = [
  ['in text, as they are', `<p>"'>${script}`, 'warn'],
  ['in text, with escaped quotes', `<p>&quot;&#39;>${script}`, 'warn'],
  ['in an attribute, as they are', `<input value=""'>${script}">`, 'warn'],
  ['in an attribute, with escaped quotes', `<input value="&quot;'>${script}">`, 'pass'],
  ['in a script', `<script>show({"a":"\\"'>${script}"})</script>`, 'warn'],
  ['escaped', `<p>"'>&lt;script>smoke()&lt;/script>`, 'pass'],
  ['escaped, with very many quotes that stay open', `${`a="'b='`.repeat(100_000)}`, 'pass'],
];

test.each(pages)('a booking page that shows its parameters %s', async (_, page, verdict) => {
  const mutant = startChanged((answer) => answer.path === '/book' && (answer.body = page));
  const [result] = (await smoke(mutant, { only: ['site-book-escapes'] })).results;
  const [found] = result?.findings ?? [];
  expect([result?.verdict, found?.got]).toEqual([verdict, verdict === 'warn' ? 'a script that would run' : undefined]);
});

test.each<[string, (search: string) => string, Verdict, Verdict]>([
  ['keeps the query', (search) => `/en/book${search}&lang=en`, 'pass', 'unchecked'],
  ['loses the query', () => '/en/book', 'fail', 'unchecked'],
  ['leads to another website', (search) => `https://elsewhere.test/book${search}`, 'unchecked', 'unchecked'],
])('a booking page behind a redirect that %s', async (_, target, pages, escapes) => {
  const mutant = startChanged((answer) => {
    if (answer.path !== '/book') return;
    answer.status = 302;
    answer.headers.set('location', target(`?${answer.query.toString()}`));
  });
  const { results } = await smoke(mutant, { only: ['site-book', 'site-checkout', 'site-book-escapes'] });
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['site-book', pages],
    ['site-checkout', pages],
    ['site-book-escapes', escapes],
  ]);
});

const lists = [
  ['of the same depot many times', '[' + '{"id":1},'.repeat(150_000) + '{"id":1}]'],
  ['of very many numbers', '[' + '1,'.repeat(200_000) + '1]'],
  ['nested without end', '['.repeat(100_000)],
] as const;

test.each(sample(lists, 2))('a list %s gives only a few findings', async (_, depots) => {
  const mutant = startChanged(text(depotsPath, depots));
  const run = await smoke(mutant, { only: ['depots'] });
  expect(run.exitCode).toBe(1);
  for (const { findings } of run.results) expect(findings.length).toBeLessThanOrEqual(5);
});
