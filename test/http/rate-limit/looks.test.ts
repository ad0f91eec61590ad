/** How often a process looks at the names that it shares: a look at a thousand of them takes longer than a request. */
import { expect, test } from 'vitest';
import { memoryNames } from '../../../src/http/rate-limit/name-set.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import { openSlotStore } from '../../../src/http/rate-limit/slot-store.ts';
import { gateName } from '../../../src/http/rate-limit/state-names.ts';
import { initialNames } from '../../../src/http/rate-limit/state.ts';

const account = { origin: 'https://rental.test', limit: 200, windowMs: 60_000 };
const policy = makePolicy(account, 30_000);
const start = 1_900_000_000_000;

function scene() {
  const time = { now: start };
  const names = memoryNames(initialNames(account.limit));
  let looks = 0;
  const clock = { now: () => time.now, uptime: () => time.now - start + 1_000_000 };
  const open = () => {
    const list = (maxAgeMs?: number) => {
      looks += 1;
      return names.list(maxAgeMs);
    };
    return openSlotStore({ ...names, list }, policy, clock, () => 0);
  };
  return { time, names, open, looks: () => looks };
}

const answer = { status: 200, headers: {}, receivedAt: start };

test('one look is enough for many requests', async () => {
  const { open, looks } = scene();
  const store = open();
  for (let count = 0; count < 100; count += 1) {
    const { claims } = await store.claim(1);
    for (const claim of claims) store.onAnswer(claim, answer);
  }
  expect(looks()).toBe(1);
});

test('after a moment another process is heard, and at once if it took the slot', async () => {
  const { open, names, time } = scene();
  const [store, other] = [open(), open()];
  const indices = new Set<number>();
  for (let count = 0; count < account.limit / 2; count += 1) {
    for (const one of [store, other]) for (const { index } of (await one.claim(1)).claims) indices.add(index);
  }
  expect(indices.size).toBe(account.limit);
  expect((await store.claim(1)).claims).toEqual([]);
  time.now += policy.leaseMs;
  expect((await store.claim(1)).claims).toHaveLength(1);
  const stamp = { wall: time.now, up: clockOf(time.now) };
  names.add(gateName('limited', stamp, { wall: stamp.wall + 5_000, up: stamp.up + 5_000 }));
  time.now += 20;
  expect((await store.claim(1)).claims).toEqual([]);
});

test('an answer that changes the rules ends what was seen before', async () => {
  const { open } = scene();
  const store = open();
  const [first] = (await store.claim(1)).claims;
  if (first !== undefined) store.onAnswer(first, { ...answer, status: 429 });
  expect((await store.claim(1)).claims).toEqual([]);
});

function clockOf(now: number): number {
  return now - start + 1_000_000;
}
