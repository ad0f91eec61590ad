import { describe, expect, test } from 'vitest';
import { parseQuoting, quotingInWords } from '../../../src/planner/sweep/quoting.ts';
import { parseVehicleFilter } from '../../../src/planner/sweep/vehicles.ts';

describe('--quote', () => {
  test.each([
    ['best', { how: 'best', most: 7 }, 'best:7'],
    [' BEST:12 ', { how: 'best', most: 12 }, 'best:12'],
    ['all', { how: 'all' }, 'all'],
    ['None', { how: 'none' }, 'none'],
  ])('reads "%s" as %j', (text, quoting, words) => {
    expect(parseQuoting(text, 7)).toEqual(quoting);
    expect(quotingInWords(parseQuoting(text, 7))).toBe(words);
  });

  test.each(['', 'best:', 'best:0', 'best:x', 'best:99999', '5', 'top:5', 'best:5!'])('refuses "%s"', (text) => {
    const message = `quote takes best, best:20, all or none, not "${text}"`;
    expect(() => parseQuoting(text, 7)).toThrow(message);
  });
});

// What it means: right-answers.test.ts.
test('the vehicle filter keeps every vehicle if it is missing or contains "all" in any case', () => {
  expect(parseVehicleFilter(undefined)).toBeUndefined();
  expect(parseVehicleFilter(['3', ' ALL '])).toBeUndefined();
  expect(parseVehicleFilter(['3', 'allsorts'])).toEqual(['3', 'allsorts']);
});
