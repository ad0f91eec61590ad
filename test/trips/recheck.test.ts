/**
 * Whatever a service renames, renumbers, drops or reprices between two checks: only prices of the
 * same things are compared.
 */
import { expect, test } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { fleets, serviceOf, type Fleet } from '../support/fleet.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { plant } from '../support/service.ts';
import { repeats, sample } from '../support/thorough.ts';

interface Checked {
  readonly end: string;
  readonly total: number | null;
  readonly reason?: string;
  readonly changes: readonly { readonly field: string; readonly difference: number | null }[];
}

/** A service that changes while trips are saved. */
function changing(fleet: Fleet) {
  let now = fleet;
  const { baseUrl } = plant((request) => serviceOf(now)(request));
  const env = cleanEnvironment(temporaryFolder());
  const rental = (line: string) => run(splitShell(`${line} --retries 0`), { env });
  const asks = async (line: string) => {
    const { code, stdout, stderr } = await rental(
      `${line} --from 2030-01-05 --base-url ${baseUrl} --save it --json`,
    );
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as unknown;
  };
  const check = async () => {
    const { code, stdout } = await rental('trips check it --json');
    const [first] = JSON.parse(stdout) as Checked[];
    return { code, ...first };
  };
  return { become: (other: Fleet) => (now = other), asks, check, rental };
}

/** Names by id; what is left out is not offered. */
interface World {
  readonly depots: readonly string[];
  readonly vehicles: Readonly<Record<number, string>>;
  readonly accessories: Readonly<Record<number, string>>;
  readonly plans: Readonly<Record<number, string>>;
  /** An amount on top of every price. */
  readonly more: number;
}

const before: World = {
  depots: ['Auckland', 'Christchurch'],
  vehicles: { 11: 'Kea', 12: 'Moa' },
  more: 0,
  accessories: { 1: 'Chains', 2: 'Seat' },
  plans: { 7: 'Basic', 8: 'Full' },
};

/** A price depends on names: if another thing gets the id of a requested one, it costs less. */
function fleetOf({ depots, vehicles, accessories, plans, more }: World): Fleet {
  const nameIn = (names: Readonly<Record<number, string>>, id: unknown): string | undefined =>
    names[Number(id)];
  const quote: Fleet['quote'] = (query) => {
    const vehicle = nameIn(vehicles, query.get('vehicle_id'));
    if (vehicle === undefined) return { status: 404, error: 'That vehicle has just gone' };
    const extras = [
      nameIn(accessories, query.get('accessory_ids')),
      nameIn(plans, query.get('insurance_id')),
    ];
    if (extras.includes(undefined)) return { status: 400, error: 'No such extra' };
    return {
      totalAmount:
        500 + more + (vehicle === 'Kea' ? 90 : 10) + (extras.join() === 'Chains,Full' ? 100 : 5),
    };
  };
  return {
    depots,
    vehicles: () => vehicles,
    accessories: () => accessories,
    plans: () => plans,
    quote,
  };
}

const changed: fc.Arbitrary<World> = fc.record({
  depots: fc.constantFrom(
    before.depots,
    ['Christchurch', 'Auckland'],
    ['Auckland'],
    ['Auckland', 'Wellington'],
  ),
  vehicles: fc.constantFrom(
    before.vehicles,
    before.vehicles,
    { 11: 'Moa', 12: 'Kea' },
    { 12: 'Moa' },
    {},
  ),
  accessories: fc.constantFrom(
    before.accessories,
    before.accessories,
    { 1: 'Seat', 2: 'Chains' },
    { 2: 'Seat' },
  ),
  plans: fc.constantFrom(before.plans, before.plans, { 7: 'Full', 8: 'Basic' }, { 7: 'Basic' }),
  more: fc.constantFrom(0, -40, 25),
});

const places = '--pick-up auckland --drop-off 2';
const asked: Readonly<Record<string, string>> = {
  quote: `quote kea --pick-up auckland --drop-off christchurch --to +7d --accessory chains --insurance full`,
  'quote by ids': `quote 11 ${places} --to +7d --accessory 1 --insurance 8`,
  plan: `plan --vehicle kea ${places} --to +7d --accessory chains --insurance full`,
  compare: `compare --vehicle kea ${places} --nights 7 --accessory 1 --insurance 8`,
};

