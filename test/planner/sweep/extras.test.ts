import { expect, test } from 'vitest';
import { addDays } from '../../../src/planner/calendar.ts';
import type { TripVehicle } from '../../../src/planner/sweep/basket.ts';
import { createExtrasBook, decideExtras } from '../../../src/planner/sweep/extras.ts';
import type { OperatorRun } from '../../../src/planner/sweep/recorder.ts';
import { vehicle } from './samples.ts';

/** How often the names of the first list are read to decide what a text means for a vehicle on so many dates. */
async function readsFor(dates: number): Promise<number> {
  let reads = 0;
  const list = new Proxy([{ id: 301, name: 'Child seat' }], {
    get: (target, key) => {
      if (key === 'map') reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const run = {
    sweep: {
      basket: { accessories: ['child'], insurance: undefined },
      answers: { accessories: () => Promise.resolve({ value: list, storedAt: undefined }) },
    },
    added: () => {},
    askEach: async (_: string, items: readonly TripVehicle[], ask: (item: TripVehicle) => Promise<void>) => {
      for (const item of items) await ask(item);
    },
  } as unknown as OperatorRun;
  const items = Array.from({ length: dates }, (_, day): TripVehicle => {
    const date = addDays('2026-12-01', day) ?? '2026-12-01';
    const trip = { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: date, dropOffDate: date };
    return { trip, vehicle: vehicle(11, 'Kea') };
  });
  const extras = createExtrasBook(run);
  await extras.lookAll(items.slice(0, 1));
  reads = 0;
  await decideExtras(
    [{ run, items, extras, unread: 0 }],
    () => true,
    () => {},
  );
  return reads;
}

test('a list is read once, for however many dates it holds', async () => {
  expect(await readsFor(40)).toBe(await readsFor(2));
});
