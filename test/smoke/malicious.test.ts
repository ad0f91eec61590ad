// @module-tag long
/** Answers that are made to use up time or memory. */
import { expect, test } from 'vitest';
import { depotsPath, text } from './faults/parts.ts';
import type { Verdict } from '../../src/smoke/run.ts';
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

test.each(sample(broken, 2))(
  'a description %s fails its check in seconds, and the run goes on',
  async (_, yaml) => {
    const run = await smokeWith(() => `openapi: 3\nx: ${yaml}`);
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([['site-openapi-yaml'], 1]);
    expect(run.elapsedMs).toBeLessThan(10_000);
  },
);

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

test.each<[string, Verdict, (search: string) => string]>([
  ['keeps the query', 'pass', (search) => `/en/book${search}&lang=en`],
  ['loses the query', 'warn', () => '/en/book'],
  ['leads to the first page', 'fail', () => '/'],
  ['leads to another website', 'unchecked', (search) => `https://elsewhere.test/book${search}`],
])('a booking page behind a redirect that %s gets the verdict %s', async (_, pages, target) => {
  const mutant = startChanged((answer) => {
    if (answer.path !== '/book') return;
    answer.status = 302;
    answer.headers.set('location', target(`?${answer.query.toString()}`));
  });
  const { results } = await smoke(mutant, { only: ['site-book', 'site-checkout'] });
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['site-book', pages],
    ['site-checkout', pages],
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
