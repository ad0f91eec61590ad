import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import { memoryBudget } from '../../../src/http/rate-limit/index.ts';
import type { Permit } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { type PlaceKind, sharedPlaces, usualLimit } from './places.ts';
import { isThorough, sample } from '../../support/thorough.ts';

const never = new AbortController().signal;
const minute = 60_000;

for (const place of sharedPlaces()) describe(`a budget ${place.name}`, { tags: place.tags }, () => testsIn(place));

function testsIn(place: PlaceKind): void {
  /** Two processes that share a budget, and answers to their requests. */
  function scene(more: { limit?: number; maxWaitMs?: number } = {}) {
    const machine = new VirtualMachine();
    const { open, status } = place.make(machine);
    const origin = 'https://rental.test';
    const account = { origin, ...usualLimit, ...more };
    const options = { maxWaitMs: 1e9, attemptTimeoutMs: 30_000, machine, uptime: machine.uptime, ...account };
    const [here, there] = [open({ ...options, onEvent: machine.onEvent }), open(options)];
    const start = machine.monotonic();
    return {
      machine,
      here,
      there,
      passed: () => machine.monotonic() - start,
      status: () => status(account),
      get: (budget = here) => machine.until(budget.acquire(never)),
      answer: async (permit: Permit, status: number, headers: Record<string, string> = {}) => {
        await permit.answered({ status, headers, receivedAt: machine.now() });
      },
    };
  }

  describe('X-RateLimit-Remaining', () => {
    it('reveals another client: its requests count as used for all processes', async () => {
      const { here, get, answer, status } = scene();
      await answer(await get(here), 200, { 'x-ratelimit-remaining': '60' });
      expect(await status()).toMatchObject({ used: 40, free: 60, others: 39 });
    });

    it('gives slots back when the other client no longer takes them', async () => {
      const { there, get, answer, status, machine } = scene();
      await answer(await get(), 200, { 'x-ratelimit-remaining': '60' });
      await machine.pass(1_000);
      await answer(await get(there), 200, { 'x-ratelimit-remaining': '98' });
      expect(await status()).toMatchObject({ used: 2, free: 98, others: 0 });
    });

    it('never raises the budget', async () => {
      const { get, answer, status } = scene();
      for (let index = 0; index < 30; index += 1) {
        await answer(await get(), 200, { 'x-ratelimit-remaining': '5000', 'x-ratelimit-limit': '10000' });
      }
      expect(await status()).toMatchObject({ limit: 100, used: 30, free: 70 });
    });

    it('of 0 closes the gate for all processes until the reset, and spreads requests out after it', async () => {
      const { here, there, get, answer, passed, status, machine } = scene();
      await answer(await get(here), 200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' });
      expect((await status()).gate?.reason).toBe('another client shares this address');
      const first = await get(there);
      expect(passed()).toBeGreaterThanOrEqual(7_100);
      expect(passed()).toBeLessThan(7_500);
      await answer(first, 200, { 'x-ratelimit-remaining': '90' });
      const opened = machine.monotonic();
      await get(here);
      expect(machine.monotonic() - opened).toBeGreaterThanOrEqual(minute / 100);
    });

    it('changes nothing if it equals our own count', async () => {
      const { get, answer, status, machine } = scene();
      for (let index = 0; index < 100; index += 1) {
        await answer(await get(), 200, { 'x-ratelimit-remaining': String(99 - index), 'x-ratelimit-reset': '60' });
      }
      expect(await status()).toMatchObject({ used: 100, others: 0, gate: undefined, pacing: undefined });
      await machine.pass(60_100);
      expect(await status()).toMatchObject({ free: 100 });
    });

    it('limits how many requests are under way at once near the end', async () => {
      const { here, there, get, answer, machine } = scene({ maxWaitMs: 0 });
      await answer(await get(), 200, { 'x-ratelimit-remaining': '2' });
      const [first] = [await here.acquire(never), await there.acquire(never)];
      await expect(there.acquire(never)).rejects.toThrow(RateLimitedError);
      await machine.pass(100);
      await answer(first, 200, { 'x-ratelimit-remaining': '1' });
      await expect(there.acquire(never)).rejects.toThrow(RateLimitedError);
    });

    it.each(['-1', '1e3', '', '0, 0', '9'.repeat(30)])('that is %j is ignored', async (value) => {
      const { get, answer, status } = scene();
      const names = ['x-ratelimit-remaining', 'x-ratelimit-limit', 'x-ratelimit-reset'];
      await answer(await get(), 200, Object.fromEntries(names.map((name) => [name, value])));
      const untouched = { limit: 100, used: 1, free: 99, others: 0, gate: undefined, pacing: undefined };
      expect(await status()).toMatchObject(untouched);
    });
  });

  describe('X-RateLimit-Limit', () => {
    it('that is lower than ours applies to all processes', async () => {
      const { there, get, answer, status } = scene({ maxWaitMs: 0 });
      await answer(await get(), 200, { 'x-ratelimit-limit': '10' });
      expect(await status()).toMatchObject({ limit: 10, used: 1, free: 9 });
      for (let index = 0; index < 9; index += 1) await answer(await there.acquire(never), 200);
      await expect(there.acquire(never)).rejects.toThrow('10 of 10 requests used');
    });

    it('is forgotten after a while without the header', async () => {
      const { get, answer, status, machine } = scene();
      await answer(await get(), 200, { 'x-ratelimit-limit': '10' });
      await machine.pass(10 * minute);
      await answer(await get(), 200);
      expect((await status()).limit).toBe(10);
      await machine.pass(10 * minute);
      expect((await status()).limit).toBe(100);
    });

    it.each(['100', '150'])('counts for a window only, if the next answers say %s', async (next) => {
      const { here, there, get, answer, passed, status } = scene();
      await answer(await get(here), 200, { 'x-ratelimit-limit': '2' });
      expect(await status()).toMatchObject({ limit: 2, free: 1 });
      await answer(await get(there), 200, { 'x-ratelimit-limit': next });
      expect(await status()).toMatchObject({ limit: 2, free: 0 });
      await answer(await get(there), 200, { 'x-ratelimit-limit': next });
      expect(passed()).toBeLessThan(minute + 500);
      expect(await status()).toMatchObject({ limit: 100, free: 99 });
    });

    it('that differs between endpoints is the lowest of the last window', async () => {
      const { here, there, get, answer, status, machine } = scene();
      for (let turn = 0; turn < 40; turn += 1) {
        await answer(await get(turn % 4 < 2 ? here : there), 200, {
          'x-ratelimit-limit': turn % 2 === 0 ? '20' : '100',
        });
        expect((await status()).limit).toBe(20);
        await machine.pass(7_000);
      }
    });
  });

  // The same rules on a server take long, and the tests above show that they are applied there.
  describe('a 429', { tags: place.isHere ? [] : ['long'] }, () => {
    it('closes the gate for all processes until the reset', async () => {
      const { here, there, get, answer, passed, machine } = scene();
      await answer(await get(here), 429, { 'x-ratelimit-reset': '5' });
      await get(there);
      expect(passed()).toBeGreaterThanOrEqual(5_100);
      expect(passed()).toBeLessThan(5_500);
      expect(machine.events).toEqual([]);
    });

    it('whose reset passed while it was on its way opens the gate a second later', async () => {
      const { get, answer, passed, machine } = scene();
      await answer(await get(), 429, { 'x-ratelimit-reset': String((machine.now() - 300) / 1_000) });
      await get();
      expect(passed()).toBeGreaterThanOrEqual(1_000);
      expect(passed()).toBeLessThan(1_500);
    });

    it('keeps all processes waiting as long as Retry-After says, up to an hour', async () => {
      for (const [said, waitedMs] of [
        ['120', 120_000],
        ['1800', 30 * minute],
        ['86400', 60 * minute],
      ].slice(0, place.isHere && isThorough ? 3 : 1) as [string, number][]) {
        const { here, there, get, answer, passed } = scene();
        await answer(await get(here), 429, { 'retry-after': said, 'x-ratelimit-reset': '3' });
        await get(there);
        expect(passed()).toBeGreaterThanOrEqual(waitedMs + 100);
        expect(passed()).toBeLessThan(waitedMs + 500);
      }
    });

    it('with a long Retry-After is known to a process that may not wait, and to the report', async () => {
      const { get, answer, there, status, machine } = scene({ maxWaitMs: 90_000 });
      await answer(await get(), 429, { 'retry-after': '3600' });
      const until = machine.now() + 3_600_100;
      await machine.pass(20 * minute);
      await expect(there.acquire(never)).rejects.toMatchObject({
        exitCode: 5,
        retryAfterSeconds: 2_401,
        message: expect.stringMatching(/^no request to \S+ for another 2401 s: the service says/) as string,
      });
      expect(await status()).toMatchObject({
        gate: { until, reason: 'the service says too many requests' },
        next: { at: until },
      });
    });

    // The server has a wall clock only.
    it.each(place.isHere ? sample([-40, -10, 40], 3) : [])(
      'with a long Retry-After does not end early when the wall clock is stepped by %i min, and at most that much later',
      async (step) => {
        const { here, there, get, answer, passed, machine } = scene();
        const wait = (isThorough ? 60 : 4) * minute;
        await answer(await get(here), 429, { 'retry-after': String(wait / 1_000) });
        await machine.pass(wait / 4);
        machine.step(step * minute);
        await get(there);
        expect(passed()).toBeGreaterThanOrEqual(wait);
        expect(passed()).toBeLessThan(wait + Math.max(0, -step) * minute + 500);
      },
    );

    it('with a long Retry-After is followed by one probe, and then by requests that are spread out', async () => {
      const { here, there, get, answer, status, machine } = scene();
      const minutes = place.isHere && isThorough ? 60 : 2;
      await answer(await get(), 429, { 'retry-after': String(minutes * 60) });
      const permits: Permit[] = [];
      for (const budget of [here, there, here, there])
        void budget.acquire(never).then((permit) => permits.push(permit));
      await machine.pass(minutes * minute + 5_000);
      expect(permits).toHaveLength(1);
      await answer(permits[0]!, 200);
      expect(await status()).toMatchObject({ free: 99, gate: undefined, pacing: { everyMs: 636, probing: false } });
      if (place.isHere) {
        await machine.pass(1_000);
        expect(permits).toHaveLength(2);
      }
      await machine.pass(place.isHere ? 1_000 : 5_000);
      await expect.poll(() => permits.length).toBe(4);
    });

    it('without a reset is followed by one probe after 10–20 s, then 20–40 s, then every 60 s', async () => {
      const { here, there, get, answer, machine } = scene();
      let refused = machine.monotonic();
      await answer(await get(), 429);
      // Four requests wait in two processes; each answer lets one more through.
      const permits: Permit[] = [];
      for (const budget of [here, there, here, there])
        void budget.acquire(never).then((permit) => permits.push(permit));
      for (const [round, [least, most]] of [
        [10_000, 20_000],
        [20_000, 40_000],
        [60_000, 60_000],
        [60_000, 60_000],
      ].entries()) {
        while (permits.length <= round) await machine.pass(100);
        const waited = machine.monotonic() - refused;
        expect(waited).toBeGreaterThanOrEqual(least ?? NaN);
        expect(waited).toBeLessThan((most ?? NaN) + 500);
        await machine.pass(5_000);
        expect(permits).toHaveLength(round + 1);
        refused = machine.monotonic();
        await answer(permits[round]!, 429);
      }
    });

    it('that comes again spreads requests out so that as many are sent in a window as were accepted in the last', async () => {
      const { get, answer, status, machine } = scene();
      for (let index = 0; index < 75; index += 1) await answer(await get(), 200);
      for (let index = 0; index < 2; index += 1) {
        await answer(await get(), 429, { 'x-ratelimit-reset': '5' });
        await machine.pass(100);
      }
      // 600 ms × 1.06 would be 94 in a minute; one level more, 87. This is 69.
      expect((await status()).pacing?.everyMs).toBe(865);
    });

    it('is forgotten slowly: one level in four quiet minutes', async () => {
      const { get, answer, status, machine } = scene();
      for (let index = 0; index < 2; index += 1) {
        await answer(await get(), 429, { 'x-ratelimit-reset': '5' });
        await machine.pass(100);
      }
      await answer(await get(), 200);
      const gaps: (number | undefined)[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        gaps.push((await status()).pacing?.everyMs);
        await machine.pass(4.1 * minute);
        await answer(await get(), 200);
      }
      expect(gaps).toEqual([934, 865, 801, 742]);
    });

    it('keeps the gate closed when an earlier request succeeds', async () => {
      const { get, answer, passed } = scene();
      const [early, late] = [await get(), await get()];
      await answer(early, 429, { 'x-ratelimit-reset': '5' });
      await answer(late, 200);
      await get();
      expect(passed()).toBeGreaterThanOrEqual(5_100);
    });
  });
}

it('closes the gate of a budget in memory too', async () => {
  const machine = new VirtualMachine();
  const options = {
    ...{ ...usualLimit, origin: 'https://rental.test', maxWaitMs: 0, attemptTimeoutMs: 1 },
    ...{ machine, uptime: machine.uptime },
  };
  const budget = memoryBudget(options);
  (await budget.acquire(never)).answered({ status: 429, headers: {}, receivedAt: machine.now() });
  await expect(budget.acquire(never)).rejects.toThrow('does not say until when');
});
