import { expect, test } from 'vitest';
import { berthsOf } from '../../src/planner/vehicle-limits.ts';

test.each([
  ['4 Berth Motorhome', 4],
  ['Ruru 2-berth Campervan', 2],
  ['Kea 2‑Berth', 2],
  ['Spaceship 2+1 Berth', 3],
  ['Deuce 2 + 2 berth', 4],
  ['Voyager, Sleeps 5', 5],
  ['Beta sleeps up to 4', 4],
  ['Six Berth Kererū 6Berth', 6],
  ['Maxi 4 berths', 4],
  ['2024 Euro 4 berth', 4],
  ['Ｅｕｒｏ ４ berth', 4],
  ['Sleeper 4', undefined],
  ['Family 2-4 Berth', undefined],
  ['Family 2/4 Berth', undefined],
  ['sleeps 2-4', undefined],
  ['Length 7.5 berth', undefined],
  ['0 berth', undefined],
  ['100 berth', undefined],
  ['4 Berthold', undefined],
  ['Weka Compact Car', undefined],
  ['', undefined],
])('the name %j says that it has %s berths', (name, berths) => {
  expect(berthsOf(name)).toBe(berths);
});
