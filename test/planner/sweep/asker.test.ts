import { describe, expect, test } from 'vitest';
import {
  ContractError,
  InterruptedError,
  NotAvailableError,
  RateLimitedError,
  UnavailableError,
  type RentalError,
} from '../../../src/errors.ts';
import { createAsker } from '../../../src/planner/sweep/asker.ts';
import { SpentError } from '../../../src/planner/sweep/spending.ts';
import { stream } from '../../../src/planner/sweep/events.ts';

const down = new UnavailableError('down');

const items = Array.from({ length: 40 }, (_, index) => index);

/** Asks for all the items, and remembers what became of them. `answers` decides about each request, which have numbers from 1 on. */
function setUp(
  answers: (request: number, item: number) => RentalError | undefined,
  { mayPause = true, signal = new AbortController().signal } = {},
) {
  const asked: number[] = [];
  const pauses: number[] = [];
  const pause = async (_: string, ms: number): Promise<boolean> => {
    pauses.push(ms);
    return mayPause;
  };
  const { askEach, stopped } = createAsker({ pause }, signal);
  const ask = async (item: number): Promise<void> => {
    const error = answers(asked.push(item), item);
    await new Promise(setImmediate);
    if (error !== undefined) throw error;
  };
  return { asked, pauses, stopped, ended: askEach(items, ask) };
}

function itemsOf(failed: readonly { readonly item: number }[]): number[] {
  return failed.map(({ item }) => item);
}

describe('an operator that fails', () => {
  test('every time gets a pause, and then three single requests before it is given up', async () => {
    const { ended, asked, pauses, stopped } = setUp(() => down);
    const { failed, unsent } = await ended;
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(asked).toEqual(items.slice(0, 17));
    expect([...itemsOf(failed), ...unsent]).toEqual(items);
    expect(stopped()).toBe(down);
  });

  test('for a while is asked again after the pause', async () => {
    const { ended, pauses, stopped } = setUp((request) => (request < 16 ? down : undefined));
    const { failed, unsent } = await ended;
    expect([failed.length, unsent]).toEqual([15, []]);
    expect(pauses).toEqual([1000, 2000]);
    expect(stopped()).toBeUndefined();
  });

  test.each<[string, RentalError, number]>([
    ['at the rate limit is given up at once', new RateLimitedError('wait', { status: 429 }), 10],
    ['is given up at once if no wait is allowed', down, 14],
  ])('%s', async (_, error, requests) => {
    const { ended, asked, stopped } = setUp(() => error, { mayPause: false });
    expect((await ended).unsent).toEqual(items.slice(requests));
    expect(asked).toHaveLength(requests);
    expect(stopped()).toBe(error);
  });

  test.each<[string, RentalError]>([
    ['for which no more requests are allowed', new SpentError('no more')],
    ['whose budget would take too long', new RateLimitedError('wait')],
  ])('%s is not asked, and nothing of it failed', async (_, spent) => {
    const { ended, stopped } = setUp((request) => (request > 5 ? spent : undefined));
    const { failed, unsent } = await ended;
    expect(failed).toEqual([]);
    expect(unsent.toSorted((a, b) => a - b)).toEqual(items.slice(5));
    expect(stopped()).toBe(spent);
  });

  test.each<[string, RentalError]>([
    ['by answers of the wrong shape', new ContractError('shape')],
    ['by a refusal', new NotAvailableError('gone')],
  ])('%s is asked for everything, once', async (_, error) => {
    const { ended, asked, pauses } = setUp(() => error);
    const { failed, unsent } = await ended;
    expect([asked, itemsOf(failed), unsent, pauses]).toEqual([items, items, [], []]);
  });

  test('for some requests goes on', async () => {
    const { ended, asked, stopped } = setUp((_, item) => (item % 10 === 3 ? down : undefined));
    const { failed, unsent } = await ended;
    expect([asked.length, itemsOf(failed), unsent]).toEqual([40, [3, 13, 23, 33], []]);
    expect(stopped()).toBeUndefined();
  });
});

describe('an operator', () => {
  const never = (): never => expect.unreachable();
  const askAll = (run: (item: number) => Promise<void>, signal = new AbortController().signal) =>
    createAsker({ pause: never }, signal).askEach(items, run);

  test('is asked for each item once, ten at a time', async () => {
    let [running, most] = [0, 0];
    const done: number[] = [];
    await askAll(async (item) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      done.push(item);
    });
    expect(done.sort((a, b) => a - b)).toEqual(items);
    expect(most).toBe(10);
  });

  test.each([
    ['an unexpected error', new TypeError('bug')],
    ['an interruption', new InterruptedError()],
  ])('that fails with %s has no request under way when that is known', async (_, error) => {
    let [begun, settled] = [0, 0];
    const run = async (item: number): Promise<void> => {
      begun += 1;
      if (item === 4) throw error;
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      settled += 1;
    };
    await expect(askAll(run)).rejects.toBe(error);
    expect({ begun, settled }).toEqual({ begun: 10, settled: 9 });
  });

  test('gets no more requests after an abort, whose reason wins over another error', async () => {
    const controller = new AbortController();
    const reason = new InterruptedError('SIGTERM');
    const run = (item: number): Promise<void> => {
      if (item === 12) controller.abort(reason);
      return item < 12 ? Promise.resolve() : Promise.reject(down);
    };
    await expect(askAll(run, controller.signal)).rejects.toBe(reason);
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
