/** What a run of the tests says at its end about what it skipped. */
import { expect, test } from 'vitest';
import { describeSkipped } from './support/skipped.ts';

const needs = [
  { name: 'jq', isMet: false },
  { name: 'zsh', isMet: true },
  { name: 'groff', isMet: false },
  { name: 'prism', isMet: false, remedy: 'Prism: a script fetches it' },
];

test('it counts what was skipped for each missing need, and names the packages to install', () => {
  const skipped = [['jq'], ['prism'], ['groff', 'jq'], [], ['zsh'], ['groff']];
  expect(describeSkipped(skipped, needs).split('\n')).toEqual([
    '6 tests were skipped, for want of',
    '     2  jq',
    '     1  groff',
    '     1  Prism: a script fetches it',
    '     2  another system, user or machine',
    'apt-get install --no-install-recommends jq groff',
  ]);
});

test('it says nothing if nothing was skipped', () => expect(describeSkipped([], needs)).toBe(''));
