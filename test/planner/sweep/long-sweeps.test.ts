/** Sweeps of thousands of trips, without a service: every answer is there at once, so only pauses let anything else happen. */
import { expect, test } from 'vitest';
import { InterruptedError } from '../../../src/errors.ts';
import type { Trip, Vehicle } from '../../../src/api/types.ts';
import type { Session } from '../../../src/planner/session.ts';
import type { SweepOutcome } from '../../../src/planner/sweep/events.ts';
import type { SweepRequest } from '../../../src/planner/sweep/request.ts';
import { runSweep } from '../../../src/planner/sweep/sweep.ts';
import { quote, vehicle } from './samples.ts';

const request = { pickUp: ['1'], from: '2030-01-01..+49d', nights: '1..50', maxRequests: 100_000 };
const trips = 50 * 50;

/** Counts what it is asked. The quotes of the sweep are looked for in `stored`. */
function sessionOf(available: (trip: Trip) => readonly Vehicle[]) {
  const asked = { availability: 0, quotes: 0, stored: 0 };
  const session = {
    seenVehicles: () => Promise.resolve([]),
    operator: { name: 'lucky', baseUrl: new URL('http://127.0.0.1'), siteUrl: new URL('http://127.0.0.1') },
    depots: { known: () => [], stored: async () => [], requests: () => 0, isStored: false },
    answers: async () => ({
      isEmpty: () => false,
      isKnown: () => false,
      hasQuote: () => false,
      quoted: () => {
        asked.stored++;
        return new Set();
      },
      availability: async (trip: Trip) => {
        asked.availability++;
        return { value: available(trip).map((one) => ({ ...one })), storedAt: undefined };
      },
      quote: async () => {
        asked.quotes++;
        return { value: quote(100), storedAt: undefined };
      },
      finish: () => {},
    }),
    retries: 0,
    now: () => 0,
    today: () => '2029-01-01',
    allowance: () => ({ limit: 100, windowMs: 60_000, free: 100 }),
  };
  return { session: session as unknown as Session, asked };
}

async function sweep(more: Partial<SweepRequest>, session: Session, signal?: AbortSignal): Promise<SweepOutcome> {
  for await (const event of runSweep({ ...request, ...more }, [session], { ...(signal && { signal }) })) {
    if (event.type === 'done') return event.outcome;
  }
  throw new Error('the sweep ended without an outcome');
}

/** Aborts at the first turn that others get, once the condition holds. */
function stopWhen(isDue: () => boolean): AbortSignal {
  const stop = new AbortController();
  const look = (): void => void (isDue() ? stop.abort(new InterruptedError()) : setImmediate(look));
  setImmediate(look);
  return stop.signal;
}

const fleet = [vehicle(1, 'Kea', 90), vehicle(2, 'Moa', 80), vehicle(3, 'Tui', 70)];

test.each([
  ['trips are asked for', (asked: { availability: number }) => asked.availability > 0],
  ['vehicles are chosen', (asked: { availability: number }) => asked.availability === trips],
])('a sweep stops while its %s', async (_, isDue) => {
  const { session, asked } = sessionOf(() => fleet);
  const { interruption, offers } = await sweep(
    { quote: 'all' },
    session,
    stopWhen(() => isDue(asked)),
  );
  expect(interruption).toBeInstanceOf(InterruptedError);
  expect(offers).toEqual([]);
  expect(asked.quotes).toBe(0);
});

test('a sweep stops while stored quotes are counted', async () => {
  const { session, asked } = sessionOf(() => fleet);
  await expect(
    sweep(
      {},
      session,
      stopWhen(() => asked.stored > 0),
    ),
  ).rejects.toThrow(InterruptedError);
  expect(asked.stored).toBeLessThan(trips);
  expect(asked.availability).toBe(0);
});
