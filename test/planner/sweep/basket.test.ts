import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import {
  fillBasket,
  itemsFor,
  neededLists,
  readBasket,
  readBaskets,
  type Basket,
  type ExtraLists,
} from '../../../src/planner/sweep/basket.ts';

const accessory = [
  { id: 301, name: 'Child seat' },
  { id: 302, name: 'Booster seat' },
  { id: 305, name: 'Bike rack' },
];
const insurance = [
  { id: 402, name: 'Reduced excess' },
  { id: 403, name: 'Zero excess' },
];
const lists = { accessory, insurance };

test.each([
  [{ accessories: ['301', ' 2 ', '4,2x5'], insurance: '403' }, []],
  [{ accessories: ['301', 'child seat'], insurance: undefined }, ['accessory']],
  [{ accessories: [], insurance: 'zero' }, ['insurance']],
])('for %j, only the lists that a name needs are looked up', (basket, expected) => {
  expect(neededLists(basket)).toEqual(expected);
});

describe('fillBasket', () => {
  function filled(basket: Basket, own: ExtraLists, all: readonly ExtraLists[] = [own]) {
    return fillBasket(readBasket(basket, all, true), own);
  }

  test('turns names and ids into ids with their numbers', () => {
    const basket = { accessories: ['rack', '301', '2x child'], insurance: 'zero' };
    expect(filled(basket, lists)).toEqual({
      asked: [
        { kind: 'accessory', id: 301, name: 'Child seat', quantity: 3 },
        { kind: 'accessory', id: 305, name: 'Bike rack', quantity: 1 },
        { kind: 'insurance', id: 403, name: 'Zero excess', quantity: 1 },
      ],
      missing: [],
      ids: { accessoryIds: [301, 301, 301, 305], insuranceId: 403 },
    });
  });

  test('lists each extra that the vehicle does not offer once', () => {
    const basket = { accessories: ['chains', 'chains', 'rack', '999'], insurance: 'gold' };
    const { asked, missing } = filled(basket, lists);
    expect(asked.map(({ id }) => id)).toEqual([305]);
    expect(missing).toEqual(['chains', '999', 'gold']);
  });

  test('throws for a part of several names, of one vehicle or of several', () => {
    expect(() => filled({ accessories: ['seat'], insurance: undefined }, lists)).toThrow(
      /the accessory "seat" can be one of several: "Child seat", "Booster seat"/,
    );
    expect(() => filled({ accessories: [], insurance: 'excess' }, lists)).toThrow(
      /the insurance plan "excess" can be one of several/,
    );
    const other = { accessory: [{ id: 9, name: 'Bike carrier' }], insurance: undefined };
    const basket = { accessories: ['bike'], insurance: undefined };
    expect(() => filled(basket, other, [lists, other])).toThrow(/"Bike rack", "Bike carrier"/);
  });

  test('takes a part of a name only if no vehicle has an extra with that whole name', () => {
    const cover = { accessory: [{ id: 9, name: 'Child seat cover' }], insurance: undefined };
    const basket = { accessories: ['child seat'], insurance: undefined };
    expect(filled(basket, cover)).toMatchObject({ asked: [{ id: 9 }], missing: [] });
    expect(filled(basket, cover, [cover, lists])).toMatchObject({ asked: [], missing: ['Child seat'] });
    expect(readBasket(basket, [cover], true).meant).toEqual(new Map([['child seat', 'Child seat cover']]));
    expect(readBasket(basket, [lists], true).meant).toEqual(new Map());
  });
});

describe('itemsFor', () => {
  test.each([
    ['lucky', ['lucky:1', 'happy:2', 'airport'], ['1', 'airport']],
    ['happy', ['lucky:1', 'happy: 2 ', 'airport'], ['2', 'airport']],
    ['happy', ['other:1'], ['other:1']],
    ['lucky', ['airport,lucky:North Shore, Auckland,happy:2'], ['airport', 'North Shore, Auckland']],
    ['happy', ['airport,lucky:North Shore, Auckland,happy:2'], ['airport', '2']],
    ['happy', ['Kea, 2 berth'], ['Kea, 2 berth']],
    ['lucky', ['lucky:Extra km 1,000'], ['Extra km 1,000']],
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

test('two of an accessory for one operator and one for the other are not the same basket', () => {
  const wanted = (written: string) => readBaskets({ accessories: [written], insurance: [] }, ['lucky', 'happy']);
  expect(() => wanted('lucky:6:2,happy:506')).toThrow(
    'accessory gives each operator another basket: 2 for lucky, 1 for happy',
  );
  expect(wanted('lucky:6:2,happy:506:2')).toHaveLength(2);
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
