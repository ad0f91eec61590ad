/** What completion inserts, and what the program reads back from it. */
import { expect, test } from 'vitest';
import { insertion, readTyped, shells, type Quote } from '../../src/cli/completion/shells.ts';
import fc from '../support/property.ts';
import { insertedInBash as inserted, name, names } from '../support/shell-names.ts';

const quotes: readonly Quote[] = ['', "'", '"'];

test.each(quotes)('the program reads back what it inserts in bash (quote %j)', (quote) => {
  fc.assert(
    fc.property(names, name, (list, last) => {
      const line = ['rental', ...list.map((each) => inserted(each, quote)), insertion(last, 'bash', '')].join(' ');
      expect(readTyped(line, 'bash', '')).toMatchObject({ words: ['rental', ...list], word: last, quote: '' });
    }),
  );
});

test('bash gets no name that it would take for a home folder', () => {
  expect(insertion('~root', 'bash', '')).toBe('\\~root');
});

test('the program reads back what it inserts in PowerShell', () => {
  fc.assert(
    fc.property(names, (list) => {
      const line = ['rental', ...list.map((each) => insertion(each, 'powershell', '')), ''].join(' ');
      expect(readTyped(line, 'powershell')?.words).toEqual(['rental', ...list]);
    }),
  );
});

test.each(shells)('reading a line never throws (%s)', (shell) => {
  fc.assert(
    fc.property(name, fc.string(), (typed, rest) => {
      const read = readTyped(`rental ${typed}${rest}`, shell, '=:');
      expect(read === undefined || read.replacedFrom <= read.word.length).toBe(true);
    }),
  );
});

test.each([
  ['bash', 'rental a\\ b "c d" \'e\'f g', ['rental', 'a b', 'c d', 'ef'], 'g'],
  ['bash', 'rental "a\\$b" "a\\b" x', ['rental', 'a$b', 'a\\b'], 'x'],
  ['fish', "rental 'a\\'b' 'c\\d' x", ['rental', "a'b", 'c\\d'], 'x'],
  ['powershell', "rental 'a''b' a` b \"c`\"d\" x", ['rental', "a'b", 'a b', 'c"d'], 'x'],
  ['powershell', 'rental ‘a’’b” c‛ “d` e”” f„ x', ['rental', 'a’b” c', 'd e” f'], 'x'],
  ['powershell', 'rental a\u00A0b', ['rental', 'a'], 'b'],
  ['bash', 'rental a\u00A0b c', ['rental', 'a\u00A0b'], 'c'],
  ['fish', 'rental a \\\n b', ['rental', 'a'], 'b'],
  ['zsh', 'rental a 2>file >> other b', ['rental', 'a'], 'b'],
  ['zsh', 'echo x; rental a | rental b', ['rental'], 'b'],
  ['zsh', 'rental "$(touch x)" b', ['rental', '$(touch x)'], 'b'],
] as const)('%s: %s', (shell, line, words, word) => {
  expect(readTyped(line, shell)).toMatchObject({ words, word });
});

test.each([
  ['bash', 'rental $HO'],
  ['bash', 'rental "a$HO'],
  ['bash', 'rental `id'],
  ['bash', 'rental a\\'],
  ['fish', 'rental (date'],
  ['zsh', 'rental > fi'],
] as const)('%s: what %s will become is not known', (shell, line) => {
  const typed = readTyped(line, shell);
  // A command in brackets is another command.
  expect(typed === undefined || typed.words.length === 0).toBe(true);
});
