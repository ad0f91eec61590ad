/** Retries against a real server with scripted responses. Waits are recorded and take no time. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RateLimitedError, UnavailableError } from '../../src/errors.ts';
import { createRetryBudget } from '../../src/http/retry.ts';
import type { HttpEvent } from '../../src/http/types.ts';
import { answer, client, rejection, serve } from './support.ts';
import type { Handler } from './support.ts';

const ok = answer('200 OK');
const down = answer('503 Service Unavailable', '{"error":"Back at ten"}');
const failed = answer('500 Internal Server Error');
const reset: Handler = (socket) => void socket.resetAndDestroy();
const limited = (...headers: string[]) =>
  answer('429 Too Many Requests', 'Too Many Requests', ['Content-Type: text/plain', ...headers]);

/** Answers request n with the n-th handler, and all later requests with the last one. */
async function scripted(...script: Handler[]) {
  return serve((socket, request, seen) => script[Math.min(seen, script.length) - 1]?.(socket, request, seen));
}

function recorded(over: Parameters<typeof client>[0] = {}) {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  return { slept, ...client({ ...over, machine: { sleep, random: () => 0.5, ...over.machine } as never }) };
}

const waits = (events: readonly HttpEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'wait' ? [event.reason] : []));

describe('get', () => {
  it('sends one request with the headers of the interface', async () => {
    const server = await scripted(
      answer('200 OK', '[]', ['Content-Type: application/json', 'X-RateLimit-Remaining: 41', 'X-A: 1', 'X-A: 2']),
    );
    const { get, events, budget } = recorded();
    const response = await get(`${server.origin}/depots?a=b%20c#never-sent`);
    expect(response).toMatchObject({ status: 200, headers: { 'x-a': '1, 2' } });
    expect(Buffer.from(response.body).toString()).toBe('[]');
    const lines = server.requests[0]?.split('\r\n').map((line) => line.toLowerCase()) ?? [];
    expect(lines[0]).toBe('get /depots?a=b%20c http/1.1');
    expect(lines.slice(1).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      'connection: keep-alive',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: rental/1.2.3',
    ]);
    expect(events).toEqual([
      {
        type: 'response',
        endpoint: 'GET /depots',
        url: new URL(`${server.origin}/depots?a=b%20c#never-sent`),
        status: 200,
        elapsedMs: response.elapsedMs,
        remaining: 41,
        aheadMs: expect.any(Number) as number,
      },
    ]);
    expect(budget.counts).toEqual({ acquired: 1, answered: 1, lost: 0 });
    expect(budget.answers[0]).toMatchObject({ status: 200, receivedAt: response.receivedAt });
  });

  it('sends the login of the address, but keeps it out of events', async () => {
    const server = await scripted(ok);
    const { get, events } = recorded();
    await get(`http://hugo:s%3Acret@127.0.0.1:${server.port}/depots`);
    expect(server.requests[0]).toContain(`Basic ${Buffer.from('hugo:s:cret').toString('base64')}`);
    expect(JSON.stringify(events)).not.toMatch(/hugo|cret/);
  });

  it.each(['', '-1', '1.5', 'many', '5, 5'])('reports no remaining requests for the header %j', async (value) => {
    const server = await scripted(answer('200 OK', '[]', [`X-RateLimit-Remaining: ${value}`]));
    const { get, events } = recorded();
    await get(server.origin);
    expect(events[0]).toMatchObject({ type: 'response', remaining: undefined });
  });

  it.each([
    '400 Bad Request',
    '404 Not Found',
    '408 Request Timeout',
    '451 Unavailable For Legal Reasons',
    '204 No Content',
  ])('returns %s without a retry', async (status) => {
    const server = await scripted(answer(status, status.startsWith('204') ? '' : '{"error":"no"}'));
    const { get, slept } = recorded();
    expect(await get(server.origin)).toMatchObject({ status: Number(status.slice(0, 3)) });
    expect([server.requests.length, slept.length]).toEqual([1, 0]);
  });
});

