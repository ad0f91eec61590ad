/** Whatever a service renames, renumbers, drops or reprices between two checks: a price that is compared is one of the same thing. */
import { expect, test } from 'vitest';
import type { Service } from '../../src/service.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { fleets, serviceOf } from '../support/fleet.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { plant } from '../support/service.ts';
import { tries } from '../support/thorough.ts';

/** Names by id; what is left out is not offered. */
interface World {
  readonly depots: readonly string[];
  readonly vehicles: Readonly<Record<number, string>>;
  readonly accessories: Readonly<Record<number, string>>;
  readonly plans: Readonly<Record<number, string>>;
  /** On top of every price. */
  readonly more: number;
}

const before: World = {
  ...{ depots: ['Auckland', 'Christchurch'], vehicles: { 11: 'Kea', 12: 'Moa' }, more: 0 },
  ...{ accessories: { 1: 'Chains', 2: 'Seat' }, plans: { 7: 'Basic', 8: 'Full' } },
};

/** The price is of the names: another thing under the same id is a bargain. */
function service(world: () => World): Service {
  return (request) => {
    const { depots, vehicles, accessories, plans, more } = world();
    const nameIn = (names: Readonly<Record<number, string>>, id: unknown): string | undefined => names[Number(id)];
    return serviceOf({
      depots,
      vehicles: () => vehicles,
      accessories: () => accessories,
      plans: () => plans,
      quote: (query) => {
        const vehicle = nameIn(vehicles, query.get('vehicle_id'));
        if (vehicle === undefined) return { status: 404, error: 'That vehicle has just gone' };
        const extras = [nameIn(accessories, query.get('accessory_ids')), nameIn(plans, query.get('insurance_id'))];
        if (extras.includes(undefined)) return { status: 400, error: 'No such extra' };
        return {
          totalAmount: 500 + more + (vehicle === 'Kea' ? 90 : 10) + (extras.join() === 'Chains,Full' ? 100 : 5),
        };
      },
    })(request);
  };
}

const changed: fc.Arbitrary<World> = fc.record({
  depots: fc.constantFrom(before.depots, ['Christchurch', 'Auckland'], ['Auckland'], ['Auckland', 'Wellington']),
  vehicles: fc.constantFrom(before.vehicles, before.vehicles, { 11: 'Moa', 12: 'Kea' }, { 12: 'Moa' }, {}),
  accessories: fc.constantFrom(before.accessories, before.accessories, { 1: 'Seat', 2: 'Chains' }, { 2: 'Seat' }),
  plans: fc.constantFrom(before.plans, before.plans, { 7: 'Full', 8: 'Basic' }, { 7: 'Basic' }),
  more: fc.constantFrom(0, -40, 25),
});

const asks: Readonly<Record<string, readonly string[]>> = {
  quote: ['quote', 'kea', '--drop-off', 'christchurch', '--to', '+7d', '--accessory', 'chains', '--insurance', 'full'],
  'quote by ids': ['quote', '11', '--drop-off', '2', '--to', '+7d', '--accessory', '1', '--insurance', '8'],
  plan: ['plan', '--vehicle', 'kea', '--drop-off', '2', '--to', '+7d', '--accessory', 'chains', '--insurance', 'full'],
  compare: ['compare', '--vehicle', 'kea', '--drop-off', '2', '--nights', '7', '--accessory', '1', '--insurance', '8'],
};

interface Checked {
  readonly end: string;
  readonly total: number | null;
  readonly reason?: string;
  readonly changes: readonly { readonly field: string; readonly difference: number | null }[];
}

test.each(Object.entries(asks))('%s', async (_, line) => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(changed, async (after) => {
      let world = before;
      const { baseUrl } = plant(service(() => world));
      const env = cleanEnvironment(temporaryFolder());
      const trip = ['--pick-up', 'auckland', '--from', '2030-01-05', '--base-url', baseUrl];
      expect(await run([...line, ...trip, '--save', 'it'], { env })).toMatchObject({ code: 0 });
      world = after;
      const { stdout, code } = await run(['trips', 'check', 'it', '--json', '--retries', '0'], { env });
      const [now] = JSON.parse(stdout) as Checked[];
      const isSame =
        after.depots.join() === before.depots.join() &&
        after.vehicles[11] === 'Kea' &&
        after.accessories[1] === 'Chains' &&
        after.plans[8] === 'Full';
      const isGone = isSame || (after.depots.join() === before.depots.join() && after.vehicles[11] === undefined);
      ends.add(now?.end ?? '');
      expect([now?.end, now?.total]).toEqual(
        isSame
          ? ['priced', 690 + after.more]
          : [isGone ? 'not_available' : expect.stringMatching(/changed|incomplete|partial/), null],
      );
      expect(code).toBe(isSame ? 0 : isGone ? 1 : 8);
      const differences = (now?.changes ?? []).filter(({ difference }) => difference !== null);
      const [total] = differences.filter(({ field }) => field === 'totalAmount');
      expect(total?.difference ?? 0).toBe(isSame ? after.more : 0);
    }),
    { numRuns: tries(80) },
  );
  expect(ends.size).toBeGreaterThan(1);
});

