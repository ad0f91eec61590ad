/** What a run of the tests says at its end about what it skipped. */
import { expect, test } from 'vitest';
import { describeSkipped } from './support/skipped.ts';

const needs = [
  { name: 'jq', isMet: false },
  { name: 'zsh', isMet: true },
  { name: 'groff', isMet: false },
  { name: 'prism', isMet: false, remedy: 'a script fetches it' },
];

test('it counts what was skipped for each missing need, and names the packages to install', () => {
  const skipped = [['jq'], ['prism'], ['groff', 'jq'], [], ['zsh'], ['groff']];
  expect(describeSkipped(skipped, needs).split('\n')).toEqual([
    '4 tests were skipped, because something is missing here:',
    '     2  jq',
    '     1  groff',
    '     1  prism: a script fetches it',
    'apt-get install --no-install-recommends jq groff',
    '2 tests were skipped, because they are for another system, user or machine',
  ]);
});

test('it says nothing if nothing was skipped', () => expect(describeSkipped([], needs)).toBe(''));