describe('a transient failure', () => {
  it.each<[string, Handler[], number[], string[]]>([
    ['503', [down, ok], [250], ['service unavailable, retry 1 of 2']],
    [
      '503 twice',
      [down, down, ok],
      [250, 500],
      ['service unavailable, retry 1 of 2', 'service unavailable, retry 2 of 2'],
    ],
    [
      '502 and 504',
      [answer('502 Bad Gateway'), answer('504 Gateway Timeout'), ok],
      [250, 500],
      ['service unavailable, retry 1 of 2', 'service unavailable, retry 2 of 2'],
    ],
    ['500', [failed, ok], [250], ['service failed, retry 1 of 1']],
    [
      'a reset, then 503',
      [reset, down, ok],
      [250, 500],
      ['connection closed, retry 1 of 2', 'service unavailable, retry 2 of 2'],
    ],
    [
      '503 with Retry-After',
      [answer('503 Busy', '', ['Retry-After: 30']), ok],
      [30_250],
      ['service unavailable, retry 1 of 2'],
    ],
  ])('%s: waits and retries', async (_, script, delays, reasons) => {
    const server = await scripted(...script);
    const { get, slept, events, budget } = recorded();
    expect((await get(server.origin)).status).toBe(200);
    expect(slept).toEqual(delays);
    expect(waits(events)).toEqual(reasons);
    expect(events.filter(({ type }) => type === 'wait-end')).toHaveLength(reasons.length);
    expect(server.requests).toHaveLength(script.length);
    expect(budget.counts.acquired).toBe(script.length);
  });

  it('reports the end of the wait', async () => {
    const server = await scripted(answer('503 Busy', '', ['Retry-After: 30']), ok);
    const { get, events } = recorded({ machine: { now: () => 1_000_000 } as never });
    await get(server.origin);
    expect(events).toContainEqual({ type: 'wait', reason: 'service unavailable, retry 1 of 2', until: 1_030_250 });
  });

  it.each<[string, Handler, number]>([
    ['503', down, 3],
    ['500', failed, 2],
    ['501', answer('501 Not Implemented'), 1],
  ])('%s that does not end is exit 4', async (_, handler, requests) => {
    const server = await scripted(handler);
    const error = await rejection(recorded().get(server.origin));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ exitCode: 4 });
    expect(server.requests).toHaveLength(requests);
  });

  it('does not retry a 500 after a 503', async () => {
    const server = await scripted(down, failed, ok);
    expect(await rejection(recorded().get(server.origin))).toMatchObject({ status: 500 });
  });

  it('is not retried with 0 retries', async () => {
    const server = await scripted(down);
    await rejection(recorded({ retries: 0 }).get(server.origin));
    expect(server.requests).toHaveLength(1);
  });

  it('is not retried with a longest wait of 0', async () => {
    const server = await scripted(down);
    const { get, slept } = recorded({ maxWaitMs: 0 });
    expect(await rejection(get(server.origin))).toBeInstanceOf(UnavailableError);
    expect([server.requests.length, slept.length]).toEqual([1, 0]);
  });

  it('fails at once if Retry-After is beyond the longest wait, and says how long', async () => {
    const server = await scripted(
      answer('503 Busy', '{"error":"Back later"}', ['Content-Type: application/json', 'Retry-After: 120']),
    );
    const error = await rejection(recorded({ maxWaitMs: 90_000 }).get(server.origin));
    expect(error).toMatchObject({
      exitCode: 4,
      status: 503,
      retryAfterSeconds: 120,
      message: 'the service is unavailable, GET /depots: Back later',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as Retry-After says if the longest wait allows it', async () => {
    const later = answer('503 Busy', '{"error":"Back later"}', ['Content-Type: application/json', 'Retry-After: 3600']);
    const server = await scripted(later, ok);
    const { get, slept } = recorded({ maxWaitMs: 3_600_000 });
    expect((await get(server.origin)).status).toBe(200);
    expect(slept).toEqual([3_600_000]);
    const refused = await scripted(later);
    expect(await rejection(recorded({ maxWaitMs: 3_599_000 }).get(refused.origin))).toMatchObject({
      exitCode: 4,
      retryAfterSeconds: 3_600,
      hint: 'try again in 1 h',
    });
    expect(refused.requests).toHaveLength(1);
  });

  it('is not retried when most requests fail, with a notice', async () => {
    const server = await scripted(down);
    const { get, events } = recorded({ retryBudget: createRetryBudget(3) });
    for (let i = 0; i < 4; i += 1) await rejection(get(server.origin));
    // 1 + 2 retries, 1 + 1 retry, then none.
    expect(server.requests).toHaveLength(3 + 2 + 1 + 1);
    expect(events.filter(({ type }) => type === 'notice')).toContainEqual({
      type: 'notice',
      message: 'service unavailable: too many requests failed, so this one is not sent again',
    });
  });

  it('is retried again after enough successes', async () => {
    const server = await scripted(down, ok, down, ok, ok, down, ok);
    const { get } = recorded({ retryBudget: createRetryBudget(1, 0.5) });
    await get(server.origin);
    expect(await rejection(get(server.origin))).toBeInstanceOf(UnavailableError);
    await get(server.origin);
    expect((await get(server.origin)).status).toBe(200);
    expect((await get(server.origin)).status).toBe(200);
    expect(server.requests).toHaveLength(7);
  });
});

