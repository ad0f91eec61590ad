import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { operatorWords } from '../../../src/commands/shared/command-line.ts';
import { quoteShell } from '../../../src/base/shell-words.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

const lucky = {
  name: 'lucky',
  baseUrl: new URL('https://example.com/api/agent'),
  sandbox: false,
  siteUrl: new URL('https://book.test/'),
  siteIsAssumed: false,
  limit: { requests: 60, windowMs: 10_000 },
};
const address = { ...lucky, name: 'example.com' };
const { limit: _, ...alone } = { ...address, siteIsAssumed: true };
const base = ['--base-url', 'https://example.com/api/agent'];
const site = ['--site-url', 'https://book.test/'];

test.each([
  ['the sandbox', [{ ...lucky, name: 'sandbox', sandbox: true }], {}, ['--sandbox']],
  ['the second sandbox', [{ ...lucky, name: 'sandbox-b', sandbox: true }], {}, ['--sandbox=b']],
  ['a name, which has its website and limit', [lucky], {}, ['--operator', 'lucky']],
  [
    'a name with a website for this run',
    [lucky],
    { siteUrl: site[1] },
    ['--operator', 'lucky', ...site],
  ],
  ['several names', [lucky, { ...lucky, name: 'happy' }], {}, ['--operator', 'lucky,happy']],
  ['an address', [address], {}, [...base, ...site, '--rate-limit', '60/10s']],
  ['an address alone', [alone], {}, base],
] as const)('operatorWords writes the flags that choose %s', (_, operators, given, expected) => {
  expect(operatorWords(operators, given)).toEqual(expected);
});

test('a shell reads the words from quoteShell back unchanged', () => {
  const hard = [
    '',
    ' ',
    "it's",
    '$HOME `id` "x"',
    '*',
    '~',
    '=ls',
    'a\nb',
    '!!',
    '\\',
    '--base-url=http://h/?a=b&c=d',
    'é',
  ];
  const any = fc.sample(
    fc.string({ unit: 'grapheme' }).filter((word) => !word.includes('\0')),
    { numRuns: tries(50), seed: 7 },
  );
  const words = [...hard, ...any];
  const script = `printf '%s\\0' ${quoteShell(words)}`;
  expect(
    execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1),
  ).toEqual(words);
});
