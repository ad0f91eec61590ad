/**
 * `get` and its retries against a service in memory with scripted answers. Waits are recorded and take no time.
 */
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RateLimitedError, UnavailableError } from '../../src/base/errors.ts';
import { createRetryAllowance, retryDelayMs } from '../../src/http/retry.ts';
import type { HttpEvent, Service } from '../../src/http/types.ts';
import fc from '../support/property.ts';
import { always, answer, connectionError } from '../support/service.ts';
import { client, rejection, type Options } from './support.ts';

const url = 'http://rentals.test/depots';
const ok = always(200, []);
const down = always(503, { error: 'Back at ten' });
const failed = always(500, []);
const broken: Service = () => Promise.reject(connectionError());
const later = (seconds: number) =>
  always(503, { error: 'Back later' }, { 'retry-after': String(seconds) });
const limited = (headers: Readonly<Record<string, string>> = {}) =>
  always(429, 'Too Many Requests', { 'content-type': 'text/plain', ...headers });

/**
 * A client of a service that answers request n with the n-th of the script, and all later requests
 * with the last one.
 */
function scripted(script: readonly Service[], over: Options = {}) {
  const slept: number[] = [];
  const requests: Request[] = [];
  const service: Service = async (request) => {
    requests.push(request);
    return script[Math.min(requests.length, script.length) - 1]!(request);
  };
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  return {
    slept,
    requests,
    ...client({ service, ...over, machine: { sleep, ...over.machine } }),
  };
}

const waits = (events: readonly HttpEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'wait' ? [event.reason] : []));

describe('get', () => {
  it('gives the answer to its caller, to the budget and to those who watch', async () => {
    const script = [async () => answer(200, [], { 'x-ratelimit-remaining': '41' })];
    const { get, events, budget } = scripted(script);
    const response = await get(`${url}?a=b%20c#never-sent`);
    expect(Buffer.from(response.body).toString()).toBe('[]');
    expect(events).toEqual([
      {
        type: 'response',
        url: new URL(`${url}?a=b%20c#never-sent`),
        status: 200,
        elapsedMs: response.elapsedMs,
        remaining: 41,
      },
    ]);
    expect(budget.counts).toEqual({ acquired: 1, answered: 1, lost: 0 });
    expect(budget.answers[0]).toMatchObject({ status: 200, receivedAt: response.receivedAt });
  });

  it.each(['-1', '1.5', 'many', '5, 5'])(
    'reports no remaining requests for the header %j',
    async (value) => {
      const { get, events } = scripted([always(200, [], { 'x-ratelimit-remaining': value })]);
      await get(url);
      expect(events[0]).toMatchObject({ type: 'response', remaining: undefined });
    },
  );

  it.each([400, 404, 408, 451])('returns %i without a retry', async (status) => {
    const { get, slept, requests } = scripted([always(status, { error: 'no' })]);
    expect(await get(url)).toMatchObject({ status });
    expect([requests.length, slept.length]).toEqual([1, 0]);
  });

  it('throws a bug unchanged, and gives its permit back', async () => {
    const bug = new TypeError('a bug');
    const { get, budget, requests } = scripted([() => Promise.reject(bug)]);
    expect(await rejection(get(url))).toBe(bug);
    expect(requests).toHaveLength(1);
    expect(budget.counts).toEqual({ acquired: 1, answered: 0, lost: 1 });
  });
});