test('a trip says what is under its ids now', async () => {
  const reasons: (string | undefined)[] = [];
  const others: Partial<World>[] = [
    { depots: ['Auckland', 'Wellington'] },
    { depots: ['Auckland'] },
    { vehicles: { 11: 'Mini Hatchback' } },
    { accessories: { 1: 'Seat' } },
    { plans: { 8: 'Basic' } },
    // Another spelling is not another thing.
    { vehicles: { 11: 'KĒA' } },
  ];
  for (const other of others) {
    let world = before;
    const { baseUrl } = plant(service(() => world));
    const env = cleanEnvironment(temporaryFolder());
    const trip = ['--pick-up', 'auckland', '--from', '2030-01-05', '--base-url', baseUrl];
    await run([...(asks['quote'] ?? []), ...trip, '--save', 'it'], { env });
    world = { ...before, ...other };
    const { stdout } = await run(['trips', 'check', 'it', '--json'], { env });
    reasons.push((JSON.parse(stdout) as Checked[])[0]?.reason);
  }
  expect(reasons).toEqual([
    'depot 2 is now Wellington; it was Christchurch',
    'depot 2 is no longer listed; it was Christchurch',
    'vehicle 11 is now Mini Hatchback; it was Kea',
    'accessory 1 is now Seat; it was Chains',
    'insurance plan 8 is now Basic; it was Full',
    undefined,
  ]);
});

test('a comparison of two operators is asked again by the ids of each', async () => {
  // What is vehicle 11 at one is vehicle 21 at the other, and the depot has another id.
  const happyFleet: Record<number, string> = { 21: 'Kea', 22: 'Moa' };
  const { rental, requests } = fleets({
    lucky: { vehicles: () => ({ 11: 'Kea', 12: 'Moa' }), accessories: () => ({ 1: 'Chains' }) },
    happy: { depots: ['Taupo', 'Auckland'], vehicles: () => happyFleet, accessories: () => ({ 9: 'chains' }) },
  });
  const env = { XDG_DATA_HOME: temporaryFolder() };
  const asks = [
    '--pick-up',
    'auck',
    '--from',
    '2030-01-05',
    '--nights',
    '7',
    '--vehicle',
    'ke',
    '--accessory',
    'chains',
  ];
  const { stdout } = await rental(['compare', ...asks, '--save', 'it', '--json'], { env });
  const { command } = JSON.parse(stdout) as { command: string };
  expect(command).toContain('--pick-up lucky:1 --pick-up happy:2');
  expect(command).toContain('--vehicle lucky:11 --vehicle happy:21 --accessory lucky:chains --accessory happy:chains');
  const check = async () => {
    const ended = await run(['trips', 'check', 'it', '--json', '--retries', '0'], { env });
    return (JSON.parse(ended.stdout) as Checked[])[0];
  };
  expect(await check()).toMatchObject({ end: 'priced', total: 110, changes: [] });
  const asked = requests().flatMap((path) => /quotes.*(vehicle_id=\d+&accessory_ids=\d+)/.exec(path)?.[1] ?? []);
  // Once for the save, and once for the check.
  const each = ['vehicle_id=11&accessory_ids=1', 'vehicle_id=21&accessory_ids=9'];
  expect(asked.sort()).toEqual(each.flatMap((one) => [one, one]));
  happyFleet[21] = 'Mini';
  expect(await check()).toMatchObject({ end: 'changed', reason: 'vehicle 21 is now Mini; it was Kea', total: null });
});

type Fleet = Parameters<typeof serviceOf>[0];

/** A service that changes while trips are saved. */
function changing(fleet: Fleet) {
  let now = fleet;
  const { baseUrl } = plant((request) => serviceOf(now)(request));
  const env = cleanEnvironment(temporaryFolder());
  const rental = (...args: string[]) => run([...args, '--retries', '0'], { env });
  return {
    become: (other: Fleet) => (now = other),
    asks: (...line: string[]) =>
      rental(...line, '--from', '2030-01-05', '--base-url', baseUrl, '--save', 'it', '--json'),
    trips: async (...line: string[]) => JSON.parse((await rental('trips', ...line, '--json')).stdout) as Checked[],
    rental,
  };
}

test('cheapest is decided once: a vehicle that is cheaper later is no new price of the trip', async () => {
  const { become, asks, trips, rental } = changing({
    vehicles: () => ({ 11: ['Kea', 80], 12: ['Moa', 90], 13: ['Tui', 99] }),
  });
  const sweep = ['compare', '--pick-up', '1', '--nights', '7', '--vehicle'];
  const { stdout } = await asks(...sweep, 'cheapest,tui');
  expect((JSON.parse(stdout) as { command: string }).command).toContain('--vehicle 13 --vehicle 11');
  become({
    vehicles: () => ({ 11: ['Kea', 80], 12: ['Moa', 20], 13: ['Tui', 99] }),
    quote: (query) => ({ totalAmount: query.get('vehicle_id') === '12' ? 1 : 100 }),
  });
  const { stdout: told } = await rental('trips', 'watch', 'it', '--once');
  expect(told).toBe(
    'it: 100.00 NZD, down from 110.00 (a new low): Kea, Auckland, Sat 5 Jan 2030 – Sat 12 Jan 2030, 7 nights\n',
  );
  expect(await trips('check', 'it')).toMatchObject([{ total: 100, label: expect.stringContaining('Kea') as string }]);
});

