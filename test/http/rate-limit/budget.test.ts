import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/errors.ts';
import { type MemoryBudgetOptions, createBudget, memoryBudget } from '../../../src/http/rate-limit/index.ts';
import { longestAttemptMs } from '../../../src/http/rate-limit/policy.ts';
import type { ResponseHead, Budget, Permit } from '../../../src/http/types.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { isThorough } from '../../support/thorough.ts';
import { mostWithin } from '../../support/most-within.ts';
import { VirtualMachine, settled } from '../../support/virtual-machine.ts';
import { type PlaceKind, optionsOn, places } from './places.ts';

const never = new AbortController().signal;
// Lower than that of the interface: each slot is a file.
const limit = 20;

function optionsFor(machine: VirtualMachine, more: Partial<MemoryBudgetOptions> = {}) {
  return optionsOn(machine, { limit, maxWaitMs: 3_600_000, ...more, machine });
}

function ok(permit: Permit, machine: VirtualMachine): void {
  permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
}

/** Sends `count` requests at once, each answered after `latency`; resolves with the times at which they were sent. */
async function burst(budget: Budget, machine: VirtualMachine, count: number, latency = 50): Promise<number[]> {
  const sent: number[] = [];
  const one = async () => {
    const permit = await budget.acquire(never);
    sent.push(machine.monotonic());
    await machine.sleep(latency);
    ok(permit, machine);
  };
  await machine.until(Promise.all(Array.from({ length: count }, one)));
  return sent;
}

for (const place of places()) describe(`a budget ${place.name}`, { tags: place.tags }, () => testsIn(place));

function testsIn(place: PlaceKind): void {
  const make = (options: ReturnType<typeof optionsFor>) => place.make(options.machine).open(options);

  it('sends a full window of requests at once and not one more', async () => {
    const machine = new VirtualMachine();
    const sent = await burst(make(optionsFor(machine)), machine, 30);
    const start = sent[0] ?? NaN;
    expect(sent.filter((at) => at === start)).toHaveLength(limit);
    // 50 ms until the answer, then 60 s, and a margin of 0.1 s.
    expect(Math.min(...sent.slice(limit)) - start).toBeGreaterThanOrEqual(60_150);
    expect(Math.max(...sent) - start).toBeLessThan(60_250);
  });

  it('counts the window from the answer, not from the sending', async () => {
    const machine = new VirtualMachine();
    const budget = make(optionsFor(machine, { limit: 1, windowMs: 10_000 }));
    const [first, second] = await burst(budget, machine, 2, 8_000);
    expect((second ?? NaN) - (first ?? NaN)).toBeGreaterThanOrEqual(18_000);
  });

  it('frees the slot of a lost request one window later', async () => {
    const machine = new VirtualMachine();
    const budget = make(optionsFor(machine, { limit: 1, windowMs: 10_000 }));
    const permit = await budget.acquire(never);
    const start = machine.monotonic();
    permit.lost();
    await machine.until(budget.acquire(never));
    expect(machine.monotonic() - start).toBeGreaterThanOrEqual(10_000);
    expect(machine.monotonic() - start).toBeLessThan(10_100);
  });

  it('keeps the slot of a request that never ends until a window after the longest attempt, and then frees it', async () => {
    const machine = new VirtualMachine();
    // While time passes, the budget is looked at again and again.
    const attemptMs = isThorough ? longestAttemptMs : 30_000;
    const budget = make(optionsFor(machine, { limit: 1, windowMs: 10_000, attemptTimeoutMs: attemptMs }));
    await budget.acquire(never);
    const start = machine.monotonic();
    await machine.until(budget.acquire(never));
    // An attempt can end a little after its time, because timers fire late.
    expect(machine.monotonic() - start).toBeGreaterThanOrEqual(attemptMs + 1_000 + 10_000);
    expect(machine.monotonic() - start).toBeLessThan(attemptMs + 1_000 + 10_000 + 1_000);
  });

  it('settles a permit only once', async () => {
    const machine = new VirtualMachine();
    const budget = make(optionsFor(machine, { limit: 1, windowMs: 10_000 }));
    const permit = await budget.acquire(never);
    const start = machine.monotonic();
    ok(permit, machine);
    await machine.pass(9_000);
    ok(permit, machine);
    permit.lost();
    await machine.until(budget.acquire(never));
    expect(machine.monotonic() - start).toBeLessThan(10_100);
  });

  it('serves requests in order', async () => {
    const machine = new VirtualMachine();
    const budget = make(optionsFor(machine, { limit: 3, windowMs: 1_000 }));
    const order: number[] = [];
    const one = async (index: number) => {
      const permit = await budget.acquire(never);
      order.push(index);
      await machine.sleep(10 + machine.random() * 100);
      ok(permit, machine);
    };
    const indices = Array.from({ length: 20 }, (_, index) => index);
    await machine.until(Promise.all(indices.map(one)));
    expect(order).toEqual(indices);
  });
}

