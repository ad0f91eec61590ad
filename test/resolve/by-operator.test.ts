import { describe, expect, test } from 'vitest';
import { textsByOperator } from '../../src/resolve/by-operator.ts';

function pickUpsOf(operator: string, pickUp: readonly string[], operators: readonly string[]) {
  return textsByOperator({ pickUp }, operators).find((texts) => texts.operator === operator)?.pickUps;
}

describe('the texts for an operator', () => {
  test.each([
    ['lucky', ['lucky:1', 'happy:2', 'airport'], ['1', 'airport']],
    ['happy', ['lucky:1', 'happy: 2 ', 'airport'], ['2', 'airport']],
    ['happy', ['other:1'], ['other:1']],
    ['lucky', ['airport,lucky:North Shore, Auckland,happy:2'], ['airport', 'North Shore, Auckland']],
    ['happy', ['airport,lucky:North Shore, Auckland,happy:2'], ['airport', '2']],
    ['happy', ['Kea, 2 berth'], ['Kea, 2 berth']],
    ['lucky', ['lucky:Extra km 1,000'], ['Extra km 1,000']],
    ['lucky', ['lucky:1,airport'], ['1,airport']],
    ['happy', ['lucky:1,airport'], []],
    // Only of accessories there can be several.
    ['lucky', ['0x10 Road'], ['0x10 Road']],
  ])('returns for %s, from %j, %j', (operator, items, own) => {
    expect(pickUpsOf(operator, items, ['lucky', 'happy'])).toEqual(own);
  });

  test('accepts an id without an operator name if there is one operator', () => {
    expect(pickUpsOf('lucky', ['1', 'lucky:2'], ['lucky'])).toEqual(['1', '2']);
  });
});

const both = ['lucky', 'happy'];

test.each([
  ['accessory', ['lucky:2x6,happy:506'], [], '2 for lucky, 1 for happy'],
  ['insurance', [], ['lucky:none,happy:8'], '0 for lucky, 1 for happy'],
])('more of one %s for one operator than for the other is another basket', (kind, accessory, insurance, numbers) => {
  const message = `${kind} gives each operator different extras: ${numbers}`;
  expect(() => textsByOperator({ pickUp: ['all'], accessory, insurance }, both)).toThrow(message);
});

test.each([
  [['lucky:2x6,happy:2x506'], ['lucky:9,happy:8'], ['2x6', '9', '2x506', '8']],
  [['None'], ['none'], []],
  [[], ['lucky:Zero, excess,happy:8,none'], ['Zero, excess', '8,none']],
  [[], ['lucky:9,happy:8', 'lucky:10,none'], ['9', '10,none', '8']],
])('as many for each operator are the same basket: %j and %j', (accessory, insurance, own) => {
  const all = textsByOperator({ pickUp: ['all'], accessory, insurance }, both);
  expect(all.flatMap(({ accessories, plans }) => [...accessories, ...plans])).toEqual(own);
});
