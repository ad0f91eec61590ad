/** The planner on a session of its own, without a command line or streams. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { InterruptedError } from '../../src/errors.ts';
import type { Session, SweepAnswers } from '../../src/planner/session.ts';
import { rankOffers } from '../../src/planner/sweep/rank.ts';
import { planSweep } from '../../src/planner/sweep/sweep.ts';
import { memorySession } from './memory.ts';
import { quote, vehicle } from './sweep/samples.ts';

/** The lowest daily rate does not have the lowest total. */
const setUp = () =>
  memorySession({
    depots: ['Auckland', 'Queenstown'],
    availability: async () => [vehicle(11, 'Kea', 90), vehicle(12, 'Moa', 80)],
    price: ({ vehicleId }) => quote(vehicleId * 10),
  });

test('planSweep plans before it asks for anything, and its outcome has the plan as it was', async () => {
  const { session, requests } = setUp();
  const request = { pickUp: ['auckland'], from: '2030-01-05..2030-01-06', nights: '7', quote: 'all' };
  const planned = await planSweep(request, [session], { signal: new AbortController().signal });
  expect(planned.plan).toMatchObject({ trips: 2, mostRequests: null });
  expect(requests).toEqual([]);
  const { offers, plan, failures, interruption } = await planned.ask();
  expect({ failures, interruption }).toEqual({ failures: [], interruption: undefined });
  // Besides the one for depots.
  expect(requests).toHaveLength(2 + 4);
  expect(plan).toMatchObject({ requests: 1 + 2 + 4, mostRequests: 1 + 2 + 4 });
  expect(rankOffers(offers).map(({ offer, rank }) => [rank, offer.vehicle.name, offer.quote?.totalAmount])).toEqual([
    [1, 'Kea', 110],
    [1, 'Kea', 110],
    [3, 'Moa', 120],
    [3, 'Moa', 120],
  ]);
});

test('a sweep sends no more requests after its signal, and its outcome has what was answered', async () => {
  const { session, requests } = setUp();
  const stop = new AbortController();
  const answers: Session['answers'] = async (spend) => {
    const all = await session.answers(spend);
    let count = 0;
    // As slow as a network: the signal has its turn in between.
    const quote: SweepAnswers['quote'] = async (...asked) => {
      await setImmediate();
      if (++count === 20) stop.abort(new InterruptedError());
      return all.quote(...asked);
    };
    return { ...all, quote };
  };
  const request = { pickUp: ['1'], from: '2030-01-01..2030-03-01', nights: '7', quote: 'all', maxRequests: 1000 };
  const { ask } = await planSweep(request, [{ ...session, answers }], { signal: stop.signal });
  const { offers, interruption } = await ask();
  expect(interruption).toBe(stop.signal.reason);
  expect(offers.filter(({ quote }) => quote !== undefined).length).toBeGreaterThan(0);
  expect(requests.length).toBeLessThan(60 + 40);
});
