import { describe, expect, test } from 'vitest';
import * as errors from '../../src/base/errors.ts';
import type { Session } from '../../src/planner/session.ts';
import type { CompareFailure } from '../../src/compare/engine/outcome.ts';
import { createOperatorRun } from '../../src/compare/engine/operator-run.ts';
import { SpentError } from '../../src/compare/engine/spending.ts';
import { memorySession } from '../resolve/memory.ts';

const down = new errors.UnavailableError('down');
const items = Array.from({ length: 40 }, (_, index) => index);
const limited = new errors.RateLimitedError('wait', { status: 429 });
const spent = new SpentError('no more');
const tooLong = new errors.BudgetWaitError('wait');
const gone = new errors.NotAvailableError('gone');
const odd = new errors.ContractError('shape');

/** Asks for each item; those that failed, how many were not sent, and why. */
async function askEach(
  send: (item: number) => Promise<void>,
  pause: Session['pause'],
  ending?: AbortSignal,
) {
  const failures: CompareFailure[] = [];
  const session = { ...memorySession({ depots: [] }).session, pause };
  const signal = ending ?? new AbortController().signal;
  const parts = {
    fail: (one: CompareFailure) => void failures.push(one),
    onProgress: () => {},
    signal,
  };
  const operator = {
    session,
    answers: await session.answers(() => {}),
    depots: { pickUpIds: [], dropOffs: [] },
    trips: [],
    allowance: session.allowance(),
  };
  const run = createOperatorRun(operator, parts);
  const tasks = items.map((item) => ({
    step: 'quote' as const,
    item,
    send: () => send(item).then(() => 1),
  }));
  const failed = (await run.ask(tasks)).map(({ item }) => item);
  const left = failures.find(({ unasked }) => unasked > 0);
  return { failed, unsent: left?.unasked ?? 0, stopped: left?.error };
}

interface Expected {
  readonly failed: number;
  readonly unsent: number;
  readonly pauses?: readonly number[];
  readonly stopped?: errors.RentalError;
}

/** What becomes of 40 requests, which have numbers from 1 on. */
test.each<[string, (request: number) => errors.RentalError | undefined, Expected]>([
  [
    'the operator is down: after a pause each, three more are tried',
    () => down,
    { failed: 17, unsent: 23, pauses: [1, 2, 4], stopped: down },
  ],
  [
    'the operator is down for a while',
    (request) => (request < 16 ? down : undefined),
    { failed: 15, unsent: 0, pauses: [1, 2] },
  ],
  [
    'the operator is down now and then',
    (request) => (request % 10 === 3 ? down : undefined),
    { failed: 4, unsent: 0 },
  ],
  ['the rate limit is reached', () => limited, { failed: 10, unsent: 30, stopped: limited }],
  // The service has not seen these.
  [
    'no more requests are allowed',
    (request) => (request > 5 ? spent : undefined),
    { failed: 0, unsent: 35, stopped: spent },
  ],
  [
    'the wait would be too long',
    (request) => (request > 5 ? tooLong : undefined),
    { failed: 0, unsent: 35, stopped: tooLong },
  ],
  // It answers, so it is asked for everything.
  ['the operator refuses everything', () => gone, { failed: 40, unsent: 0 }],
  ['the operator sends the wrong shape', () => odd, { failed: 40, unsent: 0 }],
])(
  'of 40 requests, only those fail or are not sent that the table says, if %s',
  async (_, errorOf, { pauses = [], stopped, ...counts }) => {
    const seconds: number[] = [];
    const pause = async (_reason: string, ms: number): Promise<boolean> => {
      seconds.push(ms / 1000);
      return true;
    };
    const asked: number[] = [];
    const ended = await askEach(async (item) => {
      asked.push(item);
      const error = errorOf(asked.length);
      await new Promise(setImmediate);
      if (error !== undefined) throw error;
    }, pause);
    expect({ ...ended, failed: ended.failed.length }).toEqual({ ...counts, stopped });
    expect(seconds).toEqual(pauses);
    expect(new Set(asked).size).toBe(asked.length);
    expect(items).toEqual(expect.arrayContaining(ended.failed));
  },
);

test('an operator that is down is given up at once if no wait is allowed', async () => {
  const ended = await askEach(
    () => Promise.reject(down),
    async () => false,
  );
  expect(ended).toMatchObject({ unsent: 30, stopped: down });
});

describe('an operator', () => {
  const never = (): never => expect.unreachable();
  const askAll = (send: (item: number) => Promise<void>, signal?: AbortSignal) =>
    askEach(send, never, signal);

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
  ])(
    'that fails with %s has ended its other requests before the error is thrown',
    async (_, error) => {
      let [begun, settled] = [0, 0];
      const run = async (item: number): Promise<void> => {
        begun += 1;
        if (item === 4) throw error;
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        settled += 1;
      };
      await expect(askAll(run)).rejects.toBe(error);
      expect({ begun, settled }).toEqual({ begun: 10, settled: 9 });
    },
  );

  test.each([undefined, down])(
    'gets no more requests after an abort, whose reason wins over %s',
    async (error) => {
      const controller = new AbortController();
      const reason = new errors.InterruptedError('SIGTERM');
      let last = 0;
      const run = async (item: number): Promise<void> => {
        last = item;
        if (item === 12) controller.abort(reason);
        if (item === 12 && error !== undefined) throw error;
      };
      await expect(askAll(run, controller.signal)).rejects.toBe(reason);
      expect(last).toBeLessThan(22);
    },
  );
});
