import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from '../../src/smoke/findings.ts';
import { addressOf } from '../../src/api/links.ts';
import { plantedServices } from '../support/service.ts';
import { htmlAnswer, on, plansPath } from './faults/parts.ts';
import { startChanged } from './support/changed.ts';
import { smoke } from './support/smoke.ts';

/** The arguments that a shell reads from the line. */
function wordsOf(line: string): string[] {
  const shell = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], {
    encoding: 'utf8',
  });
  expect([shell.status, shell.stderr]).toEqual([0, '']);
  return shell.stdout.trimEnd().split('\n');
}

test.each([
  ["http://127.0.0.1/it's", '/quotes', "a'b"],
  ['http://127.0.0.1/$(id)/`id`/!x', '/depots', '$HOME "x" \\'],
  ['http://127.0.0.1/', '/depots', 'a\r\nb\u0000\u001b[31m\u202e'],
])('a curl command quotes %s as one word with the same address', (base, path, value) => {
  const url = addressOf(new URL(base), path, { q: value });
  const line = curlLine({ url, endpoint: '' });
  expect(line).toMatch(/^[ -~]+$/);
  const words = wordsOf(line);
  expect(words.slice(0, 3)).toEqual(['-sSi', '-H', 'accept: application/json']);
  const [repeated] = words.slice(3);
  expect(words).toHaveLength(4);
  expect(decodeURIComponent(new URL(repeated ?? '').pathname)).toBe(
    decodeURIComponent(url.pathname),
  );
  expect(new URL(repeated ?? '').searchParams.get('q')).toBe(value);
});

test('a curl command shows no password', () => {
  const url = new URL('https://me:secret@rentals.example/depots');
  expect(curlLine({ url, endpoint: '' })).not.toMatch(/secret|me:/);
});

test('the curl command of a finding repeats the request that broke the rule', async () => {
  const mutant = startChanged(on(plansPath, htmlAnswer(200)));
  const run = await smoke(mutant, { only: ['insurance-answer'] });
  const line = run.results[0]?.findings[0]?.request ?? '';
  const url = new URL(wordsOf(line).at(-1) ?? '');
  expect(url.origin).toBe(mutant.siteUrl.origin);
  const repeated = await plantedServices()?.(new Request(url));
  expect(repeated?.headers.get('content-type')).toContain('text/html');
});
