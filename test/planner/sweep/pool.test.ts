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
import { stream } from '../../../src/planner/sweep/events.ts';

const down = new UnavailableError('down');

describe('the circuit breaker', () => {
  test.each<[string, (RentalError | undefined)[], RentalError | undefined]>([
    ['stops after five failures in a row', [down, down, new NetworkError('reset'), down, down], down],
    ['continues after four failures in a row', [down, down, down, down], undefined],
    ['starts to count again after a success', [down, down, down, undefined, down, down], undefined],
    [
      'starts to count again after an error that the service answered',
      [down, down, down, new NotAvailableError('gone'), down, down],
      undefined,
    ],
    ['continues after responses of the wrong shape', Array<RentalError>(9).fill(new ContractError('shape')), undefined],
    ['stops at once at the rate limit', [new RateLimitedError('wait')], new RateLimitedError('wait')],
  ])('%s', (_, outcomes, reason) => {
    const breaker = createCircuitBreaker();
    for (const outcome of outcomes) {
      if (outcome === undefined) breaker.succeeded();
      else breaker.failed(outcome);
    }
    expect(breaker.stopped()).toEqual(reason);
  });
});

describe('runPool', () => {
  const items = Array.from({ length: 40 }, (_, index) => index);

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
    const failed = (): never => expect.unreachable();
    expect(
      await runPool({ items, breaker: createCircuitBreaker(), run, failed }, new AbortController().signal),
    ).toEqual([]);
    expect(done.sort((a, b) => a - b)).toEqual(items);
    expect(most).toBe(10);
  });

  test('reports failures and continues until the circuit breaker stops it', async () => {
    const failed: number[] = [];
    const run = (item: number): Promise<void> => (item < 3 ? Promise.resolve() : Promise.reject(down));
    const work = { items, breaker: createCircuitBreaker(), run, failed: (item: number) => void failed.push(item) };
    const unasked = await runPool(work, new AbortController().signal);
    expect(failed.length).toBeGreaterThanOrEqual(5);
    expect([0, 1, 2, ...failed, ...unasked].sort((a, b) => a - b)).toEqual(items);
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
      await new Promise((resolve) => setTimeout(resolve, 5));
      settled += 1;
    };
    const work = { items, breaker: createCircuitBreaker(), run, failed: (): never => expect.unreachable() };
    await expect(runPool(work, new AbortController().signal)).rejects.toBe(error);
    expect({ begun, settled }).toEqual({ begun: 10, settled: 9 });
  });

  test('rejects with the reason of an abort, even if an item fails with another error', async () => {
    const controller = new AbortController();
    const reason = new InterruptedError('SIGTERM');
    const run = (item: number): Promise<void> => {
      if (item === 12) controller.abort(reason);
      return item < 12 ? Promise.resolve() : Promise.reject(down);
    };
    const work = { items, breaker: createCircuitBreaker(), run, failed: (): never => expect.unreachable() };
    await expect(runPool(work, controller.signal)).rejects.toBe(reason);
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
