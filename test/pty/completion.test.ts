// @module-tag long
/** Completion in real shells: what the Tab key inserts, and which words the program then gets. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completingShell, shells } from '../support/completing-shell.ts';
import { keys } from '../support/pty.ts';
import { remember } from '../support/stored.ts';
import { sample } from '../support/thorough.ts';

const names = ['Ōtaki, Main Street', 'East: west/south', 'Jam (city) + 2', '日本 Airport', 'Weka'];
const depots = names.map((name, index) => ({ id: 100 + index, name }));
const hostile = [
  { id: 201, name: 'Zero\u001B[31mred' },
  { id: 202, name: 'Zero\ntouch pwned\n' },
  { id: 203, name: "O'Brien $(touch pwned) `touch pwned` & ; %F{red}" },
];
const left = '\u0002';

/** What is typed, with its keys, and the words that `rental` then gets. */
const lines: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['rental wiz\t', ['wizard']],
  ['rental trips ch\t --al\t --max-t\t', ['trips', 'check', '--all', '--max-total']],
  ['rental depots --form\t c\t', ['depots', '--format', 'csv']],
  ['rental quote --pick-up=Ō\t', ['quote', '--pick-up=Ōtaki, Main Street']],
  ["rental quote --pick-up 'J\t", ['quote', '--pick-up', 'Jam (city) + 2']],
  ['rental quote --pick-up "E\t', ['quote', '--pick-up', 'East: west/south']],
  ['rental compare --pick-up Ō\t', ['compare', '--pick-up', 'Ōtaki\\, Main Street']],
  ['rental compare --pick-up=Weka,Ō\t', ['compare', '--pick-up=Weka,Ōtaki\\, Main Street']],
  ['rental quote --pick-up East\\:\\ w\t', ['quote', '--pick-up', 'East: west/south']],
  ['rental depots --fields=id,na\t', ['depots', '--fields=id,name']],
  ['rental depots -- Ō\t', ['depots', '--', 'Ōtaki, Main Street']],
  [
    `rental quote --pick-up Ō --json${left.repeat(7)}\t`,
    ['quote', '--pick-up', 'Ōtaki, Main Street', '--json'],
  ],
  ['rental quote --pick-up 20\t', ['quote', '--pick-up', '201']],
  // Completing must not run what is typed.
  [
    `rental quote "$(touch pwned)" $(touch pwned) --pick-up Ō\t${keys.ctrlU}rental limits`,
    ['limits'],
  ],
];

// What names become is worked out in one place for all shells; the gate tries it in each.
describe.each(shells)('in %s', (shell) => {
  const tags = shell === 'bash' ? [] : ([shell, 'long'] as const);

  test('the Tab key completes what is typed so far', { tags: [...tags] }, () => completes(shell));

  test(
    'what cannot be completed stays as it is, and is never printed raw',
    { tags: [...tags, 'long'] },
    async () => {
      const session = completingShell(shell);
      expect(await session.words('rental quote --pick-up Z\tero')).toEqual([
        'quote',
        '--pick-up',
        'Zero',
      ]);
      // Nothing is stored yet.
      expect(session.raw()).not.toMatch(/error|ENOENT/);
      // A name that cannot be typed is offered as its id.
      await remember(session.folder, hostile);
      session.press('rental quote --pick-up \t\t\t');
      await session.shows(/201\b[^]*202\b[^]*203\b/);
      expect(session.raw()).not.toMatch(/\u001B\[31mred|\u202E/);
    },
  );
});

async function completes(shell: (typeof shells)[number]): Promise<void> {
  const session = completingShell(shell);
  await remember(session.folder, [...depots, ...hostile.slice(0, 1)]);
  for (const name of sample(names, 6)) {
    const words = await session.words(`rental quote --pick-up ${name.slice(0, 1)}\t`);
    expect(words, `the words for ${name}`).toEqual(['quote', '--pick-up', name]);
  }
  for (const [typed, words] of sample(lines, 5))
    expect(await session.words(typed), `the words for ${typed}`).toEqual(words);
  const secret = 'rental depots --budget-url redis://:pa55@h --form\t c\t';
  expect(await session.words(`${secret}${keys.ctrlU}rental limits`)).toEqual(['limits']);
  expect(existsSync(join(session.folder, 'pwned')), 'whether a name or a line ran a program').toBe(
    false,
  );
  // A list of processes shows the words of each call.
  const calls = readFileSync(join(session.folder, 'calls'), 'utf8');
  expect(calls).toMatch(/^complete /m);
  expect(calls).not.toContain('pa55');
}
