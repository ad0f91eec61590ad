import { describe, expect, test } from 'vitest';
import {
  ContractError,
  InterruptedError,
  NetworkError,
  NotAvailableError,
  RateLimitedError,
  UnavailableError,
  type RentalError,
} from '../../../src/errors.ts';
import { createCircuitBreaker, runPool } from '../../../src/planner/sweep/pool.ts';
import { createDice } from '../../support/dice.ts';
import { stream } from '../../../src/planner/sweep/events.ts';

const down = new UnavailableError('down');

const items = Array.from({ length: 40 }, (_, index) => index);

/** A pool of all the items, and what became of them. `answers` decides about each request, which have numbers from 1 on. */
function setUp(
  answers: (request: number, item: number) => RentalError | undefined,
  options: Partial<PoolOptions> = {},
) {
  const { count = 40, retries = 2, mayPause = true, signal = new AbortController().signal } = options;
  const asked: number[] = [];
  const failed = new Map<number, RentalError>();
  const pauses: number[] = [];
  const breaker = createCircuitBreaker();
  const work = {
    ...{ items: Array.from({ length: count }, (_, index) => index), breaker, retries },
    run: async (item: number): Promise<void> => {
      const error = answers(asked.push(item), item);
      await new Promise(setImmediate);
      if (error !== undefined) throw error;
    },
    failed: (item: number, error: RentalError): void => void failed.set(item, error),
    pause: async (_: RentalError, ms: number): Promise<boolean> => {
      pauses.push(ms);
      return mayPause;
    },
  };
  return { asked, failed, pauses, breaker, unsent: runPool(work, signal) };
}

interface PoolOptions {
  readonly count: number;
  readonly retries: number;
  readonly mayPause: boolean;
  readonly signal: AbortSignal;
}

describe('an operator that fails', () => {
  test('at random, three times in ten, answers everything in the end', async () => {
    const dice = createDice(1);
    const { unsent, failed, pauses, breaker } = setUp(() => (dice.below(10) < 3 ? down : undefined), { count: 2000 });
    expect(await unsent).toEqual([]);
    // The retries of each request are not counted here: they make this seldom.
    expect(failed.size).toBeLessThan(2);
    expect(pauses.length).toBeLessThan(5);
    expect(breaker.stopped()).toBeUndefined();
  });

  test('every time gets a pause, and then three single requests before it is given up', async () => {
    const { unsent, asked, failed, pauses, breaker } = setUp(() => down);
    const left = await unsent;
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(asked).toEqual(items.slice(0, 17));
    expect([...failed.keys(), ...left]).toEqual(items);
    expect(breaker.stopped()).toBe(down);
  });

  test('for a while is asked again after the pause, also for what failed', async () => {
    const { unsent, asked, failed, pauses } = setUp((request) => (request < 16 ? down : undefined));
    expect(await unsent).toEqual([]);
    expect([...failed]).toEqual([]);
    expect(pauses).toEqual([1000, 2000]);
    expect(asked).toHaveLength(40 + 15);
  });

  test.each<[string, RentalError, number]>([
    ['at the rate limit is given up at once', new RateLimitedError('wait'), 10],
    ['is given up at once if no wait is allowed', down, 14],
  ])('%s', async (_, error, requests) => {
    const { unsent, asked, breaker } = setUp(() => error, { mayPause: false });
    expect(await unsent).toEqual(items.slice(requests));
    expect(asked).toHaveLength(requests);
    expect(breaker.stopped()).toBe(error);
  });

  test.each<[string, RentalError]>([
    ['by answers of the wrong shape', new ContractError('shape')],
    ['by a refusal', new NotAvailableError('gone')],
  ])('%s is asked for everything, once', async (_, error) => {
    const { unsent, asked, failed, pauses } = setUp(() => error);
    expect(await unsent).toEqual([]);
    expect(asked).toEqual(items);
    expect([...failed.keys()]).toEqual(items);
    expect(pauses).toEqual([]);
  });

  test('for some requests always is asked for them twice more, and goes on', async () => {
    const reset = new NetworkError('reset');
    const { unsent, asked, failed, breaker } = setUp((_, item) => (item % 10 === 3 ? reset : undefined));
    expect(await unsent).toEqual([]);
    expect(asked).toHaveLength(40 + 4 + 4);
    expect([...failed]).toEqual([3, 13, 23, 33].map((item) => [item, reset]));
    expect(breaker.stopped()).toBeUndefined();
  });

  test('is asked only once for each item if no retries are wanted', async () => {
    const { unsent, asked, failed } = setUp((_, item) => (item % 10 === 3 ? down : undefined), { retries: 0 });
    expect(await unsent).toEqual([]);
    expect(asked).toEqual(items);
    expect(failed.size).toBe(4);
  });

  test('keeps the failures of a sweep that is interrupted', async () => {
    const [controller, reason] = [new AbortController(), new InterruptedError()];
    const { unsent, failed } = setUp(
      (request) => {
        if (request === 25) controller.abort(reason);
        return request === 2 ? down : undefined;
      },
      { signal: controller.signal },
    );
    await expect(unsent).rejects.toBe(reason);
    expect([...failed.keys()]).toEqual([1]);
  });
});

describe('runPool', () => {
  const unreachable = (): never => expect.unreachable();
  const whole = { items, retries: 2, breaker: createCircuitBreaker(), failed: unreachable, pause: unreachable };

  test('runs each item once, ten at a time', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const run = async (item: number): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      done.push(item);
    };
    expect(await runPool({ ...whole, run }, new AbortController().signal)).toEqual([]);
    expect(done.sort((a, b) => a - b)).toEqual(items);
    expect(most).toBe(10);
  });

  test.each([
    ['an unexpected error', new TypeError('bug')],
    ['an interruption', new InterruptedError()],
  ])('rejects with %s after all running items have ended', async (_, error) => {
    let begun = 0;
    let settled = 0;
    const run = async (item: number): Promise<void> => {
      begun += 1;
      if (item === 4) throw error;
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      settled += 1;
    };
    await expect(runPool({ ...whole, run }, new AbortController().signal)).rejects.toBe(error);
    expect({ begun, settled }).toEqual({ begun: 10, settled: 9 });
  });

  test('rejects with the reason of an abort, even if an item fails with another error', async () => {
    const controller = new AbortController();
    const reason = new InterruptedError('SIGTERM');
    const run = (item: number): Promise<void> => {
      if (item === 12) controller.abort(reason);
      return item < 12 ? Promise.resolve() : Promise.reject(down);
    };
    await expect(runPool({ ...whole, run }, controller.signal)).rejects.toBe(reason);
  });
});

describe('stream', () => {
  test('starts when it is read, and yields all values in order, including late ones', async () => {
    let started = false;
    const rows = stream<number>(async (emit) => {
      started = true;
      emit(1);
      emit(2);
      await new Promise(setImmediate);
      emit(3);
    });
    expect(started).toBe(false);
    const read: number[] = [];
    for await (const row of rows) read.push(row);
    expect(read).toEqual([1, 2, 3]);
  });

  test('yields the earlier values before it throws an error', async () => {
    const read: number[] = [];
    const rows = stream<number>((emit) => {
      emit(1);
      return Promise.reject(down);
    });
    const all = (async () => {
      for await (const row of rows) read.push(row);
    })();
    await expect(all).rejects.toBe(down);
    expect(read).toEqual([1]);
  });
});
