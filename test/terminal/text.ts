import fc from '../support/property.ts';

/** Pieces of text that can damage a terminal's output or mislead its reader. */
export const hostilePieces = [
  '\u001B[31m',
  '\u001B]8;;https://evil.example\u0007',
  '\u0007',
  '\r',
  '\n',
  '\t',
  '\u0000',
  '\u007F',
  '\u009B2J',
  '\u202E',
  '\u2066',
  '\u200F',
  '\u061C',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\u2028',
  '\u{E0041}',
  '\uFE0F\uFE0F',
  '\uD83D',
  '\uDE00',
  '\uFFFE',
];

export const widePieces = [
  '東京',
  'レンタカー',
  '한국',
  '👨‍👩‍👧',
  '☀️',
  '1️⃣',
  '👍🏽',
  '🇳🇿',
  'e\u0301',
  'שָׁלוֹם',
  'กรุงเทพ',
  'हिन्दी',
  'Māngere',
  '',
  ' ',
  'a',
  'Weekdays 9am-5pm',
  '葛\u{E0100}',
];

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...hostilePieces, ...widePieces), fc.string({ maxLength: 6 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''));

/** Characters that output must not hold. Line breaks and the tabs of TSV are allowed. */
export const rawControl =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;
