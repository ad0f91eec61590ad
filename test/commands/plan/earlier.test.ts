import { expect, it } from 'vitest';
import { findAgain, goneText } from '../../../src/commands/plan/earlier.ts';

const kea = { id: 1, name: 'Kea' };
const label = 'Your last vehicle, Kea,';

it.each([
  ['the same with its id and name', kea, [{ id: 2, name: 'Kea' }, kea], true],
  ['the same with other case and accents', { id: 1, name: 'Tūī' }, [{ id: 1, name: 'TUI' }], true],
  [
    'another thing if the exact name has another id',
    kea,
    [
      { id: 1, name: 'KEA' },
      { id: 2, name: 'Kea' },
    ],
    false,
  ],
  ['another thing with another id, which may be a namesake', kea, [{ id: 2, name: 'Kea' }], false],
  ['another thing with another name', kea, [{ id: 1, name: 'Kea Plus' }], false],
  ['gone', kea, [], false],
  ['another thing with another name of signs only', { id: 1, name: '—' }, [{ id: 1, name: '-' }], false],
  ['the same with a name of signs only', { id: 1, name: '—' }, [{ id: 1, name: '—' }], true],
])('an earlier answer is %s', (_, before, items, isSame) => {
  expect(findAgain(before, items)?.id).toBe(isSame ? before.id : undefined);
});

it.each([
  [[], 'is gone.'],
  [[{ id: 1, name: 'Moa' }], 'is gone; its id (1) is now Moa.'],
  [
    [
      { id: 2, name: 'Kea' },
      { id: 1, name: 'Moa' },
    ],
    'has another id now (2); its id (1) is now Moa: choose it if you mean it.',
  ],
  [
    [
      { id: 2, name: 'KEA' },
      { id: 1, name: 'Moa' },
    ],
    'is gone; its id (1) is now Moa.',
  ],
])('in the list %j, the sentence ends with: %s', (items, end) => {
  expect(goneText(label, kea, items, 'is gone')).toBe(`${label} ${end}`);
});
