import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../../src/base/errors.ts';
import { type BudgetOptions, createBudget } from '../../../src/http/rate-limit/index.ts';
import type { Budget } from '../../../src/http/types.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { maxWithin } from '../../support/max-within.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { noAbort, optionsOn, places } from './support.ts';

// Lower than that of the interface: each slot is a file.
const limit = 20;

function optionsFor(machine: VirtualMachine, more: Partial<BudgetOptions> = {}) {
  return optionsOn(machine, { limit, maxWaitMs: 3_600_000, ...more });
}

/**
 * Sends `count` requests at once, each answered after `latency`; resolves with the times at which
 * they were sent.
 */
async function burst(
  budget: Budget,
  machine: VirtualMachine,
  count: number,
  latency = 50,
): Promise<number[]> {
  const sent: number[] = [];
  const one = async () => {
    const permit = await budget.acquire(noAbort);
    sent.push(machine.monotonic());
    await machine.sleep(latency);
    await permit.settle({ status: 200, headers: {}, receivedAt: machine.now() });
  };
  await machine.until(Promise.all(Array.from({ length: count }, one)));
  return sent;
}

describe.each(Object.entries(places))('a budget %s', (_, place) => {
  const scene = (more: Partial<BudgetOptions> = {}) => {
    const machine = new VirtualMachine();
    const budget = place(machine).open(optionsFor(machine, more));
    const start = machine.monotonic();
    return {
      machine,
      budget,
      get: () => machine.until(budget.acquire(noAbort)),
      passed: () => machine.monotonic() - start,
    };
  };

  it('sends a full window of requests at once and not one more', async () => {
    const { machine, budget } = scene({ limit: 100 });
    const sent = await burst(budget, machine, 120);
    const start = sent[0] ?? NaN;
    expect(sent.filter((at) => at <= start + 20)).toHaveLength(100);
    // 50 ms until the answer, then 60 s, and a margin of 0.1 s.
    expect(Math.min(...sent.slice(100)) - start).toBeGreaterThanOrEqual(60_150);
    expect(Math.max(...sent) - start).toBeLessThan(60_400);
  });

  it.each([
    ['from the answer, not from the sending', 8_000, 18_000],
    // An attempt can end a little after its time, because timers fire late.
    ['from the latest possible end of an attempt that got no answer', 1e9, 41_000],
  ])('counts a window of 10 s %s', async (__, answeredMs, minMs) => {
    const { machine, budget, get, passed } = scene({ limit: 1, windowMs: 10_000 });
    const permit = await get();
    void machine.sleep(answeredMs).then(() => permit.settle());
    await machine.until(budget.acquire(noAbort));
    expect(passed()).toBeGreaterThanOrEqual(minMs);
    expect(passed()).toBeLessThan(minMs + 1_000);
  });

  it('serves requests in order', async () => {
    const { machine, budget } = scene({ limit: 100 });
    const order: number[] = [];
    const one = async (index: number) => {
      const permit = await budget.acquire(noAbort);
      order.push(index);
      await machine.sleep(10 + machine.random() * 100);
      await permit.settle();
    };
    const indices = Array.from({ length: 210 }, (___, index) => index);
    await machine.until(Promise.all(indices.map(one)));
    expect(order).toEqual(indices);
  });
});

