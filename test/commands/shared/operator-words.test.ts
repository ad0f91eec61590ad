import { expect, it } from 'vitest';
import { operatorWords } from '../../../src/commands/shared/command-line.ts';
import type { Operator } from '../../../src/planner/session.ts';

const operator: Operator = {
  name: 'lucky',
  baseUrl: new URL('https://example.com/api/agent'),
  siteUrl: new URL('https://example.com'),
  timeZone: 'Pacific/Auckland',
  limit: { requests: 100, windowMs: 60_000 },
  sandbox: false,
};
const none = { sandbox: undefined, baseUrl: undefined, siteUrl: undefined, operator: undefined };

it.each([
  ['the sandbox', [none], { ...operator, name: 'sandbox', sandbox: true }, ['--sandbox']],
  ['the second sandbox', [none], { ...operator, name: 'sandbox-b', sandbox: true }, ['--sandbox=b']],
  [
    'an address and a website from the environment',
    [none, { ...none, baseUrl: 'https://a.test/x', siteUrl: 'https://b.test' }],
    operator,
    ['--base-url', 'https://a.test/x', '--site-url', 'https://b.test'],
  ],
  [
    'an address and its limit',
    [{ ...none, baseUrl: 'https://a.test/x', rateLimit: '60/10s' }],
    operator,
    ['--base-url', 'https://a.test/x', '--rate-limit', '60/10s'],
  ],
  [
    'an address from a flag, not the website from the environment',
    [
      { ...none, baseUrl: 'https://a.test/x' },
      { ...none, siteUrl: 'https://b.test' },
    ],
    operator,
    ['--base-url', 'https://a.test/x'],
  ],
  [
    'a name from a flag, not the address and website from the environment',
    [
      { ...none, operator: 'lucky' },
      { ...none, baseUrl: 'https://a.test', siteUrl: 'https://b.test' },
    ],
    operator,
    ['--operator', 'lucky'],
  ],
  [
    'the default operator with the website from the environment',
    [none, { ...none, siteUrl: 'https://b.test' }],
    operator,
    ['--operator', 'lucky', '--site-url', 'https://b.test'],
  ],
  ['the only configured operator', [none, none], operator, ['--operator', 'lucky']],
] as const)('operatorWords writes the flags that choose %s', (_, choices, chosen, expected) => {
  expect(operatorWords(choices, chosen)).toEqual(expected);
});
