import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import {
  cheapestFirst,
  parseQuoting,
  parseVehicleFilter,
  quotingInWords,
  readMeanings,
  wantedVehicles,
  type VehicleFilter,
} from '../../../src/planner/sweep/vehicles.ts';
import type { Vehicle } from '../../../src/api/types.ts';
import fc from '../../support/property.ts';
import { amounts, vehicle } from './samples.ts';

describe('--quote', () => {
  test.each([
    ['top:5', 5, 'top:5'],
    [' TOP:12 ', 12, 'top:12'],
    ['all', Number.POSITIVE_INFINITY, 'all'],
    ['None', 0, 'none'],
  ])('reads "%s" as at most %d quotes a trip', (text, top, words) => {
    expect(parseQuoting(text)).toEqual({ top });
    expect(quotingInWords({ top })).toBe(words);
  });

  test.each(['', 'top', 'top:', 'top:0', 'top:x', 'top:99999', '5', 'stop:5', 'top:5!'])('refuses "%s"', (text) => {
    expect(() => parseQuoting(text)).toThrow(new UsageError(`quote takes top:5, all or none, not "${text}"`));
  });
});

const fleet = [
  vehicle(1, 'Kea Camper'),
  vehicle(2, 'Kea Camper Deluxe'),
  vehicle(3, 'Tūī Van'),
  vehicle(4, 'Moa Campervan'),
  vehicle(2, 'Kea Camper Deluxe'),
];

/** The wanted vehicles of one trip, where its answer is all that is known. */
function wanted(vehicles: readonly Vehicle[], filter: VehicleFilter): number[] {
  const names = vehicles.map(({ vehicleId, name }) => ({ id: vehicleId, name }));
  const whole = new Set<string>();
  const parts = new Map<string, typeof names>();
  for (const text of filter ?? []) {
    const meaning = readMeanings(text, [], names);
    if (meaning === 'whole') whole.add(text);
    else if (meaning !== undefined) parts.set(text, [...meaning]);
  }
  return wantedVehicles(vehicles, filter, { whole, parts }).map(({ vehicleId }) => vehicleId);
}

describe('the vehicle filter', () => {
  test('keeps every vehicle if it is missing or contains "all" in any case', () => {
    expect(parseVehicleFilter(undefined)).toBeUndefined();
    expect(parseVehicleFilter(['3', ' ALL '])).toBeUndefined();
    expect(parseVehicleFilter(['3', 'allsorts'])).toEqual(['3', 'allsorts']);
    expect(wanted(fleet, undefined)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['3', [3]],
    [' 3 ', [3]],
    ['9', []],
    ['', []],
    ['  ', []],
    ['kea camper', [1]],
    ['kea', [1, 2]],
    ['camper', [1, 2, 4]],
    ['tui', [3]],
    ['bus', []],
  ])('"%s" matches the ids %j', (query, ids) => {
    expect(wanted(fleet, [query])).toEqual(ids);
  });

  test('reads digits as an id, never as part of a name', () => {
    expect(wanted([vehicle(7, 'Kauri 4-berth'), vehicle(8, '4')], ['4'])).toEqual([]);
  });

  test('with several queries keeps each vehicle once, in the order of the response', () => {
    expect(wanted(fleet, ['4', 'kea', '1', 'bus'])).toEqual([1, 2, 4]);
    expect(wanted(fleet, [])).toEqual([]);
  });
});

describe('cheapestFirst', () => {
  test('sorts by daily rate, then name, then id', () => {
    const some = [
      vehicle(5, 'B', 9.9),
      vehicle(4, 'A', 9.9),
      vehicle(3, 'A', 9.9),
      vehicle(2, 'Z', 9.89),
      vehicle(1, 'C', 10),
    ];
    expect(cheapestFirst(some, { top: 4 }).map(({ vehicleId }) => vehicleId)).toEqual([2, 3, 4, 5]);
    expect(cheapestFirst(some, { top: 0 })).toEqual([]);
    expect(cheapestFirst(some, { top: Number.POSITIVE_INFINITY })).toHaveLength(5);
    expect(some[0]?.vehicleId).toBe(5);
  });

  test('leaves out no vehicle that is cheaper than a returned one', () => {
    fc.assert(
      fc.property(fc.array(amounts), fc.integer({ min: 1, max: 8 }), (rates, top) => {
        const vehicles = rates.map((rate, index) => vehicle(index, `V${index}`, rate));
        const chosen = cheapestFirst(vehicles, { top });
        expect(chosen).toHaveLength(Math.min(top, rates.length));
        const dearest = Math.max(...chosen.map(({ rentalDailyRate }) => Number(rentalDailyRate)));
        for (const one of vehicles)
          if (!chosen.includes(one)) expect(one.rentalDailyRate).toBeGreaterThanOrEqual(dearest);
      }),
    );
  });
});
