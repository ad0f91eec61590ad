import { describe, expect, test } from 'vitest';
import * as errors from '../../../src/errors.ts';
import { createAsker } from '../../../src/planner/sweep/run.ts';
import { SpentError } from '../../../src/planner/sweep/plan.ts';

const down = new errors.UnavailableError('down');
const items = Array.from({ length: 40 }, (_, index) => index);
const limited = new errors.RateLimitedError('wait', { status: 429 });
const spent = new SpentError('no more');
const tooLong = new errors.RateLimitedError('wait');
const gone = new errors.NotAvailableError('gone');
const odd = new errors.ContractError('shape');

interface Expected {
  readonly failed: number;
  readonly unsent: number;
  readonly pauses?: readonly number[];
  readonly stopped?: errors.RentalError;
}

/** What becomes of 40 requests, which have numbers from 1 on. */
test.each<[string, (request: number) => errors.RentalError | undefined, Expected]>([
  ['down: a pause before each of three more', () => down, { failed: 17, unsent: 23, pauses: [1, 2, 4], stopped: down }],
  ['down for a while', (request) => (request < 16 ? down : undefined), { failed: 15, unsent: 0, pauses: [1, 2] }],
  ['down now and then', (request) => (request % 10 === 3 ? down : undefined), { failed: 4, unsent: 0 }],
  ['at its rate limit', () => limited, { failed: 10, unsent: 30, stopped: limited }],
  // The service has not seen these.
  ['out of requests', (request) => (request > 5 ? spent : undefined), { failed: 0, unsent: 35, stopped: spent }],
  ['too long a wait', (request) => (request > 5 ? tooLong : undefined), { failed: 0, unsent: 35, stopped: tooLong }],
  // It answers, so it is asked for everything.
  ['refusing everything', () => gone, { failed: 40, unsent: 0 }],
  ['sending the wrong shape', () => odd, { failed: 40, unsent: 0 }],
])('an operator that is %s', async (_, errorOf, { pauses = [], stopped, ...counts }) => {
  const seconds: number[] = [];
  const pause = async (_reason: string, ms: number): Promise<boolean> => seconds.push(ms / 1000) > 0;
  const asker = createAsker({ pause }, new AbortController().signal);
  const asked: number[] = [];
  const { failed, unsent } = await asker.askEach(items, async (item) => {
    const error = errorOf(asked.push(item));
    await new Promise(setImmediate);
    if (error !== undefined) throw error;
  });
  expect({ failed: failed.length, unsent: unsent.length }).toEqual(counts);
  expect([seconds, asker.stopped()]).toEqual([pauses, stopped]);
  expect([...new Set(asked)]).toEqual(asked);
  expect(items).toEqual(expect.arrayContaining([...failed.map(({ item }) => item), ...unsent]));
});

test('an operator that is down is given up at once if no wait is allowed', async () => {
  const asker = createAsker({ pause: async () => false }, new AbortController().signal);
  const { unsent } = await asker.askEach(items, () => Promise.reject(down));
  expect([unsent.length, asker.stopped()]).toEqual([30, down]);
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
    ['an interruption', new errors.InterruptedError()],
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
    const reason = new errors.InterruptedError('SIGTERM');
    const run = (item: number): Promise<void> => {
      if (item === 12) controller.abort(reason);
      return item < 12 ? Promise.resolve() : Promise.reject(down);
    };
    await expect(askAll(run, controller.signal)).rejects.toBe(reason);
  });
});
