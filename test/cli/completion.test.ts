/** What completion inserts, and what the program reads back from it. */
import { expect, test } from 'vitest';
import { canBeTyped, insertion, readTypedLine, shells } from '../../src/cli/completion/shells.ts';
import fc from '../support/property.ts';

/** Letters of several kinds, and everything that a shell could take for something else. */
const characters = fc.constantFrom(
  ...`aZ7ōß日 .,:/()+_–-😀\u00A0\u200B'"‘’“”\`\\$(){}[]<>|&;*?!#~^%=@`,
);
const name = fc.array(characters, { minLength: 1, maxLength: 6 }).map((list) => list.join(''));
const quotes = ['', "'", '"'];

test.each(shells)('%s: the program reads back the names that it inserts', (shell) => {
  fc.assert(
    fc.property(
      fc.array(name.filter(canBeTyped), { maxLength: 50 }),
      fc.constantFrom(...quotes),
      (names, quote) => {
        // zsh and fish quote by themselves.
        const inserts = shell === 'bash' || (shell === 'powershell' && quote === '');
        const written = names.map((each) =>
          inserts
            ? quote + insertion(each, shell, { isQuoted: quote !== '' }) + quote
            : `"${each}"`,
        );
        expect(readTypedLine(['rental', ...written, ''].join(' '), shell).words).toEqual([
          'rental',
          ...names,
        ]);
      },
    ),
  );
});

test.each([
  '$x',
  '`x`',
  "O'Brien",
  '"',
  'a\\b',
  'a;b',
  'a&b',
  '~x',
  '-x',
  ' x',
  'x ',
  'a\u200Bb',
  '\uFE0F',
])('%j is no name that every shell takes as it is', (text) => {
  expect(canBeTyped(text)).toBe(false);
});

test.each([
  ['bash', 'rental a\\ b "c d" \'e\'f g', ['rental', 'a b', 'c d', 'ef'], 'g'],
  ['bash', 'rental "a\\$b" "a\\,b" x', ['rental', 'a$b', 'a\\,b'], 'x'],
  ['powershell', 'rental a` b "c`"d" x', ['rental', 'a b', 'c"d'], 'x'],
  ['zsh', 'echo x; rental a | rental b', ['rental'], 'b'],
  ['zsh', 'rental "$(touch x)" b', ['rental', '$(touch x)'], 'b'],
] as const)('%s divides the line %s into words', (shell, line, words, word) => {
  expect(readTypedLine(line, shell)).toMatchObject({ words, word });
});

test('reading a line never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...shells), fc.string(), (shell, rest) => {
      const { replacedFrom, word } = readTypedLine(`rental ${rest}`, shell, '=:');
      expect(replacedFrom).toBeLessThanOrEqual(word.length);
    }),
  );
});
