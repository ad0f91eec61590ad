/** The planner on a session of its own, without a command line or streams. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Session, SweepAnswers } from '../../src/planner/session.ts';
import type { SweepEvent } from '../../src/planner/sweep/events.ts';
import { rankOffers } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import { memorySession } from './memory.ts';
import { quote, vehicle } from './sweep/samples.ts';

/** The lowest daily rate does not have the lowest total. */
const setUp = () =>
  memorySession({
    depots: ['Auckland', 'Queenstown'],
    availability: async () => [vehicle(11, 'Kea', 90), vehicle(12, 'Moa', 80)],
    price: ({ vehicleId }) => quote(vehicleId * 10),
  });

test('the events of runSweep begin with the plan and end with the outcome', async () => {
  const { session, requests } = setUp();
  const events: SweepEvent[] = [];
  const request = { pickUp: ['auckland'], from: '2030-01-05..2030-01-06', nights: '7', quote: 'all' };
  for await (const event of runSweep(request, [session])) events.push(event);
  const [first, last] = [events[0], events.at(-1)];
  if (first?.type !== 'planned' || last?.type !== 'done')
    throw new Error('the first event is not the plan, or the last is not the outcome');
  expect(first.plan).toMatchObject({ trips: 2, mostRequests: null });
  const { offers, plan, failures, interruption } = last.outcome;
  expect({ failures, interruption }).toEqual({ failures: [], interruption: undefined });
  // Besides the one for depots.
  expect(requests).toHaveLength(2 + 4);
  expect(plan).toMatchObject({ requests: 1 + 2 + 4, mostRequests: 1 + 2 + 4 });
  expect(events.filter(({ type }) => type === 'offer')).toHaveLength(4);
  expect(rankOffers(offers).map(({ offer, rank }) => [rank, offer.vehicle.name, offer.quote?.totalAmount])).toEqual([
    [1, 'Kea', 110],
    [1, 'Kea', 110],
    [3, 'Moa', 120],
    [3, 'Moa', 120],
  ]);
});

test('runSweep sends no more requests after the reader of its events stops', async () => {
  const { session, requests } = setUp();
  const answers: Session['answers'] = async (spend) => {
    const all = await session.answers(spend);
    // As slow as a network: what is read has its turn in between.
    const quote: SweepAnswers['quote'] = (...asked) => setImmediate().then(() => all.quote(...asked));
    return { ...all, quote };
  };
  const request = { pickUp: ['1'], from: '2030-01-01..2030-03-01', nights: '7', quote: 'all' };
  for await (const { type } of runSweep(request, [{ ...session, answers }], { confirm: () => Promise.resolve(true) })) {
    if (type === 'offer') break;
  }
  expect(requests.length).toBeLessThan(60 + 120);
});
