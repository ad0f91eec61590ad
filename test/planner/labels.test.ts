import { expect, test } from 'vitest';
import { labelOf, labelsOf } from '../../src/planner/labels.ts';

const items = (...names: readonly string[]) =>
  names.map((name, index) => ({ id: index + 1, name }));

test.each([
  ['Kea,Moa', 'Kea,Moa'],
  ['Taupō,TAUPO', 'Taupō (1),TAUPO (2)'],
  [', ', ' (1),  (2)'],
])('%j are called %j', (names, labels) => {
  expect([...labelsOf(items(...names.split(','))).values()]).toEqual(labels.split(','));
});

test('an id that is listed twice has one label', () => {
  expect([...labelsOf([...items('Kea'), ...items('Kea')])]).toEqual([[1, 'Kea']]);
  expect(labelOf({ id: 1, name: 'Kea' }, items('Kea', 'Moa'))).toBe('Kea');
  expect(labelOf({ id: 7, name: 'Kea' }, items('Kea', 'Moa'))).toBe('Kea (7)');
});
