import { expect, test } from 'vitest';
import { berthsOf } from '../../src/planner/vehicle-limits.ts';

test.each([
  ['Ruru 2-berth Campervan', 2],
  ['Kea 2‑Berth', 2],
  ['Spaceship 2+1 Berth', 3],
  ['Deuce 2 + 2 berth', 4],
  ['Beta sleeps up to 4', 4],
  ['Six Berth Kererū 6Berth', 6],
  ['2024 Euro 4 berth', 4],
  ['Ｅｕｒｏ ４ berth', 4],
  ['Family 2-4 Berth', undefined],
  ['Length 7.5 berth', undefined],
  ['0 berth', undefined],
  ['100 berth', undefined],
  ['4 Berthold', undefined],
  ['Weka Compact Car', undefined],
])('the name %j says that it has %s berths', (name, berths) => {
  expect(berthsOf(name)).toBe(berths);
});