test.each([
  ['quote', ['quote', '11', '--pick-up', '2', '--to', '+7d']],
  ['compare', ['compare', '--pick-up', '2', '--nights', '7', '--vehicle', '11']],
])('the names of %s are those of the service, not of a stored list', async (_, line) => {
  const vehicles = () => ({ 11: 'Kea' });
  const { become, asks, trips, rental } = changing({ depots: ['Auckland'], vehicles });
  // Stores the list of depots.
  await asks('compare', '--pick-up', 'auckland', '--nights', '7');
  await rental('trips', 'remove', 'it');
  become({ depots: ['Airport', 'Taupo'], vehicles });
  await asks(...line);
  expect(await trips('check', 'it')).toMatchObject([{ end: 'priced', changes: [] }]);
  become({ depots: ['Airport', 'Picton'], vehicles });
  expect(await trips('check', 'it')).toMatchObject([{ reason: 'depot 2 is now Picton; it was Taupo' }]);
});

test('a vehicle that is sold out when a trip is saved keeps the name that it had: another one under its id is no price', async () => {
  const { become, asks, trips, rental } = changing({ vehicles: () => ({ 11: ['Kea', 80], 12: ['Moa', 90] }) });
  const line = (vehicles: string) => ['compare', '--pick-up', '1', '--nights', '7', '--vehicle', vehicles];
  await asks(...line('12'));
  await rental('trips', 'remove', 'it');
  become({ vehicles: () => ({ 11: ['Kea', 80] }) });
  await asks(...line('11,12'));
  become({ vehicles: () => ({ 11: ['Kea', 80], 12: ['Mini', 10] }) });
  expect(await trips('check', 'it')).toMatchObject([{ end: 'changed', reason: 'vehicle 12 is now Mini; it was Moa' }]);
});

test('an id that a name had in an earlier answer is no part of the question, if another vehicle has it now', async () => {
  const { become, asks, trips, rental } = changing({ vehicles: () => ({ 11: 'Kea' }) });
  const line = ['compare', '--pick-up', '1', '--nights', '7', '--vehicle', 'kea'];
  await asks(...line);
  await rental('trips', 'remove', 'it');
  become({ vehicles: () => ({ 11: 'Mini', 12: 'Kea' }) });
  await asks(...line);
  expect(await trips('check', 'it')).toMatchObject([{ total: 120, changes: [] }]);
});

test('a quote that was stored for another vehicle is asked for again', async () => {
  const quote: Fleet['quote'] = (query) => ({ totalAmount: query.get('vehicle_id') === '11' ? 300 : 500 });
  const { become, asks } = changing({ vehicles: () => ({ 11: 'Kea', 12: 'Moa' }), quote });
  const line = ['compare', '--pick-up', '1', '--nights', '7', '--quote', 'all'];
  await asks(...line);
  // Renumbered: each price is of the same thing as before.
  become({
    vehicles: () => ({ 11: 'Moa', 12: 'Kea' }),
    quote: (query) => ({ totalAmount: query.get('vehicle_id') === '11' ? 500 : 300 }),
  });
  const { stdout } = await asks(...line);
  const { offers } = JSON.parse(stdout) as { offers: { totalAmount: number; vehicle: { name: string } }[] };
  expect(offers.map(({ totalAmount, vehicle }) => [vehicle.name, totalAmount])).toEqual([
    ['Kea', 300],
    ['Moa', 500],
  ]);
});

test('a price with something that nobody asked for says so in a sentence, and a saved quote shows the rate', async () => {
  const { become, asks, trips, rental } = changing({
    vehicles: () => ({ 11: ['Kea', 10] }),
    quote: () => ({ totalAmount: 70 }),
  });
  const { stderr } = await asks('quote', 'kea', '--pick-up', '1', '--to', '+7d');
  expect(stderr).toContain('saved');
  const shown = await rental('trips', 'show', 'it', '--format', 'table');
  expect(shown.stdout).toContain('Rental, 7 nights × 10.00');
  const cleaning = { accessories: [{ id: 9, name: 'Cleaning', cost: 5, quantity: 1 }], insurance: null };
  const fees = { rentalFee: 70, routeFee: 0, accessoriesFee: 5, insuranceFee: 0 };
  become({
    vehicles: () => ({ 11: ['Kea', 10] }),
    quote: () => ({ totalAmount: 75, priceBreakdown: { ...fees, ...cleaning } }),
  });
  expect(await trips('check', 'it')).toMatchObject([
    { end: 'incomplete', reason: 'in the quote, but not asked for: Cleaning' },
  ]);
});
