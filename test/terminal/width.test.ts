import { expect, it } from 'vitest';
import { escapeText } from '../../src/terminal/escape.ts';
import {
  pad,
  textWidth,
  truncate,
  truncateAtWord,
  truncateMiddle,
  wrap,
} from '../../src/terminal/width.ts';
import fc from '../support/property.ts';
import { hostileText } from './text.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'a…'],
  ['abc', 1, '…'],
  ['abc', -1, ''],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
])('truncates %s in %i columns to %s', (text, columns, expected) => {
  expect(truncate(text, columns)).toBe(expected);
});

it.each([
  ['3 of 9, done in about 60 s, 2 of 9 free', 28, '3 of 9, done in about 60 s…'],
  ['3 of 9, done in about 60 s, 2 of 9 free', 27, '3 of 9, done in about 60 s…'],
  ['3 of 9, done in about 60 s, 2 of 9 free', 26, '3 of 9, done in about…'],
  ['waiting 9 s: used up', 15, 'waiting 9 s…'],
  ['34 of 181, waiting', 17, '34 of 181…'],
  ['waiting 9 s', 11, 'waiting 9 s'],
  ['a 日本語日本語', 8, 'a 日本…'],
  ['abcdefghij klm', 10, 'abcdefghi…'],
  ['ab cdefghij klm', 11, 'ab cdefghi…'],
])('cuts %s in %i columns at the end of a word: %s', (text, columns, expected) => {
  expect(truncateAtWord(text, columns)).toBe(expected);
});

it.each([
  ['Wellington Ferry Terminal', 25, 'Wellington Ferry Terminal'],
  ['Wellington Ferry Terminal', 16, 'Wellingt…erminal'],
  ['Wellington Ferry Terminal (3)', 16, 'Wellingt…nal (3)'],
  ['Wellington Ferry Terminal (123456)', 16, 'Wellin… (123456)'],
  ['Kea (123456)', 8, 'Kea …56)'],
  ['日本語日本語', 8, '日本…語'],
  ['日本語', 3, '…'],
  ['abc', 2, 'a…'],
])('cuts the middle of %s in %i columns: %s', (text, columns, expected) => {
  expect(truncateMiddle(text, columns)).toBe(expected);
});

it.each([
  ['Weekdays 9am-5pm, Weekends 10am-4pm', 20, ['Weekdays 9am-5pm,', 'Weekends 10am-4pm']],
  ['日本語日本語 abc', 5, ['日本', '語日', '本語', 'abc']],
  ['', 5, ['']],
  [' abcdef', 3, ['abc', 'def']],
])('wraps %s in %i columns', (text, columns, expected) => {
  expect(wrap(text, columns)).toEqual(expected);
});

it('any text is never wider than allowed, and loses only spaces when it is wrapped', () => {
  fc.assert(
    fc.property(hostileText.map(escapeText), fc.integer({ min: 2, max: 40 }), (text, columns) => {
      const wrapped = wrap(text, columns);
      for (const line of [
        ...wrapped,
        ...[truncate, truncateAtWord, truncateMiddle].map((cut) => cut(text, columns)),
      ])
        expect(textWidth(line)).toBeLessThanOrEqual(columns);
      expect(wrapped.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

it('pads a text to the width on either side', () => {
  expect([pad('日', 4, 'left'), pad('日', 4, 'right'), pad('long', 2, 'left')]).toEqual([
    '  日',
    '日  ',
    'long',
  ]);
});
