import { expect, it } from 'vitest';
import { escapeJson, escapeText } from '../../src/terminal/escape.ts';
import fc from '../support/property.ts';
import { hostileText, rawControl } from './text.ts';
import { tries } from '../support/thorough.ts';

/** Any code point; those of fast-check take a second to prepare. */
const anyPoint = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(hostileText, fc.string({ unit: anyPoint, maxLength: 40 }));

it.each([
  ['a colour', '\u001B[31mred', '<U+001B>[31mred'],
  [
    'a text direction',
    'a\u202Egpj.exe\u2066\u061C\u200F',
    'a<U+202E>gpj.exe<U+2066><U+061C><U+200F>',
  ],
  ['tag characters', 'a\u{E0041}\u{E007F}', 'a<U+E0041><U+E007F>'],
  ['code points without a character', '\uFFFE\u{10FFFF}', '<U+FFFE><U+10FFFF>'],
  ['a joiner between letters', 'x\u200Dy', 'x<U+200D>y'],
  ['a joiner after an emoji', '👨\u200D!', '👨<U+200D>!'],
  ['a selector in a logging command', 'a ##v\uFE0Eso[x]', 'a #<U+0023>v\uFE0Eso[x]'],
  ['a variation selector without a character', '\uFE0F \uFE0F', '<U+FE0F> <U+FE0F>'],
  ['data hidden in variation selectors', 'a\uFE01\uFE02\u{E0101}', 'a\uFE01<U+FE02><U+E0101>'],
  ['a logging command', 'a ##vso[task.x]b', 'a #<U+0023>vso[task.x]b'],
  [
    'a logging command in capitals, and another form',
    '###VsO[x] ##[y]',
    '##<U+0023>VsO[x] #<U+0023>[y]',
  ],
  ['a workflow command', '::set-output name=a::1', ':<U+003A>set-output name=a::1'],
  ['one that can begin a line when a text is wrapped', 'a::error::b', 'a:<U+003A>error:<U+003A>b'],
  ['a selector in a workflow command', ':\uFE0E:\uFE0Eerror::', ':\uFE0E<U+003A>\uFE0Eerror::'],
])('makes %s visible', (_, text, expected) => {
  expect(escapeText(text)).toBe(expected);
});

it.each([
  'Auckland Airport',
  'Ōtautahi – Christchurch, 9am–5pm',
  'مرحبا שָׁלוֹם',
  '👨‍👩‍👧 🧑🏽‍🚀 🏳️‍🌈',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '1️⃣ ☀️ ☎︎',
  '葛\u{E0100}',
  'ā👨‍®',
  'Whangārei 1️⃣, Tūī ©️ – ®️',
  'http://[::1]:80/a http://[fd00::a:b]/',
  'daily: 9:00::17:00 ## #1',
])('keeps %s', (text) => {
  expect(escapeText(text)).toBe(text);
});

it('escapes those of the first 12 288 characters that cannot be seen, and no others', () => {
  const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Default_Ignorable_Code_Point}]/u;
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  expect(all.filter((one) => escapeText(one) !== one)).toEqual(
    all.filter((one) => hidden.test(one)),
  );
  expect(all.filter((one) => escapeText(`a${one}a`).includes('<U+'))).toEqual(
    all.filter((one) => hidden.test(one) && !/\p{Variation_Selector}/u.test(one)),
  );
});

it('limits the length of a chain of joined emoji', () => {
  const fourWithJoiners = 4 + 3;
  const escaped = escapeText(Array.from({ length: 12 }, () => '👨').join('\u200D'));
  expect(escaped.split('<U+200D>').map((chain) => [...chain].length)).toEqual(
    Array(3).fill(fourWithJoiners),
  );
});

it('leaves no control in any text, and changes nothing the second time', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeText(text);
      expect(escaped).not.toMatch(rawControl);
      expect(escaped).not.toMatch(/[\n\t]/);
      expect(Buffer.from(escaped).toString()).toBe(escaped);
      expect(escapeText(escaped)).toBe(escaped);
    }),
    { numRuns: tries(500) },
  );
});

it('escapes the same characters in JSON, and a JSON parser reads them back', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText, { maxKeys: 4 }), (value) => {
      const json = escapeJson(JSON.stringify(value, undefined, 2));
      expect(json).not.toMatch(rawControl);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: tries(300) },
  );
});

it('writes a character of JSON beyond 16 bits as a surrogate pair', () => {
  expect(escapeJson('"\u{E0041}\u202E"')).toBe('"\\udb40\\udc41\\u202e"');
});
