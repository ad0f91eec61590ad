// @module-tag long
/** The time to read names is near linear in their number, whichever of them a text fits. */
import { expect, test } from 'vitest';
import { chooseVehicles } from '../../src/planner/sweep/vehicles.ts';

const trip = { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: '2030-01-07', dropOffDate: '2030-01-14' } as const;
const count = 60_000;

/** The shortest of three times, ms. */
async function timeOf(names: readonly string[]): Promise<number> {
  const vehicles = Array.from({ length: count }, (_, id) => {
    return { vehicleId: id, name: names[id % names.length]!, rentalDailyRate: 1, imageUrl: '' };
  });
  const session = { operator: { name: 'lucky' }, seenVehicles: async () => [] } as never;
  const sweep = { session, trips: [trip], vehicles: ['ke'] };
  const times: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const start = performance.now();
    await chooseVehicles([sweep], [new Map([[trip, vehicles]])] as never, { isAll: true, note: () => {} });
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test('a text that fits half of the names takes about as long as one that fits all', async () => {
  const all = await timeOf(['Kea']);
  expect((await timeOf(['Kea', 'Moa'])) / all).toBeLessThan(4);
});
