import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { fillBasket, idsOnly, itemsFor, meaningsOf, needsLookUp } from '../../../src/planner/sweep/basket.ts';

const accessories = [
  { id: 301, name: 'Child seat' },
  { id: 302, name: 'Booster seat' },
  { id: 305, name: 'Bike rack' },
];
const insurance = [
  { id: 402, name: 'Reduced excess' },
  { id: 403, name: 'Zero excess' },
];
const none = { accessories: undefined, insurance: undefined };

test.each([
  [
    { accessories: [], insurance: undefined },
    { accessories: false, insurance: false },
  ],
  [
    { accessories: ['301', ' 2 '], insurance: '403' },
    { accessories: false, insurance: false },
  ],
  [
    { accessories: ['301', 'child seat'], insurance: undefined },
    { accessories: true, insurance: false },
  ],
  [
    { accessories: [], insurance: 'zero' },
    { accessories: false, insurance: true },
  ],
])('for %j, needsLookUp asks only for the lists that a name needs', (basket, expected) => {
  expect(needsLookUp(basket)).toEqual(expected);
});

test('idsOnly removes the names from a basket', () => {
  expect(idsOnly({ accessories: ['301', 'rack'], insurance: 'zero' })).toEqual({
    accessories: ['301'],
    insurance: undefined,
  });
  expect(idsOnly({ accessories: [], insurance: '403' })).toEqual({ accessories: [], insurance: '403' });
  expect(idsOnly({ accessories: [], insurance: undefined })).toEqual({ accessories: [], insurance: undefined });
});

describe('fillBasket', () => {
  test('turns names and ids into sorted ids and keeps duplicates', () => {
    const basket = { accessories: ['rack', '301', 'child', '999'], insurance: 'zero' };
    expect(fillBasket(basket, { accessories, insurance })).toEqual({
      accessoryIds: [301, 301, 305, 999],
      insuranceId: 403,
      missing: [],
      meant: new Map([
        ['rack', 'Bike rack'],
        ['child', 'Child seat'],
        ['zero', 'Zero excess'],
      ]),
    });
  });

  test('needs no list for ids', () => {
    expect(fillBasket({ accessories: ['7', '5'], insurance: '403' }, none)).toEqual({
      accessoryIds: [5, 7],
      insuranceId: 403,
      missing: [],
      meant: new Map(),
    });
    expect(fillBasket({ accessories: [], insurance: undefined }, none).insuranceId).toBeUndefined();
  });

  test('lists each extra that the vehicle does not offer once', () => {
    const basket = { accessories: ['chains', 'chains', 'rack'], insurance: 'gold' };
    expect(fillBasket(basket, { accessories, insurance })).toMatchObject({
      accessoryIds: [305],
      insuranceId: undefined,
      missing: ['chains', 'gold'],
    });
    expect(fillBasket(basket, none).missing).toEqual(['chains', 'rack', 'gold']);
  });

  test('throws if a name matches several extras', () => {
    expect(() => fillBasket({ accessories: ['seat'], insurance: undefined }, { accessories, insurance })).toThrow(
      /"seat" matches 2 accessories/,
    );
    expect(() => fillBasket({ accessories: [], insurance: 'excess' }, { accessories, insurance })).toThrow(
      /"excess" matches 2 insurance plans/,
    );
  });
});

test('differentMeanings returns the names that match different extras at different vehicles', () => {
  const baskets = [
    {
      meant: new Map([
        ['table', 'Camping table'],
        ['seat', 'Child seat'],
      ]),
    },
    { meant: new Map([['table', 'Folding table']]) },
    {
      meant: new Map([
        ['table', 'Camping table'],
        ['seat', 'Child seat'],
      ]),
    },
  ];
  expect(meaningsOf(baskets)).toEqual(
    new Map([
      ['table', ['Camping table', 'Folding table']],
      ['seat', ['Child seat']],
    ]),
  );
  expect(meaningsOf([])).toEqual(new Map());
});

describe('itemsFor', () => {
  test.each([
    ['lucky', ['lucky:1', 'happy:2', 'airport'], ['1', 'airport']],
    ['happy', ['lucky:1', 'happy: 2 ', 'airport'], ['2', 'airport']],
    ['happy', ['lucky:1'], []],
    ['happy', ['other:1'], ['other:1']],
  ])('returns for %s, from %j, %j', (operator, items, own) => {
    expect(itemsFor(operator, ['lucky', 'happy'], items, 'pickUp')).toEqual(own);
  });

  test('accepts an id without an operator name only if there is one operator', () => {
    expect(itemsFor('lucky', ['lucky'], ['1', 'lucky:2'], 'pickUp')).toEqual(['1', '2']);
    const error = ((): unknown => {
      try {
        return itemsFor('lucky', ['lucky', 'happy'], [' 1 '], 'pickUp');
      } catch (reason) {
        return reason;
      }
    })();
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      message: 'pickUp 1: each operator has its own ids',
      hint: 'give a name, or say whose id it is: lucky:1',
    });
  });
});
