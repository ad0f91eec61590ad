/** A service with a long list of vehicles is judged in a time that grows with its length, not with its square. */
import { expect, test } from 'vitest';
import { availability, json } from '../../src/sandbox/faults/change.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

test('sixty thousand vehicles that are free for every trip', { timeout: 10_000 }, async () => {
  const imageUrl = 'https://a.test/v';
  const vehicles = Array.from({ length: 60_000 }, (_, index) => ({
    vehicleId: index + 1,
    name: `V${index}`,
    rentalDailyRate: 50,
    imageUrl,
  }));
  const run = await smoke(startChanged(json(availability, () => vehicles)), { only: ['errors-not-available'] });
  expect(idsOf(run, 'pass')).toEqual(['errors-not-available']);
});
