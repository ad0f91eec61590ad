import { expect, test } from 'vitest';
import { decideExtras, fillBasket, neededLists } from '../../../src/planner/sweep/wanted-extras.ts';

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

test('each extra that a vehicle does not offer is missing once', () => {
  const wanted = { accessories: ['chains', 'chains', 'rack', '999'], insurance: 'gold' };
  // Lists of other vehicles, which were not looked up, can have anything.
  const [own = []] = decideExtras([wanted], { lists: [lists], isAll: false }, () => {});
  const { asked, missing } = fillBasket(own, lists);
  expect(asked.map(({ id }) => id)).toEqual([305]);
  expect(missing).toEqual(['chains', '999', 'gold']);
});
