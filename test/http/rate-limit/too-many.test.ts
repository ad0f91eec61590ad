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
    gaps(place);
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
    expect(await status()).toMatchObject({
      gate: { until, reason: 'the service says too many requests' },
      next: { at: until },
    });
  });

  // The server has a wall clock only.
  it.each(place.isHere ? [-40, 600] : [])(
    'with a long Retry-After does not end early when the wall clock is stepped by %i s, and at most that much later',
    async (step) => {
      const { there, get, send, passed, machine } = scene();
      await send(429, { 'retry-after': '90' });
      await machine.pass(30_000);
      machine.step(step * 1_000);
      await get(there);
      expect(passed()).toBeGreaterThanOrEqual(90_000);
      expect(passed()).toBeLessThan((90 + Math.max(0, -step)) * 1_000 + 500);
    },
  );

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
    expect(await status()).toMatchObject({ free: 9, gate: undefined, pacing: { everyMs: 6_360, probing: false } });
    if (place.isHere) {
      await machine.pass(10_000);
      expect(permits).toHaveLength(2);
    }
    await machine.pass(place.isHere ? 10_000 : 50_000);
    await expect.poll(() => permits.length).toBe(4);
  });

  it('without a reset is followed by one probe after 10–20 s, then 20–40 s, then every 60 s', async () => {
    const { send, answer, machine, permits, wait } = waiting();
    let refused = machine.monotonic();
    await send(429);
    wait();
    for (const [round, [least = NaN, most = NaN]] of [
      [10_000, 20_000],
      [20_000, 40_000],
      [60_000, 60_000],
      [60_000, 60_000],
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

/** The gap between two requests grows with each refusal, and shrinks slowly. */
function gaps(place: PlaceKind): void {
  function scene() {
    const made = twoProcesses(place);
    const gap = async (): Promise<number> => (await made.status()).pacing?.everyMs ?? 0;
    /** The gap after one more refusal. */
    const refuse = async (): Promise<number> => {
      await made.send(429, { 'x-ratelimit-reset': '5' });
      await made.machine.pass(100);
      return gap();
    };
    return { ...made, gap, refuse };
  }

  it('spreads requests out so that as many are sent in a window as were accepted in the last', async () => {
    const { send, refuse } = scene();
    for (let index = 0; index < 75; index += 1) await send(200);
    await refuse();
    const sent = minute / (await refuse());
    expect(sent).toBeLessThanOrEqual(75);
    // Gaps have steps of 8 %, and whole milliseconds.
    expect(sent).toBeGreaterThanOrEqual(75 / 1.09);
  });

  it('that comes again and again makes the gap 8 % to 47 % longer each time, up to 2.9 times window ÷ limit', async () => {
    const { refuse } = scene();
    let last = await refuse();
    const steps: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      const next = await refuse();
      steps.push(next / last);
      last = next;
    }
    const growing = steps.slice(0, -1);
    expect(Math.min(...growing)).toBeGreaterThan(1.079);
    expect(Math.max(...growing)).toBeLessThan(1.475);
    expect(steps.at(-1), 'the largest gap does not grow').toBe(1);
    expect(last / (minute / 100)).toBeCloseTo(2.9, 1);
  });

  it('is forgotten slowly: the gap becomes 8 % shorter in four quiet minutes', async () => {
    const { send, refuse, gap, machine } = scene();
    await refuse();
    const first = await refuse();
    await send(200);
    await machine.pass(3.8 * minute);
    await send(200);
    expect(await gap()).toBe(first);
    for (const levels of [1, 2]) {
      await machine.pass(levels === 1 ? 0.3 * minute : 4.1 * minute);
      await send(200);
      expect(first / (await gap())).toBeCloseTo(1.08 ** levels, 2);
    }
  });
}

it('closes the gate of a budget in memory too', async () => {
  const machine = new VirtualMachine();
  const budget = memoryBudget(optionsOn(machine, { maxWaitMs: 0 }));
  (await budget.acquire(never)).answered({ status: 429, headers: {}, receivedAt: machine.now() });
  await expect(budget.acquire(never)).rejects.toThrow('does not say until when');
});
