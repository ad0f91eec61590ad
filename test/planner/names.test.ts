import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { fold, isId, search } from '../../src/planner/names.ts';
import { readOne } from '../../src/planner/read-one.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

const depots = [
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
].map((name, i) => ({ id: i + 1, name }));

function refusal(query: string, items = depots, what = 'depot'): string {
  try {
    return `resolved to ${readOne(query, items, what).name}`;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.message} | ${error.hint}`;
  }
}

describe('one item', () => {
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
    ['lodge', 'North Queenstown Lodge'],
    ['hawkes bay', "Hawke's Bay"],
    ['Hawke’s', "Hawke's Bay"],
    ['STRASSE', 'Straße des 17. Juni'],
    ['sore aero', 'Søre Ærø'],
    ['coffee lodge', 'Coﬀee Łodge'],
    ['空港', '東京 空港'],
    ['van', 'Van'],
  ])('finds for %j the depot %s', (query, name) => {
    const items = query === 'lodge' ? depots.filter((depot) => depot.id !== 10) : depots;
    expect(readOne(query, items, 'depot').name).toBe(name);
  });

  test('prefers the exact name to a name that differs in case', () => {
    const items = [
      { id: 1, name: 'VAN' },
      { id: 2, name: 'Van' },
    ];
    expect(readOne('Van', items, 'vehicle').id).toBe(2);
    expect(refusal('van', items, 'vehicle')).toMatch(/matches 2 vehicles: VAN \(1\), Van \(2\)/);
  });

  test('reads digits as an id, never as part of a name', () => {
    expect(refusal('17')).toBe(
      'no depot has the id 17 | depots: Auckland Airport (1), Auckland City (2), Taupō (3), Queenstown (4), ' +
        "Whangārei (5), Hawke's Bay (6), North Queenstown Lodge (7), Straße des 17. Juni (8) and 5 more: rental depots lists all",
    );
  });
});

describe('one item is refused for', () => {
  test.each([
    ['auck', '"auck" matches 2 depots: Auckland Airport (1), Auckland City (2) | give its id, or more of its name'],
    ['Quenstown', 'no depot matches "Quenstown" | did you mean Queenstown (4)?'],
    ['airprot', 'no depot matches "airprot" | did you mean Auckland Airport (1)?'],
    ['', 'an empty text names no depot | give a name or an id'],
  ])('%j: %s', (query, expected) => {
    expect(refusal(query)).toBe(expected);
  });

  test.each(['-', '\u0301', '\u200b', "'"])('%j, which no name contains', (query) => {
    expect(refusal(query)).toContain('no depot matches');
  });

  test('every query if the list is empty', () => {
    expect(refusal('a', [])).toBe('no depot matches "a" | depots: there are none');
    expect(refusal('7', [], 'accessory')).toBe('no accessory has the id 7 | accessories: there are none');
  });

  test('a name that two items share, but accepts the id', () => {
    const twins = [7, 9].map((id) => ({ id, name: 'Chair' }));
    expect(refusal('Chair', twins, 'accessory')).toContain('matches 2 accessories: Chair (7), Chair (9)');
    expect(readOne('9', twins, 'accessory')).toBe(twins[1]);
  });

  test('a very long name with a short message', () => {
    const items = Array.from({ length: 20 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));
    expect(refusal('y'.repeat(100_000), items).length).toBeLessThan(1000);
  });
});

describe('search', () => {
  test('lists every depot whose name contains the text, best match first', () => {
    expect(search('queenstown', depots).map(({ id }) => id)).toEqual([4, 7]);
    expect(search('van', depots).map(({ name }) => name)).toEqual(['Van', 'Vanity']);
    expect(search('17', depots).map(({ id }) => id)).toEqual([8]);
    expect(search('2', depots).map(({ id }) => id)).toEqual([2]);
  });
  test('lists all depots for an empty text, and none if no name contains the text', () => {
    expect(search(' ', depots)).toEqual(depots);
    expect(search('zz', depots)).toEqual([]);
  });
});

describe('names and ids', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const items = fc
    .uniqueArray(name, { minLength: 1, maxLength: 8, selector: (n) => n.normalize().trim() })
    .map((names) => names.map((n, id) => ({ id, name: n })));

  test('an item is found by its id, and by its whole name unless the name is an id', () => {
    fc.assert(
      fc.property(items, fc.nat(), (all, pick) => {
        const item = all[pick % all.length];
        if (item === undefined) return;
        expect(readOne(String(item.id), all, 'depot')).toBe(item);
        if (item.name.trim() !== '' && !isId(item.name)) expect(readOne(item.name, all, 'depot')).toBe(item);
      }),
    );
  });

  test('fold ignores case and Unicode composition, and a second fold changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(fold(text.normalize('NFD'))).toBe(folded);
        expect(fold(text.toLowerCase())).toBe(folded);
      }),
      { numRuns: tries(500) },
    );
  });

  test('fold gives the same text for the upper and lower case of a Latin letter', () => {
    for (let code = 0x41; code < 0x180; code++) {
      const letter = String.fromCharCode(code);
      expect(fold(letter.toUpperCase()), letter).toBe(fold(letter));
    }
  });

  test.each(['0', '1', ' 12 ', '-1', ' -12', '9007199254740991'])('isId accepts %j', (query) =>
    expect(isId(query)).toBe(true),
  );
  test.each(['', '1a', '007', '-', '--1', '- 1', '1.0', '1e3', '٣', '９', '9007199254740992'])(
    'isId refuses %j',
    (query) => expect(isId(query)).toBe(false),
  );
});
