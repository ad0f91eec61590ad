/** The planner on a session of its own, without a command line or streams. */
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../src/operators/session.ts';
import { operatorAt } from '../../src/operators/operator.ts';
import type { SweepEvent } from '../../src/planner/sweep/events.ts';
import { rankOffers } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import type { Service } from '../../src/service.ts';
import { temporaryFolder } from '../support/environment.ts';
import { operatorService } from '../support/operator.ts';
import { answer } from '../support/service.ts';
import { sleep } from '../support/sleep.ts';

const vehicles = [
  { vehicleId: 11, name: 'Kea', rentalDailyRate: 90, imageUrl: 'http://127.0.0.1/kea.png' },
  { vehicleId: 12, name: 'Moa', rentalDailyRate: 80, imageUrl: 'http://127.0.0.1/moa.png' },
];

/** The total is the vehicle's id times ten, so that the lowest daily rate does not have the lowest total. */
function session() {
  const others = operatorService({ depots: ['Auckland', 'Queenstown'] });
  const requests: string[] = [];
  const service: Service = async (request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    requests.push(pathname + search);
    if (pathname === '/vehicles/availability') return answer(200, vehicles);
    if (pathname.endsWith('/accessories')) return answer(200, [{ id: 5, name: 'Child seat', price: 35 }]);
    if (pathname.endsWith('/insurance-types')) return answer(200, [{ id: 7, name: 'Full cover', price: 210 }]);
    const sent = await others(request);
    if (pathname !== '/quotes') return sent;
    const totalAmount = Number(searchParams.get('vehicle_id')) * 10;
    return answer(200, { ...((await sent.json()) as object), totalAmount });
  };
  const folder = temporaryFolder();
  const machine = {
    ...{ service, now: () => Date.now(), monotonic: () => performance.now(), sleep, random: () => Math.random() },
    env: { HOME: folder, RENTAL_STATE_DIR: folder },
  };
  const opened = openSession({ operator: operatorAt('http://127.0.0.1:1', undefined), machine });
  onTestFinished(() => opened.close());
  return { session: opened, requests };
}

test('the events of runSweep begin with the plan and end with the outcome', async () => {
  const { session: opened, requests } = session();
  const events: SweepEvent[] = [];
  const request = { pickUp: ['auckland'], from: '2030-01-05..2030-01-06', nights: '7' };
  for await (const event of runSweep(request, [opened])) events.push(event);
  const [first, last] = [events[0], events.at(-1)];
  if (first?.type !== 'planned' || last?.type !== 'done')
    throw new Error('the first event is not the plan, or the last is not the outcome');
  expect(first.plan).toMatchObject({ trips: 2, exact: false });
  const { offers, plan, failures, interruption } = last.outcome;
  expect({ failures, interruption }).toEqual({ failures: [], interruption: undefined });
  expect(plan).toMatchObject({ exact: true, requests: 1 + 2 + 4 });
  expect(requests).toHaveLength(plan.requests);
  expect(events.filter(({ type }) => type === 'offer')).toHaveLength(4);
  expect(rankOffers(offers).map(({ offer, rank }) => [rank, offer.vehicle.name, offer.quote?.totalAmount])).toEqual([
    [1, 'Kea', 110],
    [1, 'Kea', 110],
    [3, 'Moa', 120],
    [3, 'Moa', 120],
  ]);
});

test('runSweep sends no more requests after the reader of its events stops', async () => {
  const { session: opened, requests } = session();
  const request = { pickUp: ['1'], from: '2030-01-01..2030-03-01', nights: '7' };
  for await (const { type } of runSweep(request, [opened], { confirm: () => Promise.resolve(true) })) {
    if (type === 'offer') break;
  }
  await opened.close();
  expect(requests.length).toBeLessThan(60 + 120);
});
