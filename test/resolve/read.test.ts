/** What texts mean in a list. For any extras and any way to write them: right-answers.test.ts. */
import { expect, test } from 'vitest';
import { readTexts, type ReadOptions } from '../../src/resolve/read.ts';
import { onlyItemOf } from '../../src/resolve/one.ts';

const names = [
  'Auckland Airport',
  'Queenstown',
  'North Shore, Auckland',
  'Camp table',
  'Camp table, set of 2 chairs',
  'Extra km 1,000',
  'Kea',
  'KEA',
  'Rack for 2x bikes',
  'Child seat',
];
const items = names.map((name, index) => ({ id: index + 1, name }));

/**
 * `2x 10`: two of the item with the id 10. `1+3`: the text fits both. `nothing for x`: it fits none.
 * A word such as `all` is unchanged.
 */
function readings(texts: readonly string[], rules?: ReadOptions): string[] {
  return readTexts(texts, items, rules).map(({ quantity, found, how, text }) => {
    const ids =
      found.map(({ id }) => id).join('+') || (how === 'word' ? text : `nothing for ${text}`);
    return quantity === 1 ? ids : `${quantity}x ${ids}`;
  });
}

const [many, counted] = [{ many: true }, { counted: true }];

test.each<[string, string[], ReadOptions?]>([
  ['queens', ['2']],
  ['1,queens', ['1', '2']],
  ['queens,99', ['2', 'nothing for 99']],
  ['north shore, auckland', ['3']],
  ['North Shore,AUCKLAND,2', ['3', '2']],
  ['Camp table,Child seat', ['4', '10']],
  ['Camp table, set of 2 chairs,Child seat', ['5', '10']],
  // Pieces that are together only a part of a name are not one.
  ['Camp table,set of 2', ['4', '5']],
  ['extra km 1,000', ['6']],
  ['km 1,000', ['6', 'nothing for 000']],
  ['queens\\,town,1', ['nothing for queens,town', '1']],
  ['Kea', ['7']],
  ['kea', ['7+8']],
  [' 1 , ,2,', ['1', '2']],
  [' , ', ['nothing for ']],
  ['', ['nothing for ']],
  ['auckland,table', ['1+3', '4+5'], many],
  ['camp table,KEA', ['4', '8'], many],
  ['Same, KEA ', ['Same', 'KEA'], { words: ['same', 'kea'] }],
  ['2x child seat,3 × camp table', ['2x 10', '3x 4'], counted],
  ['2 × 4,child,5', ['2x 4', '10', '5'], counted],
  ['2x camp table, set of 2 chairs', ['2x 5'], counted],
  ['2x bikes', ['9'], counted],
  ['3x chaor', ['3x nothing for chaor'], counted],
  ['1x1', ['1'], counted],
])('%j means %j', (text, meant, rules) => {
  expect(readings([text], rules)).toEqual(meant);
});

test.each(['51x child seat', '0x 1'])('%j is refused', (text) => {
  expect(() => readTexts([text], items, counted)).toThrow('the quantity must be 1 to 50');
});

test('texts of several flags never merge, and each says how it names its item', () => {
  expect(readings(['North Shore', 'Auckland'])).toEqual(['3', '1']);
  const how = readTexts(['1', 'QUEENSTOWN', 'queens', 'cheapest'], items, { words: ['cheapest'] });
  expect(how.map((one) => one.how)).toEqual(['id', 'whole', 'part', 'word']);
});

test('ids need no list', () => {
  expect(readTexts(['3,2x5', ' -4 '], [], counted)).toEqual([
    { text: '3', quantity: 1, found: [], how: 'id' },
    { text: '5', quantity: 2, found: [], how: 'id' },
    { text: '-4', quantity: 1, found: [], how: 'id' },
  ]);
});

test('a part of a name is noted with its item, and with the others that it fits', () => {
  const notes: string[] = [];
  const [reading] = readTexts(['auck'], items);
  expect(onlyItemOf(reading!, items, 'depot', (note) => notes.push(note)).id).toBe(1);
  expect(notes).toEqual(['depot "auck" means Auckland Airport (1), not North Shore, Auckland (3)']);
});

test(
  'ten thousand pieces beside a name of a million commas are read at once',
  { tags: ['long'] },
  () => {
    const hostile = { id: 1, name: 'x,'.repeat(1_000_000) };
    expect(readTexts(['1,'.repeat(10_000)], [hostile])).toHaveLength(10_000);
  },
);