describe('a transient failure', () => {
  const unavailable = (retry: number) => `service unavailable, retry ${retry} of 2`;

  it.each<[string, Service[], number[], string[]]>([
    ['503', [down, ok], [250], [unavailable(1)]],
    [
      '502 and 504',
      [always(502, []), always(504, []), ok],
      [250, 500],
      [unavailable(1), unavailable(2)],
    ],
    ['500', [failed, ok], [250], ['service failed, retry 1 of 1']],
    [
      'a reset, then 503',
      [broken, down, ok],
      [250, 500],
      ['connection closed, retry 1 of 2', unavailable(2)],
    ],
    ['503 with Retry-After', [later(30), ok], [30_250], [unavailable(1)]],
  ])('%s: waits and retries', async (_, script, delays, reasons) => {
    const machine = { now: () => 1_000_000 };
    const { get, slept, events, requests, budget, abort } = scripted(script, { machine });
    expect((await get(url)).status).toBe(200);
    expect(slept).toEqual(delays);
    expect(waits(events)).toEqual(reasons);
    const until = 1_000_000 + delays[0]!;
    expect(events).toContainEqual({ type: 'wait', reason: reasons[0], until });
    expect(events.filter(({ type }) => type === 'wait-end')).toHaveLength(reasons.length);
    expect([requests.length, budget.counts.acquired]).toEqual([script.length, script.length]);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it.each<[string, Service[], status: number, sent: number, Options?]>([
    ['503', [down], 503, 3],
    ['500', [failed], 500, 2],
    ['500 after a 503', [down, failed], 500, 2],
    ['501', [always(501, [])], 501, 1],
    ['505', [always(505, [])], 505, 1],
    ['503 without retries', [down], 503, 1, { retries: 0 }],
    ['503 without waits', [down], 503, 1, { maxWaitMs: 0 }],
  ])('%s at every attempt ends with exit code 4', async (_, script, status, sent, options) => {
    const { get, slept, requests } = scripted(script, options);
    const error = await rejection(get(url));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ exitCode: 4, status });
    expect([requests.length, slept.length]).toEqual([sent, sent - 1]);
  });

  it('waits as long as Retry-After says if that is allowed, else fails at once and says how long', async () => {
    const patient = scripted([later(3_600), ok], { maxWaitMs: 3_600_000 });
    expect((await patient.get(url)).status).toBe(200);
    expect(patient.slept).toEqual([3_600_000]);
    const hasty = scripted([later(3_600), ok], { maxWaitMs: 3_599_000 });
    expect(await rejection(hasty.get(url))).toMatchObject({
      exitCode: 4,
      status: 503,
      retryAfterSeconds: 3_600,
      hint: 'try again in 1 h',
      message: 'the service is unavailable, GET /depots: Back later',
    });
    expect(hasty.requests).toHaveLength(1);
  });

  it('is not retried when most requests fail, with a notice', async () => {
    const { get, events, requests } = scripted([down], { retryAllowance: createRetryAllowance(3) });
    for (let i = 0; i < 4; i += 1) await rejection(get(url));
    // 1 + 2 retries, 1 + 1 retry, then none.
    expect(requests).toHaveLength(3 + 2 + 1 + 1);
    const message = 'service unavailable: too many requests failed, so this one is not sent again';
    expect(events).toContainEqual({ type: 'notice', message });
  });

  it('is retried again after enough successes', () => {
    const budget = createRetryAllowance();
    const taken = () => Array.from({ length: 20 }, () => budget.take()).filter(Boolean).length;
    expect(taken()).toBe(10);
    for (let i = 0; i < 9; i += 1) budget.succeeded();
    expect(taken()).toBe(0);
    budget.succeeded();
    expect(taken()).toBe(1);
    for (let i = 0; i < 1_000; i += 1) budget.succeeded();
    expect(taken()).toBe(10);
  });

  it('never waits longer than allowed, nor less than Retry-After', () => {
    const whole = fc.nat(200_000);
    const jitter = fc.double({ min: 0, max: 0.999, noNaN: true });
    const property = fc.property(
      fc.nat(20),
      whole,
      whole,
      jitter,
      (made, earliestMs, maxWaitMs, r) => {
        const delay = retryDelayMs(made, earliestMs, maxWaitMs, r);
        if (delay === undefined) return maxWaitMs === 0 || earliestMs > maxWaitMs;
        return delay >= earliestMs && delay <= maxWaitMs && delay <= earliestMs + 8_000;
      },
    );
    fc.assert(property);
  });
});

describe('a 429', () => {
  it('is left to the budget, which gets the response', async () => {
    const script = [limited({ 'x-ratelimit-remaining': '0' }), ok];
    const { get, budget, slept, events } = scripted(script, { retries: 0, maxWaitMs: 0 });
    expect((await get(url)).status).toBe(200);
    expect(budget.counts).toEqual({ acquired: 2, answered: 2, lost: 0 });
    expect(budget.answers.map(({ status }) => status)).toEqual([429, 200]);
    expect([slept, waits(events)]).toEqual([[], []]);
  });

  it('is sent again only when the budget has taken in the refusal', async () => {
    const log: string[] = [];
    const acquire = async () => {
      log.push('acquired');
      return {
        settle: async () => {
          await nextTurn();
          log.push('settled');
        },
      };
    };
    await scripted([limited(), ok], { budget: { acquire } }).get(url);
    expect(log.slice(0, 3)).toEqual(['acquired', 'settled', 'acquired']);
  });

  it.each<[Readonly<Record<string, string>>, number | undefined, string, Options?]>([
    [{ 'x-ratelimit-reset': '17' }, 17, 'try again in 17 s'],
    [{ 'retry-after': '120', 'x-ratelimit-reset': '17' }, 120, 'try again in 120 s'],
    [{ 'x-ratelimit-reset': 'soon' }, undefined, 'try again in a minute'],
    [{ 'x-ratelimit-reset': '1800' }, 1_800, 'try again in 1800 s', { windowMs: 3_600_000 }],
  ])(
    'at every attempt ends with exit code 5 after four requests, with %j',
    async (headers, retryAfterSeconds, hint, options) => {
      const { get, requests } = scripted([limited(headers)], options);
      const error = await rejection(get(url));
      expect(error).toBeInstanceOf(RateLimitedError);
      const message = 'the service limits the rate of requests: 429 Too Many Requests';
      expect(error).toMatchObject({ exitCode: 5, status: 429, retryAfterSeconds, hint, message });
      expect(requests).toHaveLength(4);
    },
  );

  it('does not use up the retries of other failures', async () => {
    const { get, requests } = scripted([limited(), limited(), down, limited(), down, ok]);
    expect((await get(url)).status).toBe(200);
    expect(requests).toHaveLength(6);
  });

  it('throws the error of a budget that refuses to wait', async () => {
    const error = new RateLimitedError('no');
    const { get, events, requests } = scripted([limited()], {
      budget: { acquire: () => Promise.reject(error) },
    });
    expect(await rejection(get(url))).toBe(error);
    expect([requests.length, events.length]).toEqual([0, 0]);
  });
});
