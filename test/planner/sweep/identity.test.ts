import { expect, test } from 'vitest';
import { identityOf } from '../../../src/planner/sweep/identity.ts';
import { offer, sessionWith, vehicle } from './samples.ts';

const place = (operator: string, pickUpDepotId: number, dropOffDepotId = pickUpDepotId) => ({
  ...{ operator, pickUpDepotId, dropOffDepotId },
});

test('depots of the same name at one operator stay apart, and are shown with their ids', () => {
  const sessions = [sessionWith('lucky', [1, 'Airport'], [2, 'Airport'], [3, 'City'])];
  const { placeKey, placeLabel } = identityOf({ sessions, trips: [], offers: [] });
  expect(placeLabel(place('lucky', 1))).toBe('Airport (1)');
  expect(placeLabel(place('lucky', 1, 2))).toBe('Airport (1) → Airport (2)');
  expect(placeLabel(place('lucky', 3, 2))).toBe('City → Airport (2)');
  expect(placeKey(place('lucky', 1))).not.toBe(placeKey(place('lucky', 2)));
});

test('across operators, depots are the same if their names are, unless the name repeats at one of them', () => {
  const sessions = [
    sessionWith('lucky', [1, 'Airport'], [2, 'Airport'], [3, 'Taupō']),
    sessionWith('happy', [8, 'Airport'], [1, 'TAUPO']),
  ];
  const { placeKey } = identityOf({ sessions, trips: [], offers: [] });
  expect(placeKey(place('lucky', 3))).toBe(placeKey(place('happy', 1)));
  expect(placeKey(place('lucky', 1))).not.toBe(placeKey(place('happy', 8)));
});

test('depots that were not looked up are the same only within their operator', () => {
  const sessions = [sessionWith('lucky'), sessionWith('happy')];
  const { placeKey, placeLabel } = identityOf({ sessions, trips: [], offers: [] });
  expect(placeLabel(place('lucky', 1, 2))).toBe('depot 1 → depot 2');
  expect(placeKey(place('lucky', 1))).toBe(placeKey(place('lucky', 1)));
  expect(placeKey(place('lucky', 1))).not.toBe(placeKey(place('happy', 1)));
});

test('vehicles of the same name at one operator are shown with their ids', () => {
  const [first, second, other] = [vehicle(1, 'Kea'), vehicle(2, 'Kea'), vehicle(3, 'Kea')];
  const sessions = [sessionWith('lucky'), sessionWith('happy')];
  const offers = [offer(5, { vehicle: first }), offer(6, { vehicle: other, operator: 'happy' })];
  // A vehicle without an offer also repeats the name.
  const trip = { ...place('lucky', 1), pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;
  const asked = [{ operator: 'lucky', trip, state: 'answered', available: [second], selected: [] } as const];
  const trips = [{ session: sessions[0] as never, planned: [] as never, asked }];
  const { vehicleLabel } = identityOf({ sessions, trips, offers });
  expect(vehicleLabel('lucky', first)).toBe('Kea (1)');
  expect(vehicleLabel('happy', other)).toBe('Kea');
});
