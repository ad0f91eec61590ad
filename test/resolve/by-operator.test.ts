import { describe, expect, test } from 'vitest';
import { textsByOperator } from '../../src/resolve/by-operator.ts';
import { splitByOwner } from '../../src/resolve/owners.ts';
import { UsageError } from '../../src/base/errors.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

function pickUpsOf(operator: string, pickUp: readonly string[], operators: readonly string[]) {
  return textsByOperator({ pickUp }, operators).find((texts) => texts.operator === operator)
    ?.pickUps;
}

describe('the texts for an operator', () => {
  test.each([
    ['lucky', ['lucky:1', 'happy:2', 'airport'], ['1', 'airport']],
    ['happy', ['lucky:1', 'happy: 2 ', 'airport'], ['2', 'airport']],
    ['happy', ['other:1'], ['other:1']],
    [
      'lucky',
      ['airport,lucky:North Shore, Auckland,happy:2'],
      ['airport', 'North Shore, Auckland'],
    ],
    ['happy', ['airport,lucky:North Shore, Auckland,happy:2'], ['airport', '2']],
    ['happy', ['Kea, 2 berth'], ['Kea, 2 berth']],
    ['lucky', ['lucky:Extra km 1,000'], ['Extra km 1,000']],
    ['lucky', ['lucky:1,airport'], ['1,airport']],
    ['happy', ['lucky:1,airport'], []],
    // Only of accessories there can be several.
    ['lucky', ['0x10 Road'], ['0x10 Road']],
  ])('are, for %s and the texts %j, %j', (operator, items, own) => {
    expect(pickUpsOf(operator, items, ['lucky', 'happy'])).toEqual(own);
  });

  test('accepts an id without an operator name if there is one operator', () => {
    expect(pickUpsOf('lucky', ['1', 'lucky:2'], ['lucky'])).toEqual(['1', '2']);
  });
});

const both = ['lucky', 'happy'];

test.each([
  ['accessory', ['2x lucky:6,happy:506'], [], '2 for lucky, 1 for happy'],
  ['insurance', [], ['lucky:none,happy:8'], '0 for lucky, 1 for happy'],
])(
  'different numbers of the extra %s for two operators are refused',
  (kind, accessory, insurance, numbers) => {
    const message = `${kind} gives the operators different numbers of extras: ${numbers}`;
    expect(() => textsByOperator({ pickUp: ['all'], accessory, insurance }, both)).toThrow(message);
  },
);

test.each([
  [['2x lucky:6,2 × happy:506'], ['lucky:9,happy:8'], ['2x 6', '9', '2 × 506', '8']],
  [['2x lucky:child seat,happy:2x bike rack'], ['none'], ['2x child seat', '2x bike rack']],
  [['None'], ['none'], []],
  [[], ['lucky:Zero, excess,happy:8,none'], ['Zero, excess', '8,none']],
  [[], ['lucky:9,happy:8', 'lucky:10,none'], ['9', '10,none', '8']],
])(
  'equal numbers of extras for each operator are accepted: %j and %j',
  (accessory, insurance, own) => {
    const all = textsByOperator({ pickUp: ['all'], accessory, insurance }, both);
    expect(all.flatMap(({ accessories, plans }) => [...accessories, ...plans])).toEqual(own);
  },
);

test.each([
  ['happy:2x71', '2x happy:71'],
  ['lucky:1, happy: 3 × 71', '3x happy:71'],
])(
  'a number between an operator and an id is refused with the right form: %s',
  (accessory, form) => {
    const read = () => textsByOperator({ pickUp: ['all'], accessory: [accessory] }, both);
    expect(read).toThrow(expect.objectContaining({ hint: `write ${form}` }) as Error);
  },
);

test('any texts are divided among operators with all of their characters, or are a UsageError', () => {
  const piece = fc.constantFrom(
    'lucky:',
    'happy:',
    '2x',
    ' × ',
    ',',
    '\\,',
    ':',
    '71',
    '-1',
    'seat',
    '\0',
    '\u202e',
    ' ',
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  const lettersOf = (text: string): string => text.replaceAll(/lucky:|happy:|\s/g, '');
  fc.assert(
    fc.property(texts, (text) => {
      try {
        const parts = splitByOwner(text, both);
        // In `lucky:happy:1` the text for lucky is `happy:1`, which this check cannot tell apart.
        const hasNestedOwner = /(lucky|happy):\S*(lucky|happy):/.test(text);
        const joined = parts.map((part) => part.text).join(',');
        if (!hasNestedOwner) expect(lettersOf(joined)).toBe(lettersOf(text));
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
    { numRuns: tries(2_000) },
  );
});