describe('a 429', () => {
  it('is left to the budget, which gets the response', async () => {
    const server = await scripted(limited('X-RateLimit-Remaining: 0'), ok);
    const { get, budget, slept, events } = recorded({ retries: 0, maxWaitMs: 0 });
    expect((await get(server.origin)).status).toBe(200);
    expect(budget.counts).toEqual({ acquired: 2, answered: 2, lost: 0 });
    expect(budget.answers.map(({ status }) => status)).toEqual([429, 200]);
    expect([slept, waits(events)]).toEqual([[], []]);
  });

  it.each<[string[], number | undefined, string]>([
    [['X-RateLimit-Reset: 17'], 17, 'try again in 17 s'],
    [['Retry-After: 5', 'X-RateLimit-Reset: 17'], 5, 'try again in 5 s'],
    [['Retry-After: 120', 'X-RateLimit-Reset: 17'], 120, 'try again in 120 s'],
    [[], undefined, 'try again in a minute'],
    [['X-RateLimit-Reset: soon'], undefined, 'try again in a minute'],
  ])('sends the request four times with %j', async (headers, seconds, hint) => {
    const server = await scripted(limited(...headers));
    const error = await rejection(recorded().get(server.origin));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ exitCode: 5, status: 429, retryAfterSeconds: seconds, hint });
    expect((error as Error).message).toBe('the service limits the rate of requests: 429 Too Many Requests');
    expect(server.requests).toHaveLength(4);
  });

  it('does not use up the retries of other failures', async () => {
    const server = await scripted(limited(), limited(), down, limited(), down, ok);
    expect((await recorded().get(server.origin)).status).toBe(200);
    expect(server.requests).toHaveLength(6);
  });

  it('throws the error of a budget that refuses to wait', async () => {
    const server = await scripted(limited());
    const error = new RateLimitedError('no');
    const budget = { acquire: () => Promise.reject(error) };
    const { get, events } = recorded({ budget });
    expect(await rejection(get(server.origin))).toBe(error);
    expect([server.requests.length, events.length]).toEqual([0, 0]);
  });
});

describe('the timers of an attempt', () => {
  const late: Handler = (socket, request, seen) => void setTimeout(() => ok(socket, request, seen), 20);

  it('accept a time that is longer than setTimeout allows', async () => {
    const server = await scripted(late);
    expect((await recorded({ timeoutMs: 2 ** 40, retries: 0 }).get(server.origin)).status).toBe(200);
  });

  it('restart the idle timer with each byte of the body', async () => {
    const body = '[1,2,3,4,5,6]';
    const server = await serve((socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
      const pieces = [head, ...body];
      const timer = setInterval(() => {
        socket.write(pieces.shift() ?? '');
        if (pieces.length === 0) clearInterval(timer);
      }, 60);
    });
    const response = await recorded({ idleMs: 500, retries: 0 }).get(server.origin);
    expect(Buffer.from(response.body).toString()).toBe(body);
  });

  it('leave no listener on the signal', async () => {
    const server = await scripted(down, ok);
    const { get, abort } = recorded();
    await get(server.origin);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });
});

describe('parallel requests', () => {
  it('share connections and lose nothing', async () => {
    const server = await scripted(answer('200 OK', JSON.stringify('x'.repeat(200_000))));
    const { get, budget } = recorded();
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const urls = Array.from({ length: 50 }, (_, i) => `${server.origin}/vehicles/${i}`);
    const responses = await Promise.all(urls.map((url) => get(url)));
    expect(responses.map(({ body }) => body.byteLength)).toEqual(urls.map(() => 200_002));
    expect(new Set(server.requests.map((request) => request.split(' ')[1])).size).toBe(50);
    expect(budget.counts).toEqual({ acquired: 50, answered: 50, lost: 0 });
    expect(warnings).toEqual([]);
  });

  it('throw a bug unchanged, and return the permit', async () => {
    const server = await scripted(ok);
    const bug = new TypeError('a bug');
    const { get, budget } = recorded();
    const permit = {
      answered: () => {
        throw bug;
      },
      lost: async () => {
        budget.counts.lost += 1;
      },
    };
    const other = recorded({ budget: { acquire: async () => permit } });
    expect(await rejection(other.get(server.origin))).toBe(bug);
    expect((await get(server.origin)).status).toBe(200);
  });
});
