/** What all processes learn from the headers of answers, and what they do after a 429. */
import { describe, expect, it } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { RateLimitedError } from '../../../src/base/errors.ts';
import type { Permit } from '../../../src/http/types.ts';
import { minute, noAbort, places, sharedFolder, twoProcesses } from './support.ts';

const spread = 'requests are spread out for a while after the limit was reached';

const shared = Object.entries(places).filter(([name]) => name !== 'in memory');

describe.each(shared)('a budget %s', (_, place) => {
  describe('X-RateLimit-Remaining', () => {
    it('reveals another client: what it takes counts as used for all processes, until it stops', async () => {
      const { there, get, send, answer, status, machine } = twoProcesses(place);
      await send(200, { 'x-ratelimit-remaining': '60' });
      expect(await status()).toMatchObject({ used: 40, free: 60, heldBack: 39 });
      await machine.pass(1_000);
      await answer(await get(there), 200, { 'x-ratelimit-remaining': '98' });
      expect(await status()).toMatchObject({ used: 2, free: 98, heldBack: 0 });
    });

    it('of 0 begins a pause of all processes until the reset, and spreads requests out after it', async () => {
      const { here, there, get, send, answer, passed, status, machine } = twoProcesses(place);
      await send(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' });
      expect((await status()).wait?.reason).toBe('the service accepts no requests for now');
      const first = await get(there);
      expect(passed()).toBeGreaterThanOrEqual(7_100);
      expect(passed()).toBeLessThan(7_500);
      await answer(first, 200, { 'x-ratelimit-remaining': '90' });
      const opened = machine.monotonic();
      await get(here);
      expect(machine.monotonic() - opened).toBeGreaterThanOrEqual(minute / 100);
    });

    it('changes nothing if it equals our own count', async () => {
      const { send, status } = twoProcesses(place);
      for (let left = 99; left >= 0; left -= 1)
        await send(200, { 'x-ratelimit-remaining': String(left), 'x-ratelimit-reset': '60' });
      expect(await status()).toMatchObject({
        used: 100,
        heldBack: 0,
        wait: { reason: '100 of 100 requests used' },
      });
    });

    it('of a window ago is not trusted: one request goes first, and the others wait', async () => {
      const { here, there, send, answer, machine } = twoProcesses(place, { limit: 10 });
      // A fixed window that restarts after five of them.
      for (const left of [9, 8, 7, 6, 5, 9, 8, 7, 6, 5])
        await send(200, { 'x-ratelimit-remaining': String(left) });
      const permits: Permit[] = [];
      for (const budget of [here, there, here, there])
        void budget.acquire(noAbort).then((permit) => permits.push(permit));
      await machine.pass(61_000);
      expect(permits).toHaveLength(1);
      await answer(permits[0]!, 429, { 'retry-after': '20' });
      await machine.pass(19_000);
      expect(permits).toHaveLength(1);
    });

    it('limits how many requests are under way at once near the end', async () => {
      const { there, get, send, answer, machine } = twoProcesses(place, { maxWaitMs: 5 });
      await send(200, { 'x-ratelimit-remaining': '2' });
      const [first] = [await get(), await get(there)];
      await expect(get(there)).rejects.toThrow(RateLimitedError);
      await machine.pass(100);
      await answer(first, 200, { 'x-ratelimit-remaining': '1' });
      await expect(get(there)).rejects.toThrow(RateLimitedError);
    });

    it('of 0 holds until its own reset, whatever an answer says that it has overtaken', async () => {
      const { get, answer, passed } = twoProcesses(place, { limit: 2 });
      const [early, late] = [await get(), await get()];
      await answer(late, 200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' });
      await answer(early, 200, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1' });
      await get();
      expect(passed()).toBeGreaterThanOrEqual(30_000);
    });

    it('gives nothing back if an answer to another process has overtaken this one', async () => {
      const { there, get, answer, status, machine } = twoProcesses(place);
      const early = await get();
      await machine.pass(1_000);
      await answer(await get(there), 200, { 'x-ratelimit-remaining': '60' });
      await answer(early, 200, { 'x-ratelimit-remaining': '99' });
      expect(await status()).toMatchObject({ used: 40, heldBack: 38 });
    });

    // More than ours, no exact integer, or too long.
    it.each(['5000', '-1', '', '9'.repeat(30)])('that is %j is ignored', async (value) => {
      const { send, status } = twoProcesses(place);
      const names = ['x-ratelimit-remaining', 'x-ratelimit-limit', 'x-ratelimit-reset'];
      await send(200, Object.fromEntries(names.map((name) => [name, value])));
      expect(await status()).toMatchObject({ used: 1, free: 99, heldBack: 0, wait: undefined });
    });
  });

  it('keeps to an X-RateLimit-Limit that is lower than ours, also after a window without answers', async () => {
    const { send, status, machine } = twoProcesses(place);
    const held = '90 of them held back: another client, or a lower limit of the service';
    const reason = `100 of 100 requests used, ${held}`;
    const lowLimit = { 'x-ratelimit-limit': '10', 'x-ratelimit-reset': '60' };
    for (let left = 9; left >= 0; left -= 1)
      await send(200, { ...lowLimit, 'x-ratelimit-remaining': String(left) });
    expect(await status()).toMatchObject({ used: 100, free: 0, heldBack: 90, wait: { reason } });
    await machine.pass(1.5 * minute);
    expect(await status()).toMatchObject({ free: 10 });
    await machine.pass(0.6 * minute);
    expect(await status()).toMatchObject({ free: 100 });
  });

  describe('a 429', () => {
    it.each<[string, (now: number) => Record<string, string>, number]>([
      ['until the reset', () => ({ 'x-ratelimit-reset': '5' }), 5_100],
      [
        'for a second if it has just passed',
        (now) => ({ 'x-ratelimit-reset': `${(now - 300) / 1_000}` }),
        1_000,
      ],
      [
        'as long as Retry-After says',
        () => ({ 'retry-after': '70', 'x-ratelimit-reset': '3' }),
        70_100,
      ],
    ])('begins a pause of all processes %s', async (__, headers, waitMs) => {
      const { there, get, send, passed, machine } = twoProcesses(place);
      await send(429, headers(machine.now()));
      await get(there);
      expect(passed()).toBeGreaterThanOrEqual(waitMs);
      expect(passed()).toBeLessThan(waitMs + 500);
    });

    it.each(sample([300, 60], 2))(
      'of each of ten requests at once begins one pause of %i s, which one request ends',
      async (seconds) => {
        const { here, there, get, answer, machine } = twoProcesses(place);
        const sent: Permit[] = [];
        for (let count = 0; count < 10; count += 1)
          sent.push(await get(count % 2 === 0 ? here : there));
        await machine.pass(100);
        for (const permit of sent) await answer(permit, 429, { 'retry-after': String(seconds) });
        const tooShort = { maxWaitMs: seconds * 1_000 - 1_000 };
        await expect(machine.until(there.acquire(noAbort, tooShort))).rejects.toThrow(
          'the service accepts no requests for now',
        );
        const permits: Permit[] = [];
        for (let count = 0; count < 20; count += 1)
          void (count % 2 === 0 ? here : there)
            .acquire(noAbort)
            .then((permit) => permits.push(permit));
        await machine.pass(seconds * 1_000 - 500);
        expect(permits).toHaveLength(0);
        await machine.pass(30_000);
        expect(permits).toHaveLength(1);
      },
    );

    it.each(
      sample(
        [
          [
            'a longer Retry-After of the second makes the pause longer',
            {},
            { 'retry-after': '300' },
          ],
          [
            'a shorter one does not make it shorter',
            { 'retry-after': '300' },
            { 'retry-after': '5' },
          ],
        ],
        2,
      ),
    )('of each of two requests: %s', async (_, first, second) => {
      const { here, there, get, answer, machine } = twoProcesses(place);
      const [early, late] = [await get(here), await get(there)];
      await machine.pass(100);
      await answer(early, 429, first);
      await answer(late, 429, second);
      const permits: Permit[] = [];
      void there.acquire(noAbort).then((permit) => permits.push(permit));
      await machine.pass(299_000);
      expect(permits).toHaveLength(0);
      await machine.pass(5_000);
      expect(permits).toHaveLength(1);
    });

    it('begins a pause that goes on when a request that was under way is accepted', async () => {
      const { here, there, get, answer, machine } = twoProcesses(place);
      const [first, second] = [await get(here), await get(there)];
      await machine.pass(100);
      await answer(first, 429, { 'retry-after': '300' });
      await answer(second, 200, { 'x-ratelimit-remaining': '90' });
      const permits: Permit[] = [];
      for (const budget of [here, there, here])
        void budget.acquire(noAbort).then((permit) => permits.push(permit));
      await machine.pass(299_000);
      expect(permits).toHaveLength(0);
      await machine.pass(30_000);
      expect(permits).toHaveLength(1);
    });

    it('with a Retry-After of a day closes it for an hour, also for a process that may not wait', async () => {
      const { send, get, there, status, machine } = twoProcesses(place, { maxWaitMs: 90_000 });
      await send(429, { 'retry-after': '86400' });
      await machine.pass(20 * minute);
      await expect(get(there)).rejects.toMatchObject({
        exitCode: 5,
        message: expect.stringMatching(
          /^no request to \S+ for another 240[01] s: the service accepts no/,
        ) as string,
      });
      const { until } = (await status()).wait!;
      expect(Math.abs(until - machine.now() - 40 * minute)).toBeLessThan(500);
    });

    it('begins a pause that goes on when an earlier request succeeds', async () => {
      const { get, answer, passed, machine } = twoProcesses(place);
      const [early, late] = [await get(), await get()];
      await machine.pass(50);
      await answer(early, 429, { 'x-ratelimit-reset': '5' });
      await answer(late, 200);
      await get();
      expect(passed()).toBeGreaterThanOrEqual(5_100);
    });

    /** Four requests wait in two processes. */
    function waiting(limit: number) {
      const made = twoProcesses(place, { limit });
      const permits: Permit[] = [];
      const wait = (): void => {
        for (const budget of [made.here, made.there, made.here, made.there])
          void budget.acquire(noAbort).then((permit) => permits.push(permit));
      };
      return { ...made, permits, wait };
    }

    it('with a Retry-After is followed by one probe, and then by requests that are spread out', async () => {
      const { send, answer, status, machine, permits, wait } = waiting(100);
      await send(429, { 'retry-after': '70' });
      wait();
      await machine.pass(75_000);
      expect(permits).toHaveLength(1);
      await answer(permits[0]!, 200);
      // A quarter of the limit, because nothing shows how many would be accepted.
      expect(await status()).toMatchObject({ free: 0, wait: { reason: spread } });
      await machine.pass(1_900);
      expect(permits).toHaveLength(1);
      await machine.pass(10_000);
      expect(permits).toHaveLength(4);
    });

    it('without a reset is followed by one probe after 5–10 s, and then later and later', async () => {
      const { send, answer, machine, permits, wait } = waiting(100);
      let refused = machine.monotonic();
      await send(429);
      wait();
      for (const [round, [minMs = NaN, maxMs = NaN]] of [
        [5_000, 10_000],
        [10_000, 30_000],
        [20_000, 60_000],
        [40_000, 60_000],
      ].entries()) {
        while (permits.length <= round) await machine.pass(400);
        const waited = machine.monotonic() - refused;
        expect(waited).toBeGreaterThanOrEqual(minMs);
        expect(waited).toBeLessThan(maxMs + 500);
        await machine.pass(5_000);
        expect(permits).toHaveLength(round + 1);
        refused = machine.monotonic();
        await answer(permits[round]!, 429);
      }
    });

    it('is followed by six windows with 86 % of the requests that the last one accepted', async () => {
      const { send, get, answer, status, machine } = twoProcesses(place);
      for (let index = 0; index < 75; index += 1) await send(200);
      await send(429, { 'x-ratelimit-reset': '5' });
      await answer(await get(), 200);
      const { free, wait } = await status();
      expect({ free, reason: wait?.reason }).toEqual({ free: 0, reason: spread });
      expect(Math.abs(wait!.until - machine.now() - minute / 64)).toBeLessThan(minute / 64);
      await machine.pass(5.9 * minute);
      expect(await status()).toMatchObject({ free: 64, wait: undefined });
      await machine.pass(0.2 * minute);
      expect(await status()).toMatchObject({ free: 100 });
    });

    it('does not let requests give up that wait for the probe', async () => {
      const { here, send, answer, machine } = twoProcesses(place, { maxWaitMs: 90_000 });
      await send(429, { 'retry-after': '55' });
      const permits: Permit[] = [];
      const refusals: unknown[] = [];
      for (let turn = 0; turn < 12; turn += 1)
        here.acquire(noAbort).then(
          (permit) => permits.push(permit),
          (error: unknown) => refusals.push(error),
        );
      await machine.pass(56_000);
      expect(permits).toHaveLength(1);
      await answer(permits[0]!, 200);
      await machine.pass(minute / 2);
      expect([permits.length, refusals]).toEqual([12, []]);
    });

    it('says the whole wait after a probe that got no answer', async () => {
      const { get, send, there, machine } = twoProcesses(place, { maxWaitMs: minute / 2 });
      await send(429, { 'retry-after': '5' });
      await machine.until((await get()).settle());
      await expect(get(there)).rejects.toMatchObject({ retryAfterSeconds: 61 });
    });
  });
});

it('a changed limit gives new slots a window later, and uses only what others left', async () => {
  const { drain, machine } = sharedFolder();
  expect([await drain({ limit: 10 }), await drain({ limit: 25 })]).toEqual([10, 0]);
  await machine.pass(60_200);
  expect([await drain({ limit: 25 }), await drain({ limit: 10 })]).toEqual([25, 0]);
  await machine.pass(60_200);
  expect([await drain({ limit: 10 }), await drain({ limit: 25 })]).toEqual([10, 15]);
});