describe('waiting for a budget', () => {
  it('announces the reason, the end time and the end of a wait', async () => {
    const machine = new VirtualMachine();
    const start = machine.now();
    await burst(createBudget(optionsFor(machine, { isPrivate: true })), machine, limit + 1);
    expect(machine.events).toEqual([
      { type: 'wait', reason: '20 of 20 requests used', until: start + 60_100 },
      { type: 'wait-end' },
    ]);
  });

  it('fails at once if the wait would be too long, and says when it would end', async () => {
    const machine = new VirtualMachine();
    const budget = createBudget(optionsFor(machine, { isPrivate: true, maxWaitMs: 10_000 }));
    await burst(budget, machine, limit, 0);
    await machine.pass(37_000);
    const error = await budget.acquire(noAbort).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({
      exitCode: 5,
      retryAfterSeconds: 24,
      message: 'no request to https://rental.test for another 24 s: 20 of 20 requests used',
      hint: 'wait that long, or allow longer waits with maxWait 24s (now 10s)',
    });
    expect(machine.sleeping).toBe(0);
    expect(machine.events).toEqual([]);
  });

  it('suggests a wait that includes what the request has waited already', async () => {
    const machine = new VirtualMachine();
    const budget = createBudget(
      optionsFor(machine, { isPrivate: true, limit: 1, maxWaitMs: 61_000 }),
    );
    const start = machine.monotonic();
    // Never answered: its process died.
    await budget.acquire(noAbort);
    const error = await machine.until(budget.acquire(noAbort).catch((reason: unknown) => reason));
    expect(machine.monotonic() - start).toBeGreaterThan(900);
    expect(error).toMatchObject({
      retryAfterSeconds: 61,
      hint: expect.stringMatching(/maxWait 6[2-5]s \(now 61s\)/),
    });
  });

  it('rejects each request by its own place in the queue', async () => {
    const machine = new VirtualMachine();
    const budget = createBudget(
      optionsFor(machine, { isPrivate: true, limit: 5, windowMs: 1_000, maxWaitMs: 2_100 }),
    );
    const outcomes = Array.from({ length: 20 }, async () =>
      (await budget.acquire(noAbort)).settle(),
    );
    const settledAll = await machine.until(Promise.allSettled(outcomes));
    // Now, after one window, after two: five each.
    expect(settledAll.map(({ status }) => status)).toEqual([
      ...Array<string>(15).fill('fulfilled'),
      ...Array<string>(5).fill('rejected'),
    ]);
  });

  it('ends at once with the reason of an abort, and leaves no timer and no listener behind', async () => {
    const machine = new VirtualMachine();
    const budget = createBudget(optionsFor(machine, { isPrivate: true, limit: 1 }));
    await (await budget.acquire(noAbort)).settle();
    const controller = new AbortController();
    const reason = new Error('stop');
    const waiting = Array.from({ length: 10 }, () => budget.acquire(controller.signal));
    await machine.pass(1_000);
    controller.abort(reason);
    for (const one of waiting) await expect(one).rejects.toBe(reason);
    expect(machine.sleeping).toBe(0);
    expect(machine.events.at(-1)).toEqual({ type: 'wait-end' });
    await machine.pass(60_100);
    await expect(budget.acquire(AbortSignal.abort(reason))).rejects.toBe(reason);
    await (await budget.acquire(noAbort)).settle();
  });
});

describe('a clock that steps', () => {
  const scene = async (step: number) => {
    const machine = new VirtualMachine();
    machine.env['RENTAL_STATE_DIR'] = temporaryFolder();
    const options = optionsFor(machine);
    const first = await burst(createBudget(options), machine, limit);
    machine.step(step);
    return { first, second: await burst(createBudget(options), machine, 2 * limit) };
  };

  it.each([-40_000, -86_400_000])(
    'back by %i ms opens no second window, and blocks no process for longer',
    async (step) => {
      const { first, second } = await scene(step);
      expect(maxWithin([...first, ...second], 60_000)).toBe(limit);
      const blocked = Math.min(-step, 60_000);
      expect(Math.max(...second) - Math.max(...first)).toBeLessThan(2 * 60_200 + blocked);
    },
  );

  it('forward opens one window more, and not another', async () => {
    const { first, second } = await scene(86_400_000);
    expect(maxWithin([...first, ...second], 60_000)).toBe(2 * limit);
    expect(maxWithin(second, 60_000)).toBe(limit);
  });
});

it('budgets of other origins and proxies share nothing', async () => {
  const machine = new VirtualMachine();
  machine.env['RENTAL_STATE_DIR'] = temporaryFolder();
  const options = optionsFor(machine, { limit: 1, maxWaitMs: 0 });
  await createBudget(options).acquire(noAbort);
  await expect(createBudget(options).acquire(noAbort)).rejects.toThrow(RateLimitedError);
  await createBudget({ ...options, origin: 'https://other.test' }).acquire(noAbort);
  await createBudget({ ...options, proxy: 'http://proxy.test:3128' }).acquire(noAbort);
});