describe('waiting for a budget', () => {
  it('announces the reason, the end time and the end of a wait', async () => {
    const machine = new VirtualMachine();
    const start = machine.now();
    await burst(memoryBudget(optionsFor(machine)), machine, limit + 1);
    expect(machine.events).toEqual([
      { type: 'wait', reason: '20 of 20 requests used', until: start + 60_100 },
      { type: 'wait-end' },
    ]);
  });

  it('fails at once if the wait would be too long, and says when it would end', async () => {
    const machine = new VirtualMachine();
    const budget = memoryBudget(optionsFor(machine, { maxWaitMs: 10_000 }));
    await burst(budget, machine, limit, 0);
    await machine.pass(37_000);
    const error = await budget.acquire(never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({
      exitCode: 5,
      retryAfterSeconds: 24,
      message: 'no request to https://rental.test for another 24 s: 20 of 20 requests used',
      hint: 'wait that long, or let it wait with maxWait 24s (now 10s)',
    });
    expect(machine.sleeping).toBe(0);
    expect(machine.events).toEqual([]);
  });

  const allowsMore = '; if the operator allows more, rateLimit 60/10s says so';
  it.each<[string, boolean, Partial<ResponseHead>, string]>([
    ['nobody has set', true, { status: 200 }, allowsMore],
    ['somebody has set', false, { status: 200 }, ''],
    ['the service has exceeded', true, { status: 429 }, ''],
    ['another client uses', true, { status: 200, headers: { 'x-ratelimit-remaining': '0' } }, ''],
  ])('says that the limit can be set if it is one that %s: %s', async (_, isAssumed, answer, more) => {
    const machine = new VirtualMachine();
    const budget = memoryBudget({ ...optionsFor(machine, { limit: 3, maxWaitMs: 0 }), isAssumed });
    for (let sent = 0; sent < 3; sent += 1) {
      const permit = await budget.acquire(never).catch(() => undefined);
      permit?.answered({ status: 200, headers: {}, receivedAt: machine.now(), ...answer });
    }
    const error = await budget.acquire(never).catch((reason: unknown) => reason);
    const { hint } = error as RateLimitedError;
    expect(hint?.replace(/^.*\(now 0s\)/, '')).toBe(more);
  });

  it('names a longest wait that includes what it already waited', async () => {
    const machine = new VirtualMachine();
    const budget = memoryBudget(optionsFor(machine, { limit: 1, maxWaitMs: 61_000 }));
    // Never answered: its process died.
    await budget.acquire(never);
    const error = await machine.until(budget.acquire(never).catch((reason: unknown) => reason));
    expect(machine.monotonic()).toBeGreaterThan(5_000_900);
    expect(error).toMatchObject({ retryAfterSeconds: 61, hint: expect.stringMatching(/maxWait 6[2-5]s \(now 61s\)/) });
  });

  it('rejects each request by its own place in the queue', async () => {
    const machine = new VirtualMachine();
    const budget = memoryBudget(optionsFor(machine, { limit: 5, windowMs: 1_000, maxWaitMs: 2_100 }));
    const outcomes = Array.from({ length: 20 }, async () => {
      const permit = await budget.acquire(never);
      ok(permit, machine);
    });
    const settledAll = await machine.until(Promise.allSettled(outcomes));
    // Now, after one window, after two: five each.
    expect(settledAll.map((outcome) => outcome.status)).toEqual([
      ...Array<string>(15).fill('fulfilled'),
      ...Array<string>(5).fill('rejected'),
    ]);
  });
});

describe('an abort', () => {
  it('ends a wait at once with its own reason, and leaves no timer and no listener behind', async () => {
    const machine = new VirtualMachine();
    const budget = memoryBudget(optionsFor(machine, { limit: 1 }));
    ok(await budget.acquire(never), machine);
    const controller = new AbortController();
    const reason = new Error('stop');
    const waiting = Array.from({ length: 30 }, () => budget.acquire(controller.signal));
    await settled();
    expect(machine.sleeping).toBe(1);
    controller.abort(reason);
    for (const one of waiting) await expect(one).rejects.toBe(reason);
    expect(machine.sleeping).toBe(0);
    expect(machine.events.at(-1)).toEqual({ type: 'wait-end' });
  });
});

describe('a clock that steps', () => {
  const scene = async (step: number) => {
    const machine = new VirtualMachine();
    const options = { ...optionsFor(machine), stateDir: temporaryFolder() };
    const first = await burst(createBudget(options), machine, limit);
    machine.step(step);
    return { first, second: await burst(createBudget(options), machine, 2 * limit) };
  };

  it.each([-40_000, -86_400_000])(
    'back by %i ms opens no second window, and blocks no process for longer',
    async (step) => {
      const { first, second } = await scene(step);
      expect(mostWithin([...first, ...second], 60_000)).toBe(limit);
      const blocked = Math.min(-step, 60_000);
      expect(Math.max(...second) - Math.max(...first)).toBeLessThan(2 * 60_200 + blocked);
    },
  );

  it('forward opens one window more, and not another', async () => {
    const { first, second } = await scene(86_400_000);
    expect(mostWithin([...first, ...second], 60_000)).toBe(2 * limit);
    expect(mostWithin(second, 60_000)).toBe(limit);
  });
});

describe('processes with different settings', () => {
  it('each keep to their own limit, and use only what the others left', async () => {
    const machine = new VirtualMachine();
    const options = { ...optionsFor(machine), stateDir: temporaryFolder() };
    const low = await burst(createBudget({ ...options, limit: 10 }), machine, 30);
    expect(mostWithin(low, 60_000)).toBe(10);
    const high = await burst(createBudget({ ...options, limit: 25 }), machine, 80);
    expect(mostWithin([...low, ...high], 60_000)).toBe(25);
    const again = await burst(createBudget({ ...options, limit: 10 }), machine, 30);
    expect(mostWithin([...high.slice(-25), ...again], 60_000)).toBeLessThanOrEqual(25);
    expect(mostWithin(again, 60_000)).toBe(10);
  });

  it('share nothing across origins or proxies', async () => {
    const machine = new VirtualMachine();
    const options = { ...optionsFor(machine, { limit: 1, maxWaitMs: 0 }), stateDir: temporaryFolder() };
    await createBudget(options).acquire(never);
    await expect(createBudget(options).acquire(never)).rejects.toThrow(RateLimitedError);
    await createBudget({ ...options, origin: 'https://other.test' }).acquire(never);
    await createBudget({ ...options, proxy: 'http://proxy.test:3128' }).acquire(never);
  });
});
