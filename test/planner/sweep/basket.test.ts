import { describe, expect, test } from 'vitest';
import { itemsFor, readBaskets } from '../../../src/planner/sweep/basket.ts';

describe('itemsFor', () => {
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
    expect(itemsFor(operator, ['lucky', 'happy'], items, 'pickUp')).toEqual(own);
  });

  test('accepts an id without an operator name if there is one operator', () => {
    expect(itemsFor('lucky', ['lucky'], ['1', 'lucky:2'], 'pickUp')).toEqual(['1', '2']);
  });
});

test('two of an accessory for one operator and one for the other are not the same basket', () => {
  const wanted = (written: string) => readBaskets({ accessories: [written], insurance: [] }, ['lucky', 'happy']);
  expect(() => wanted('lucky:2x6,happy:506')).toThrow(
    'accessory gives each operator another basket: 2 for lucky, 1 for happy',
  );
  expect(wanted('lucky:2x6,happy:2x506')).toHaveLength(2);
});

test('a plan for one operator and none for the other are not the same basket', () => {
  const wanted = { accessories: [], insurance: ['lucky:none,happy:8'] };
  expect(() => readBaskets(wanted, ['lucky', 'happy'])).toThrow(
    'insurance gives each operator another basket: 0 for lucky, 1 for happy',
  );
  expect(readBaskets({ accessories: [], insurance: ['lucky:9,happy:8'] }, ['lucky', 'happy'])).toEqual([
    { accessories: [], insurance: '9' },
    { accessories: [], insurance: '8' },
  ]);
  expect(readBaskets({ accessories: ['None'], insurance: ['none'] }, ['lucky', 'happy'])).toEqual([
    { accessories: [], insurance: undefined },
    { accessories: [], insurance: undefined },
  ]);
});
