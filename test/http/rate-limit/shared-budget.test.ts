// @module-tag redis-server
/** What only a budget on a server has: another machine's clock, lost memory, keys, few commands. Time is virtual. */
import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { ServerTrouble, keysOf, readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import type { Budget } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { drain } from './folder-budget.ts';
import { optionsOn, redisForFile, virtualServer } from './places.ts';

const never = new AbortController().signal;
const origin = 'https://rental.test';
const limit = 20;
const account = { origin, limit, windowMs: 60_000 };
const connection = redisForFile();

function scene() {
  const machine = new VirtualMachine();
  const redis: Redis = connection();
  const server = virtualServer(redis, machine);
  const open = (more: { maxWaitMs?: number; stateDir?: string; limit?: number } = {}) =>
    createBudget({
      ...optionsOn(machine, { ...account, maxWaitMs: 0 }),
      ...{ stateDir: temporaryFolder(), onServer: storeOn(server), ...more },
    });
  const send = async (budget: Budget): Promise<void> => {
    const permit = await machine.until(budget.acquire(never));
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
  };
  return {
    ...{ machine, redis, server, open, send },
    flush: async () => {
      for (const key of keysOf(account)) await redis.del(server.ownKey(key));
    },
    /** Sends until the budget refuses; returns how many were sent. */
    drain: (budget: Budget): Promise<number> => drain(budget, machine, send),
    status: () => readServerBudget(account, { server, now: () => machine.now() }),
    notices: () => machine.events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
  };
}

describe('a budget on a server', () => {
  it('takes one command for a claim and one for its answer', async () => {
    const { open, send, server } = scene();
    const budget = open();
    await send(budget);
    const before = server.calls;
    for (let index = 0; index < 3; index += 1) await send(budget);
    expect(server.calls - before).toBe(6);
    // A new process knows nothing yet, and needs no more.
    await send(open());
    expect(server.calls - before).toBe(8);
  });

  it('claims for several waiting requests at once', async () => {
    const { open, send, server, machine } = scene();
    await send(open());
    const before = server.calls;
    const budget = open();
    const [, second, third] = await machine.until(Promise.all([1, 2, 3].map(() => budget.acquire(never))));
    expect(second).not.toBe(third);
    expect(server.calls - before).toBe(2);
  });

  it('gives back a slot that arrives after its request was aborted', async () => {
    const { open, drain, machine } = scene();
    const stop = new AbortController();
    const waiting = open({ limit: 1 }).acquire(stop.signal);
    stop.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await machine.pass(60_200);
    expect(await drain(open({ limit: 1 }))).toBe(1);
  });

  it('is looked at four times a second at most by a process that waits, and in time', async () => {
    const { open, drain, server, machine } = scene();
    expect(await drain(open())).toBe(limit);
    const start = machine.monotonic();
    const before = server.calls;
    const waiting = Promise.all(
      Array.from({ length: 3 }, () => open({ maxWaitMs: 1e9 })).map((one) => one.acquire(never)),
    );
    await machine.until(waiting);
    expect(machine.monotonic() - start).toBeLessThan(60_100 + 400);
    // Every 3 s, as in a folder.
    expect((server.calls - before) / 3).toBeLessThan(25);
  });

  it('leaves nothing behind: every key expires, and both are in one place of a cluster', async () => {
    const { open, drain, redis, server } = scene();
    await drain(open());
    for (const key of keysOf(account)) {
      expect(key).toContain(`{${origin}}`);
      const seconds = await redis.ttl(server.ownKey(key));
      expect(seconds).toBeGreaterThan(86_000);
      expect(seconds).toBeLessThanOrEqual(86_400);
    }
  });

  it('ignores fields that it does not know, such as a rule of a later version', async () => {
    const { open, drain, redis, server } = scene();
    const [budget, running] = [open(), open()];
    expect(await drain(open({ limit: 1 }))).toBe(1);
    const [key] = keysOf(account);
    const unknown = [
      'quota-9',
      'gate-until-holiday-1-1-1-1',
      'slot-x',
      'left-are-few',
      'serverless',
      'slots-mode-1',
      '',
    ];
    await redis.hset(server.ownKey(key), Object.fromEntries(unknown.map((name) => [name, name])));
    expect((await drain(running)) + (await drain(budget))).toBe(limit - 1);
    expect(await redis.hmget(server.ownKey(key), ...unknown)).toEqual(unknown);
  });

  it('shows who waits', async () => {
    const { open, drain, status, machine } = scene();
    await drain(open());
    await machine.pass(10_000);
    expect((await status()).waiting).toEqual([]);
    const stop = new AbortController();
    const waiting = [open({ maxWaitMs: 1e9 }), open({ maxWaitMs: 1e9 })].map((one) => one.acquire(stop.signal));
    await machine.pass(10_000);
    expect((await status()).waiting).toEqual([{ machine: expect.any(String) as string, processes: 2 }]);
    stop.abort();
    await Promise.allSettled(waiting);
    await machine.pass(10_000);
    expect((await status()).waiting).toEqual([]);
  });
});

describe('a server that lost its memory', () => {
  it('after a FLUSHALL gets back what a running process knows', async () => {
    const { open, send, drain, flush, status } = scene();
    const [budget, other] = [open(), open()];
    for (let index = 0; index < 4; index += 1) await send(other);
    for (let index = 0; index < 4; index += 1) await send(budget);
    await flush();
    await send(budget);
    expect(await status()).toMatchObject({ used: 9 });
    expect(await drain(open())).toBe(limit - 9);
  });

  it('during a request keeps its slot taken until one window after its answer', async () => {
    const { open, flush, machine, drain } = scene();
    const permit = await open({ limit: 1 }).acquire(never);
    await flush();
    await machine.pass(20_000);
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    await machine.pass(60_099);
    expect(await drain(open({ limit: 1 }))).toBe(0);
    await machine.pass(1);
    expect(await drain(open({ limit: 1 }))).toBe(1);
  });
});

describe('a server with another clock', () => {
  it.each([-7_200_000, 7_200_000])('%i ms ahead frees its slots after a window of the machine', async (aheadMs) => {
    const { open, drain, machine, server, status } = scene();
    server.clockAheadMs = aheadMs;
    expect(await drain(open())).toBe(limit);
    await machine.pass(60_099);
    expect(await status()).toMatchObject({ used: limit, next: { at: machine.now() + 1 } });
    await machine.pass(1);
    expect(await drain(open())).toBe(limit);
  });

  it('that steps back costs a window and not more, and never opens a second one', async () => {
    const { open, drain, machine, server } = scene();
    expect(await drain(open())).toBe(limit);
    server.clockAheadMs = -7_200_000;
    expect(await drain(open())).toBe(0);
    await machine.pass(60_200);
    expect(await drain(open())).toBe(limit);
  });
});

describe('while the server cannot be used', () => {
  it('each machine keeps to its share, spread out, with one note; and goes back to the server', async () => {
    const { open, send, drain, machine, server, notices } = scene();
    const stateDir = temporaryFolder();
    const [budget, neighbour] = [open({ stateDir }), open({ stateDir })];
    await send(budget);
    server.trouble = new ServerTrouble('it is away');
    const start = machine.monotonic();
    let sent = 0;
    while (machine.monotonic() - start < 60_000) {
      sent += (await drain(budget)) + (await drain(neighbour));
      await machine.pass(500);
    }
    expect(sent).toBeGreaterThanOrEqual(4);
    expect(sent).toBeLessThanOrEqual(5);
    const told =
      'the shared request budget on redis://test cannot be used: it is away; meanwhile this machine keeps to 5 of 20 requests';
    expect(notices()).toEqual([told, told]);
    server.trouble = undefined;
    await machine.pass(61_000);
    expect(await drain(budget)).toBe(limit);
    expect(notices()).toEqual([told, told, 'the shared request budget on redis://test can be used again']);
  });

  it('counts on the server what was sent meanwhile, when it is back', async () => {
    const { open, send, drain, machine, server, status } = scene();
    const stateDir = temporaryFolder();
    const [budget, ended] = [open({ stateDir }), open({ stateDir })];
    for (let index = 0; index < 8; index += 1) await send(budget);
    server.trouble = new ServerTrouble('it is away');
    let local = 0;
    for (const stopAt = machine.monotonic() + 30_000; machine.monotonic() < stopAt; await machine.pass(500))
      local += (await drain(budget)) + (await drain(ended));
    expect(local).toBeGreaterThan(1);
    const late = await machine.until(open({ stateDir, maxWaitMs: 60_000 }).acquire(never));
    server.trouble = undefined;
    await machine.pass(16_000);
    // One of them was not answered yet, and one process makes no further request.
    const sent = await drain(budget);
    expect(8 + local + 1 + sent).toBe(limit);
    expect((await status()).used).toBe(limit);
    await late.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    expect(await drain(open({ stateDir }))).toBe(0);
    await machine.pass(61_000 + 31_000);
    expect(await drain(budget)).toBe(limit);
  });

  it('counts them also if the processes that sent them have ended, but once', async () => {
    const { open, send, drain, machine, server } = scene();
    const stateDir = temporaryFolder();
    server.trouble = new ServerTrouble('it is away');
    for (let index = 0; index < 3; index += 1) {
      await send(open({ stateDir, maxWaitMs: 60_000 }));
      await machine.pass(1_000);
    }
    server.trouble = undefined;
    await send(open({ stateDir }));
    await send(open({ stateDir }));
    expect(await drain(open())).toBe(limit - 5);
    // The oldest is free a window after it was sent, by the clock of the server.
    await machine.pass(58_000);
    expect(await drain(open())).toBeGreaterThanOrEqual(1);
  });

  it('an answer that cannot be recorded fails nothing', async () => {
    const { open, server, machine, drain } = scene();
    const budget = open();
    const permit = await budget.acquire(never);
    server.trouble = new ServerTrouble('it is away');
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    server.trouble = undefined;
    // Its lease keeps the slot taken.
    expect(await drain(open())).toBe(limit - 1);
  });

  it('an error of our own is not taken for trouble', async () => {
    const { open, send, server } = scene();
    server.trouble = new TypeError('a bug');
    await expect(send(open())).rejects.toThrow('a bug');
  });
});
