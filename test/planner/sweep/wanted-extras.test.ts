import { describe, expect, test } from 'vitest';
import type { Basket } from '../../../src/planner/sweep/basket.ts';
import { decideExtras, fillBasket, neededLists, type ExtraLists } from '../../../src/planner/sweep/wanted-extras.ts';

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
  /** The lists of the extras of one vehicle that were not looked up can have anything. */
  function filled(basket: Basket, own: ExtraLists, all: readonly ExtraLists[] = [own]) {
    const looked = { lists: all, isAll: false };
    const [wanted = []] = decideExtras([basket], looked, () => {});
    return fillBasket(wanted, own);
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
});
