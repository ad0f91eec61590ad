/** A service with a long list of vehicles is judged in a time that grows with its length, not with its square. */
import { expect, test } from 'vitest';
import { availability, json } from '../../src/sandbox/faults/change.ts';
import { startChanged } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

/** Microseconds of the processor. */
async function costOf(count: number): Promise<number> {
  const vehicles = Array.from({ length: count }, (_, index) => {
    return { vehicleId: index + 1, name: `V${index}`, rentalDailyRate: 50, imageUrl: 'https://a.test/v' };
  });
  const service = startChanged(json(availability, () => vehicles));
  const before = process.cpuUsage().user;
  const run = await smoke(service, { only: ['errors-not-available'] });
  expect(idsOf(run, 'pass')).toEqual(['errors-not-available']);
  return process.cpuUsage().user - before;
}

test('vehicles that are free for every trip', { tags: ['long'] }, async () => {
  await costOf(1_000);
  const few = await costOf(10_000);
  // The square would be 36 times as much.
  expect(await costOf(60_000)).toBeLessThan(15 * few);
});
