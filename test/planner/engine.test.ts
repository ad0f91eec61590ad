/** The planner with real HTTP servers on loopback, without a command line or streams. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSession, type OpenSession } from '../../src/operators/open-session.ts';
import { operatorAt } from '../../src/operators/operator.ts';
import { planTrip } from '../../src/planner/plan-trip.ts';
import type { SweepEvent } from '../../src/planner/sweep/events.ts';
import { rankOffers } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import { temporaryFolder } from '../support/environment.ts';

const depots = ['Auckland', 'Queenstown'].map((name, index) => ({
  ...{ id: index + 1, name, opening_hours_description: 'Weekdays' },
  ...{ pickup_times: [], drop_off_times: [] },
}));
const vehicles = [
  { vehicleId: 11, name: 'Kea', rentalDailyRate: 90, imageUrl: 'http://127.0.0.1/kea.png' },
  { vehicleId: 12, name: 'Moa', rentalDailyRate: 80, imageUrl: 'http://127.0.0.1/moa.png' },
];

/** The total is the vehicle's id times ten, so that the lowest daily rate does not have the lowest total. */
function answer(request: IncomingMessage): unknown {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  if (pathname === '/depots') return depots;
  if (pathname === '/vehicles/availability') return vehicles;
  if (pathname.endsWith('/accessories')) return [{ id: 5, name: 'Child seat', price: 35 }];
  if (pathname.endsWith('/insurance-types')) return [{ id: 7, name: 'Full cover', price: 210 }];
  const totalAmount = Number(searchParams.get('vehicle_id')) * 10;
  const fees = { rentalFee: totalAmount, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  return {
    quoteId: `Q${request.url}`,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: { ...fees, accessories: [], insurance: null },
    totalAmount,
    note: 'All amounts are in NZD',
  };
}

async function session(): Promise<{ session: OpenSession; requests: string[]; closed: () => Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(request)));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const folder = temporaryFolder();
  const opened = openSession({
    operator: operatorAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined),
    machine: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep: (ms, signal) => delay(ms, undefined, signal && { signal }),
      random: () => Math.random(),
      env: { HOME: folder, RENTAL_STATE_DIR: folder },
    },
  });
  const closed = async (): Promise<void> => {
    await opened.close();
    // Calls back when every connection has ended.
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(closed);
  return { session: opened, requests, closed };
}

test('planTrip plans a trip from names, with requests in the recommended order', async () => {
  const { session: opened, requests } = await session();
  const request = { pickUp: 'auckland', dropOff: 'queens', from: '+30d', to: '+7d', vehicle: 'cheapest' };
  const { value: plan, notes } = await planTrip({ ...request, accessory: ['child'], insurance: 'full' }, opened);
  expect(plan).toMatchObject({
    pickUp: { id: 1 },
    dropOff: { id: 2 },
    vehicle: { name: 'Moa' },
    accessories: [{ id: 5, quantity: 1 }],
    insurance: { id: 7 },
    quote: { totalAmount: 120, currency: 'NZD' },
  });
  expect(notes).toEqual([
    'depot "queens" means Queenstown (2)',
    'accessory "child" means Child seat (5)',
    'insurance plan "full" means Full cover (7)',
  ]);
  const paths = requests.map((path) => path.replace(/\?.*/, ''));
  expect(paths[0]).toBe('/depots');
  expect(paths[1]).toBe('/vehicles/availability');
  expect(paths.slice(2, 4).sort()).toEqual(['/vehicles/12/accessories', '/vehicles/12/insurance-types']);
  expect(paths.slice(4)).toEqual(['/quotes']);
});

test('the events of runSweep begin with the plan and end with the outcome', async () => {
  const { session: opened, requests } = await session();
  const events: SweepEvent[] = [];
  const request = { pickUp: ['auckland'], from: '2030-01-05..2030-01-06', nights: '7' };
  for await (const event of runSweep(request, [opened])) events.push(event);
  const [first, last] = [events[0], events.at(-1)];
  if (first?.type !== 'planned' || last?.type !== 'done')
    throw new Error('the first event is not the plan, or the last is not the outcome');
  expect(first.plan).toMatchObject({ cells: 2, exact: false });
  const { offers, plan, failures, interruption } = last.outcome;
  expect({ failures, interruption }).toEqual({ failures: [], interruption: undefined });
  expect(plan).toMatchObject({ exact: true, requests: 1 + 2 + 4 });
  expect(requests).toHaveLength(plan.requests);
  expect(events.filter(({ type }) => type === 'offer')).toHaveLength(4);
  const [ranked] = rankOffers(offers).byCurrency;
  expect(ranked?.offers.map(({ offer, rank }) => [rank, offer.vehicle.name, offer.quote.totalAmount])).toEqual([
    [1, 'Kea', 110],
    [1, 'Kea', 110],
    [3, 'Moa', 120],
    [3, 'Moa', 120],
  ]);
});

test('runSweep sends no more requests after the reader of its events stops', async () => {
  const { session: opened, requests, closed } = await session();
  const request = { pickUp: ['1'], from: '2030-01-01..2030-03-01', nights: '7' };
  for await (const { type } of runSweep(request, [opened], { confirm: () => Promise.resolve(true) })) {
    if (type === 'offer') break;
  }
  await closed();
  expect(requests.length).toBeLessThan(60 + 120);
});

test('the error of planTrip names the field of the request', async () => {
  const { session: opened, requests } = await session();
  const request = { pickUp: 'auckland', from: 'someday', to: '+7d', vehicle: 'cheapest' };
  const error = await planTrip(request, opened).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: 'from: "someday" is not a date' });
  expect(requests).toEqual([]);
});

test('this test file imports only the planner and the operators', () => {
  const imported = readFileSync('test/planner/engine.test.ts', 'utf8').matchAll(/from '\.\.\/\.\.\/src\/(\w+)\//g);
  expect(new Set([...imported].map(([, room]) => room))).toEqual(new Set(['operators', 'planner']));
});
