/**
 * Depots and vehicles that are known from earlier answers. Which commands ask for them:
 * test/commands/across/requests.test.ts.
 */
import { expect, test } from 'vitest';
import { createDepotLists, createSeenVehicles } from '../../src/operators/directory.ts';
import { openStore } from '../../src/operators/store.ts';
import { NetworkError, RefusedError } from '../../src/base/errors.ts';
import { depots, vehicles } from '../api/samples.ts';
import { temporaryFolder } from '../support/environment.ts';

const hour = 3_600_000;
const never = new AbortController().signal;

/** Sessions of processes that share a file, to a service that fails with `fails.with`. */
function world() {
  const path = `${temporaryFolder()}/names.jsonl`;
  const clock = { now: 1_000_000 };
  const fails: { with?: Error } = {};
  const [asked, notices]: string[][] = [[], []];
  const now = () => clock.now;
  const session = ({ refresh = false } = {}) => {
    const store = openStore(path, { now });
    const options = {
      store: () => store,
      now,
      refresh,
      freshLists: false,
      notify: (text: string) => void notices?.push(text),
    };
    const directories = createDepotLists(options, async () => {
      asked?.push('depots');
      if (fails.with !== undefined) throw fails.with;
      return directories.keep(depots);
    });
    return {
      vehicles: createSeenVehicles(options, {}),
      depots: directories.during(never),
      directories,
      store,
    };
  };
  return { clock, fails, asked, notices, session };
}

test('depots are stored for a day, and asked for with refresh', async () => {
  const { session, asked, clock } = world();
  expect(await session().depots.list()).toEqual(depots);
  const later = session().depots;
  expect([later.known(), await later.stored(), await later.list()]).toEqual([[], depots, depots]);
  expect([asked?.length, later.requests()]).toEqual([1, 0]);
  expect([
    await session({ refresh: true }).depots.stored(),
    await session({ refresh: true }).depots.list(),
  ]).toEqual([[], depots]);
  expect(asked).toHaveLength(2);
  await session().depots.fresh();
  expect(asked).toHaveLength(3);
  clock.now += 24 * hour;
  const old = session().depots;
  expect([await old.stored(), await old.list(), old.requests()]).toEqual([[], depots, 1]);
});

test('a long session asks again after a day, and for a fresh list after ten minutes', async () => {
  const { session, asked, clock } = world();
  const one = session().depots;
  await one.fresh();
  await one.fresh();
  expect(asked).toHaveLength(1);
  clock.now += hour / 6;
  await one.list();
  await one.fresh();
  expect(asked).toHaveLength(2);
  clock.now += 24 * hour;
  await one.list();
  expect(asked).toHaveLength(3);
});

test('older depots are used if the service cannot be reached, with a notice', async () => {
  const { session, fails, notices, clock } = world();
  await session().depots.list();
  clock.now += 25 * hour;
  fails.with = new NetworkError('no connection');
  expect(await session().depots.list()).toEqual(depots);
  expect(notices).toEqual(['using depots stored 25 h ago: no connection']);
  fails.with = new RefusedError('no', { status: 400 });
  await expect(session().depots.list()).rejects.toThrow('no');
});

test('stored depots of another shape are asked for again', async () => {
  const { session, asked } = world();
  session().store.save({ key: '/depots' }, [{ id: 1, name: 'Auckland' }], 10 ** 12);
  expect(await session().depots.list()).toEqual(depots);
  expect(asked).toHaveLength(1);
});

test('the last name of each vehicle is stored, and not used with refresh', () => {
  const { session } = world();
  session().vehicles.add(vehicles);
  session().vehicles.add(vehicles.map((one) => ({ ...one, name: 'Weka' })));
  expect(session().vehicles.list()).toEqual([{ id: 7, name: 'Weka' }]);
  expect(session({ refresh: true }).vehicles.list()).toEqual([]);
});

test('names of more vehicles than any fleet has are not stored', () => {
  const { session } = world();
  session().vehicles.add(vehicles);
  session().vehicles.add(
    Array.from({ length: 5_000 }, (_, vehicleId) => ({
      ...vehicles[0]!,
      vehicleId: vehicleId + 100,
    })),
  );
  expect(session().vehicles.list()).toHaveLength(1);
});