test.each(sample(Object.entries(asked), 2))(
  'a check of a saved "%s" prices only the same things',
  async (_, line) => {
    const ends = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(changed, async (after) => {
        const { become, asks, check } = changing(fleetOf(before));
        await asks(line);
        become(fleetOf(after));
        const { code, end, total, changes = [] } = await check();
        const isAtDepots = after.depots.join() === before.depots.join();
        const isSame =
          isAtDepots &&
          after.vehicles[11] === 'Kea' &&
          after.accessories[1] === 'Chains' &&
          after.plans[8] === 'Full';
        const isGone = isAtDepots && after.vehicles[11] === undefined;
        ends.add(end);
        const none = isGone
          ? 'not_available'
          : (expect.stringMatching(/changed|incomplete|partial/) as string);
        expect([end, total]).toEqual(isSame ? ['priced', 690 + after.more] : [none, null]);
        expect(code).toBe(isSame ? 0 : isGone ? 1 : 8);
        const difference = changes.find(({ field }) => field === 'totalAmount')?.difference ?? 0;
        expect(difference).toBe(isSame ? after.more : 0);
      }),
      { numRuns: repeats(80, 20, 8) },
    );
    expect(ends.size).toBeGreaterThan(1);
  },
);

test.each<[Partial<World>, string | undefined]>([
  [{ depots: ['Auckland', 'Wellington'] }, 'depot 2 is now Wellington; it was Christchurch'],
  [{ depots: ['Auckland'] }, 'depot 2 is no longer listed; it was Christchurch'],
  [{ vehicles: { 11: 'Mini Hatchback' } }, 'vehicle 11 is now Mini Hatchback; it was Kea'],
  [{ accessories: { 1: 'Seat' } }, 'not in the quote: Chains (the quote has "Seat")'],
  [{ plans: { 8: 'Basic' } }, 'not in the quote: Full (the quote has "Basic")'],
  // Another spelling is not another thing.
  [{ vehicles: { 11: 'KĒA' } }, undefined],
])('a trip says what is under its ids now: %j', async (other, reason) => {
  for (const how of ['quote', 'quote by ids']) {
    const { become, asks, check } = changing(fleetOf(before));
    await asks(asked[how] ?? '');
    become(fleetOf({ ...before, ...other }));
    expect((await check()).reason, how).toBe(reason);
  }
});

test('a trip is not saved again with another thing under its ids', async () => {
  const { become, asks } = changing(fleetOf(before));
  const line = asked['quote by ids'] ?? '';
  await asks(line);
  become(fleetOf({ ...before, vehicles: { 11: 'Mini' } }));
  await expect(asks(line)).rejects.toThrow('already saved with another question');
});

test('a comparison of two operators is asked again by the ids of each', async () => {
  // Vehicle 11 of one operator is vehicle 21 of the other, and the depot has another id.
  const happyFleet: Record<number, string> = { 21: 'Kea', 22: 'Moa' };
  const { rental, requests } = fleets({
    lucky: {
      vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
      accessories: () => ({ 1: 'Chains, new' }),
    },
    happy: {
      depots: ['Taupo', 'Auckland'],
      vehicles: () => happyFleet,
      accessories: () => ({ 9: 'chains, NEW' }),
    },
  });
  const env = { XDG_DATA_HOME: temporaryFolder() };
  const line =
    "compare --pick-up auck --from 2030-01-05 --nights 7 --vehicle ke --accessory 'chains, new' --save it --json";
  const { stdout } = await rental(splitShell(line), { env });
  const { command } = JSON.parse(stdout) as { command: string };
  expect(command).toContain('--pick-up lucky:1 --pick-up happy:2');
  const extras = ['lucky', 'happy'].map((name) => ` --accessory '${name}:chains\\, new'`);
  expect(command).toContain(`--vehicle lucky:11 --vehicle happy:21${extras.join('')}`);
  const check = async () => {
    const ended = await run(splitShell('trips check it --json --retries 0'), { env });
    return (JSON.parse(ended.stdout) as Checked[])[0];
  };
  expect(await check()).toMatchObject({ end: 'priced', total: 110, changes: [] });
  const sent = requests().flatMap(
    (path) => /quotes.*(vehicle_id=\d+&accessory_ids=\d+)/.exec(path)?.[1] ?? [],
  );
  // Once for the save, and once for the check.
  const each = ['vehicle_id=11&accessory_ids=1', 'vehicle_id=21&accessory_ids=9'];
  expect(sent.sort()).toEqual(each.flatMap((one) => [one, one]));
  // One operator no longer has the vehicle; no other takes its place.
  happyFleet[21] = 'Kea Deluxe';
  expect(await check()).toMatchObject({ end: 'priced', total: 110, changes: [] });
});

