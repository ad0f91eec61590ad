import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { fold, isId, type Named } from '../../src/planner/names.ts';
import { searchItems } from '../../src/resolve/shown-list.ts';
import { resolveOne, type ItemKind } from '../../src/resolve/one.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

const named = (...names: readonly string[]) =>
  names.map((name, index) => ({ id: index + 1, name }));
const depots = named(
  'Auckland Airport',
  'Auckland City',
  'Taupō',
  'Queenstown',
  'Whangārei',
  "Hawke's Bay",
  'North Queenstown Lodge',
  'Straße des 17. Juni',
  'Søre Ærø',
  'Coﬀee Łodge',
  '東京 空港',
  'Van',
  'Vanity',
);

function refusal(query: string, items = depots, kind: ItemKind = 'depot'): string {
  try {
    return `resolved to ${resolveOne(query, items, kind).name}`;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.message} | ${error.hint}`;
  }
}

test.each([
  ['4', 'Queenstown'],
  ['Taupō', 'Taupō'],
  ['Taupo\u0304', 'Taupō'],
  ['taupo', 'Taupō'],
  ['ｔａｕｐｏ', 'Taupō'],
  ['tau\u200dpo', 'Taupō'],
  ['auckland-airport', 'Auckland Airport'],
  ['  auckland   city ', 'Auckland City'],
  ['airport', 'Auckland Airport'],
  ['queen', 'Queenstown'],
  ['north', 'North Queenstown Lodge'],
  ['hawkes bay', "Hawke's Bay"],
  ['Hawke’s', "Hawke's Bay"],
  ['STRASSE', 'Straße des 17. Juni'],
  ['sore aero', 'Søre Ærø'],
  ['coffee lodge', 'Coﬀee Łodge'],
  ['空港', '東京 空港'],
  ['van', 'Van'],
])('%j is the depot %s, also if the list has it twice', (query, name) => {
  expect(resolveOne(query, [...depots, ...depots], 'depot').name).toBe(name);
});

const motorhomes = named('Tūī 4-berth Motorhome');
const moreOfIt = 'give the id, or more of the name';
const seats = named('Child seat', 'Booster seat');
const twins = named('Chair', 'Chair');
const cased = named('VAN', 'Van');

test.each<[string, Named[], ItemKind, string]>([
  [
    '17',
    depots,
    'depot',
    'no depot has the id 17 | depots: Auckland Airport (1), Auckland City (2), Taupō (3), Queenstown (4), Whangārei (5), ' +
      "Hawke's Bay (6), North Queenstown Lodge (7), Straße des 17. Juni (8) and 5 more: rental depots lists all",
  ],
  [
    'auck',
    depots,
    'depot',
    `"auck" matches 2 depots: Auckland Airport (1), Auckland City (2) | ${moreOfIt}`,
  ],
  [
    'Hoiho 2-berth Motorhome',
    motorhomes,
    'vehicle',
    'no vehicle matches "Hoiho 2-berth Motorhome" | vehicles: Tūī 4-berth Motorhome (1)',
  ],
  [
    'Tuii 4-berth Motorhome',
    motorhomes,
    'vehicle',
    'no vehicle matches "Tuii 4-berth Motorhome" | did you mean Tūī 4-berth Motorhome (1)?',
  ],
  ['Quenstown', depots, 'depot', 'no depot matches "Quenstown" | did you mean Queenstown (4)?'],
  ['airprot', depots, 'depot', 'no depot matches "airprot" | did you mean Auckland Airport (1)?'],
  ['', depots, 'depot', 'no depot was given | give a name or an id'],
  [
    'sauna',
    seats,
    'accessory',
    'no accessory matches "sauna" | accessories: Child seat (1), Booster seat (2)',
  ],
  ['a', [], 'depot', 'no depot matches "a" | depots: there are none'],
  [
    '007',
    seats,
    'accessory',
    'no accessory matches "007" | accessories: Child seat (1), Booster seat (2)',
  ],
  [
    'Chair',
    twins,
    'accessory',
    `"Chair" matches 2 accessories: Chair (1), Chair (2) | ${moreOfIt}`,
  ],
  ['van', cased, 'vehicle', `"van" matches 2 vehicles: VAN (1), Van (2) | ${moreOfIt}`],
  ['Van', cased, 'vehicle', 'resolved to Van'],
])('%j in the list %j of the kind %s gives: %s', (query, items, kind, expected) => {
  expect(refusal(query, items, kind)).toBe(expected);
});

test.each(['-', '\u0301', '\u200b', "'"])('%j is a part of no name', (query) => {
  expect(refusal(query)).toContain('no depot matches');
});

test('a very long name is refused with a short message', () => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));
  expect(refusal('y'.repeat(100_000), items).length).toBeLessThan(1000);
});

test.each([
  ['queenstown', [4, 7]],
  ['van', [12, 13]],
  ['17', [8]],
  ['2', [2]],
  ['zz', []],
  [' ', depots.map(({ id }) => id)],
])('a search for %j lists %j, the best match first', (query, ids) => {
  expect(searchItems(query, depots).map(({ id }) => id)).toEqual(ids);
});

describe('any names and ids', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const items = fc
    .uniqueArray(name, { minLength: 1, maxLength: 8, selector: (n) => n.normalize().trim() })
    .map((names) => names.map((n, id) => ({ id, name: n })));

  test('an item is found by its id, and by its whole name unless the name is an id', () => {
    fc.assert(
      fc.property(items, fc.nat(), (all, pick) => {
        const item = all[pick % all.length]!;
        expect(resolveOne(String(item.id), all, 'depot')).toBe(item);
        if (item.name.trim() !== '' && !isId(item.name))
          expect(resolveOne(item.name, all, 'depot')).toBe(item);
      }),
    );
  });

  test('fold ignores case and Unicode composition, and a second fold changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = fold(text);
        for (const same of [folded, text.normalize('NFD'), text.toLowerCase()])
          expect(fold(same)).toBe(folded);
      }),
      { numRuns: tries(500) },
    );
    const letters = Array.from({ length: 0x140 }, (_, index) => String.fromCharCode(0x40 + index));
    for (const letter of letters) expect(fold(letter.toUpperCase()), letter).toBe(fold(letter));
  });

  const ids = ['0', '1', ' 12 ', '-1', ' -12', '9007199254740991'];
  const others = ['', '1a', '007', '-', '--1', '- 1', '1.0', '1e3', '٣', '９', '9007199254740992'];
  test.each([...ids, ...others])('isId tells ids from other texts: %j', (query) =>
    expect(isId(query)).toBe(ids.includes(query)),
  );
});
