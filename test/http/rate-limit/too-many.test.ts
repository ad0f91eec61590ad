/** What all processes do after a 429: they wait, probe, and spread requests out. */
import { describe, expect, it } from 'vitest';
import { memoryBudget } from '../../../src/http/rate-limit/index.ts';
import type { Permit } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { type PlaceKind, optionsOn, sharedPlaces } from './places.ts';
import { minute, never, twoProcesses } from './two-processes.ts';

// The same rules on a server take long, and the headers of other answers show that they are applied there.
for (const place of sharedPlaces())
  describe(`a 429 with a budget ${place.name}`, { tags: [...place.tags, ...(place.isHere ? [] : ['long'])] }, () => {
    waits(place);
    probes(place);
    paces(place);
  });

function waits(place: PlaceKind): void {
  const scene = (more: { maxWaitMs?: number } = {}) => twoProcesses(place, { limit: 10, ...more });

  it.each<[string, (now: number) => Record<string, string>, number]>([
    ['until the reset', () => ({ 'x-ratelimit-reset': '5' }), 5_100],
    ['for a second if the reset has just passed', (now) => ({ 'x-ratelimit-reset': `${(now - 300) / 1_000}` }), 1_000],
    ['as long as Retry-After says', () => ({ 'retry-after': '70', 'x-ratelimit-reset': '3' }), 70_100],
  ])('closes the gate for all processes %s', async (_, headers, waitMs) => {
    const { there, get, send, passed, machine } = scene();
    await send(429, headers(machine.now()));
    await get(there);
    expect(passed()).toBeGreaterThanOrEqual(waitMs);
    expect(passed()).toBeLessThan(waitMs + 500);
    expect(machine.events).toEqual([]);
  });

  it('with a Retry-After of a day closes it for an hour, and a process that may not wait and the report know it', async () => {
    const { send, there, status, machine } = scene({ maxWaitMs: 90_000 });
    await send(429, { 'retry-after': '86400' });
    const until = machine.now() + 3_600_100;
    await machine.pass(20 * minute);
    await expect(there.acquire(never)).rejects.toMatchObject({
      exitCode: 5,
      retryAfterSeconds: 2_401,
      message: expect.stringMatching(/^no request to \S+ for another 2401 s: the service says/) as string,
    });
    const { gate, next } = await status();
    expect(gate?.reason).toBe('the service says too many requests');
    // Messages to a server take a millisecond.
    expect(gate?.until).toBeGreaterThanOrEqual(until);
    expect(gate?.until).toBeLessThanOrEqual(until + 1);
    expect(next?.at).toBe(gate?.until);
  });

  it('keeps the gate closed when an earlier request succeeds', async () => {
    const { get, answer, passed } = scene();
    const [early, late] = [await get(), await get()];
    await answer(early, 429, { 'x-ratelimit-reset': '5' });
    await answer(late, 200);
    await get();
    expect(passed()).toBeGreaterThanOrEqual(5_100);
  });
}

function probes(place: PlaceKind): void {
  /** Four requests wait in two processes. */
  function waiting() {
    const made = twoProcesses(place, { limit: 10 });
    const permits: Permit[] = [];
    const wait = (): void => {
      for (const budget of [made.here, made.there, made.here, made.there])
        void budget.acquire(never).then((permit) => permits.push(permit));
    };
    return { ...made, permits, wait };
  }

  it('with a Retry-After is followed by one probe, and then by requests that are spread out', async () => {
    const { send, answer, status, machine, permits, wait } = waiting();
    await send(429, { 'retry-after': '70' });
    wait();
    await machine.pass(75_000);
    expect(permits).toHaveLength(1);
    await answer(permits[0]!, 200);
    // A quarter of the limit, because nothing shows how many would be accepted.
    expect(await status()).toMatchObject({ free: 0, gate: undefined, pacing: { everyMs: 30_000, probing: false } });
    await machine.pass(29_000);
    expect(permits).toHaveLength(1);
    await machine.pass(2_000);
    expect(permits).toHaveLength(2);
    await answer(permits[1]!, 200);
    await machine.pass(61_000);
    await expect.poll(() => permits.length).toBe(4);
  });

  it('without a reset is followed by one probe after 5–10 s, and then later and later', async () => {
    const { send, answer, machine, permits, wait } = waiting();
    let refused = machine.monotonic();
    await send(429);
    wait();
    for (const [round, [least = NaN, most = NaN]] of [
      [5_000, 10_000],
      [10_000, 30_000],
      [20_000, 60_000],
      [40_000, 60_000],
    ].entries()) {
      while (permits.length <= round) await machine.pass(400);
      const waited = machine.monotonic() - refused;
      expect(waited).toBeGreaterThanOrEqual(least);
      expect(waited).toBeLessThan(most + 500);
      await machine.pass(5_000);
      expect(permits).toHaveLength(round + 1);
      refused = machine.monotonic();
      await answer(permits[round]!, 429);
    }
  });
}

/** The pace after a refusal. */
function paces(place: PlaceKind): void {
  const reset = { 'x-ratelimit-reset': '5' };

  it('spreads as many requests over a window as were accepted in the last, less a seventh, for six windows', async () => {
    const { send, get, answer, status, machine } = twoProcesses(place);
    for (let index = 0; index < 75; index += 1) await send(200);
    await send(429, reset);
    await answer(await get(), 200);
    const pacing = { everyMs: Math.round(minute / 64), probing: false };
    expect(await status()).toMatchObject({ pacing });
    await machine.pass(5.9 * minute);
    expect(await status()).toMatchObject({ pacing });
    await machine.pass(0.2 * minute);
    expect(await status()).toMatchObject({ pacing: undefined, free: 100 });
  });

  it('is that of slots that others used, too, if the probe shows that they are free', async () => {
    const { there, get, send, answer, status, machine } = twoProcesses(place);
    await send(200, { 'x-ratelimit-remaining': '3' });
    await send(200, { 'x-ratelimit-remaining': '0', ...reset });
    await answer(await get(there), 200, { 'x-ratelimit-remaining': '99' });
    await machine.pass(minute / 2);
    const { free } = await status();
    expect(free).toBeGreaterThanOrEqual(10);
    expect(free).toBeLessThanOrEqual(13);
  });

  it('is known to requests that wait for the probe, which do not give up before it is answered', async () => {
    const { here, send, answer, machine } = twoProcesses(place, { maxWaitMs: 90_000 });
    await send(429, { 'retry-after': '55' });
    const permits: Permit[] = [];
    const refusals: unknown[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      here.acquire(never).then(
        (permit) => permits.push(permit),
        (error: unknown) => refusals.push(error),
      );
    await machine.pass(56_000);
    expect(permits).toHaveLength(1);
    await answer(permits[0]!, 200);
    await machine.pass(minute / 2);
    await expect.poll(() => permits.length).toBe(12);
    expect(refusals).toEqual([]);
  });

  it('is a quarter of the limit if few requests show how many would be accepted', async () => {
    const { send, get, answer, status } = twoProcesses(place);
    await send(200);
    await send(429, reset);
    await answer(await get(), 200);
    expect(await status()).toMatchObject({ pacing: { everyMs: minute / 25 } });
  });
}

it('closes the gate of a budget in memory too', async () => {
  const machine = new VirtualMachine();
  const budget = memoryBudget(optionsOn(machine, { maxWaitMs: 0 }));
  await (await budget.acquire(never)).answered({ status: 429, headers: {}, receivedAt: machine.now() });
  await expect(budget.acquire(never)).rejects.toThrow('the service says too many requests');
});