test.each(['quote 11 --pick-up 2 --to +7d', 'compare --pick-up 2 --nights 7 --vehicle 11'])(
  'names of %s are those of the service, not of a stored list',
  async (line) => {
    const vehicles = () => ({ 11: 'Kea' });
    const { become, asks, check, rental } = changing({ depots: ['Auckland'], vehicles });
    // Stores the list of depots.
    await asks('compare --pick-up auckland --nights 7');
    await rental('trips remove it');
    become({ depots: ['Airport', 'Taupo'], vehicles });
    await asks(line);
    expect(await check()).toMatchObject({ end: 'priced', changes: [] });
    become({ depots: ['Airport', 'Picton'], vehicles });
    expect(await check()).toMatchObject({ reason: 'depot 2 is now Picton; it was Taupo' });
  },
);

test('a vehicle that is sold out is saved with its name: another under its id is noticed', async () => {
  const { become, asks, check, rental } = changing({
    vehicles: () => ({ 11: ['Kea', 80], 12: ['Moa', 90] }),
  });
  await asks('compare --pick-up 1 --nights 7 --vehicle 12');
  await rental('trips remove it');
  become({ vehicles: () => ({ 11: ['Kea', 80] }) });
  await asks('compare --pick-up 1 --nights 7 --vehicle 11,12');
  become({ vehicles: () => ({ 11: ['Kea', 80], 12: ['Mini', 10] }) });
  expect(await check()).toMatchObject({
    end: 'changed',
    reason: 'vehicle 12 is now Mini; it was Moa',
  });
});

test('a name is saved without an id that the vehicle had before and another vehicle has now', async () => {
  const { become, asks, check, rental } = changing({ vehicles: () => ({ 11: 'Kea' }) });
  const line = 'compare --pick-up 1 --nights 7 --vehicle kea';
  await asks(line);
  await rental('trips remove it');
  become({ vehicles: () => ({ 11: 'Mini', 12: 'Kea' }) });
  await asks(line);
  expect(await check()).toMatchObject({ total: 120, changes: [] });
});

test('a name stays a name if another vehicle has its id on another date', async () => {
  const isCheap = (query: URLSearchParams) =>
    query.get('vehicle_id') === '11' && query.get('pick_up_date') !== '2030-01-05';
  const vehicles: Fleet['vehicles'] = (date) =>
    date === '2030-01-05' ? { 11: 'Kea' } : { 11: 'Mini', 12: 'Kea' };
  const { asks, check } = changing({
    vehicles,
    quote: (query) => ({ totalAmount: isCheap(query) ? 70 : 560 }),
  });
  const { command } = (await asks('compare --pick-up 1 --flex 1 --nights 7 --vehicle ke')) as {
    command: string;
  };
  expect(command).toMatch(/ --vehicle Kea$/);
  expect(await check()).toMatchObject({ end: 'priced', total: 560, changes: [] });
});

test('a quote that was stored for another vehicle is asked for again', async () => {
  const keaAt = (id: string) => (query: URLSearchParams) => ({
    totalAmount: query.get('vehicle_id') === id ? 300 : 500,
  });
  const { become, asks } = changing({
    vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
    quote: keaAt('11'),
  });
  const line = 'compare --pick-up 1 --nights 7 --quote all';
  await asks(line);
  // Renumbered: each price is of the same thing as before.
  become({ vehicles: () => ({ 11: 'Moa', 12: 'Kea' }), quote: keaAt('12') });
  expect(await asks(line)).toMatchObject({
    offers: [
      { totalAmount: 300, vehicle: { name: 'Kea' } },
      { totalAmount: 500, vehicle: { name: 'Moa' } },
    ],
  });
});

test('an answer that lacks a requested extra is not compared with one that has it', async () => {
  const fleet: Fleet = { vehicles: () => ({ 11: 'Kea' }), accessories: () => ({ 1: 'Chains' }) };
  const { become, asks, check } = changing(fleet);
  await asks('quote 11 --pick-up 1 --to +7d --accessory 1');
  const bare = { accessories: [], insurance: null };
  const fees = { rentalFee: 5, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  become({ ...fleet, quote: () => ({ totalAmount: 5, priceBreakdown: { ...fees, ...bare } }) });
  await check();
  become(fleet);
  const { changes } = await check();
  expect(changes).toEqual([{ field: 'totalAmount', before: null, after: 110, difference: null }]);
});
