// @module-tag redis-server
/** What only a budget on a server has: another machine's clock, lost memory, keys, few commands. Time is virtual. */
import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { ServerTrouble, readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { type BudgetServer } from '../../../src/http/rate-limit/server/connection.ts';
import { keyOf, serverNames } from '../../../src/http/rate-limit/server/names.ts';
import { makePolicy } from '../../../src/http/rate-limit/policy.ts';
import type { Budget, Permit } from '../../../src/http/types.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { drain } from './folder-budget.ts';
import { optionsOn, redisForFile, virtualServer, withKnownPast } from './places.ts';

const never = new AbortController().signal;
const origin = 'https://rental.test';
const limit = 20;
const account = { origin, limit, windowMs: 60_000 };
const connection = redisForFile();

function scene({ isNew = false } = {}) {
  const machine = new VirtualMachine();
  const redis: Redis = connection();
  const server = virtualServer(redis, machine);
  const open = (more: { maxWaitMs?: number; stateDir?: string; limit?: number } = {}) => {
    const options = { ...optionsOn(machine, { ...account, maxWaitMs: 0 }), stateDir: temporaryFolder(), ...more };
    const budget = createBudget({ ...options, onServer: storeOn(server) });
    return isNew ? budget : withKnownPast(budget, server, options);
  };
  const send = async (budget: Budget): Promise<void> => {
    const permit = await machine.until(budget.acquire(never));
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
  };
  return {
    ...{ machine, redis, server, open, send },
    flush: () => redis.del(server.ownKey(keyOf(account))),
    /** Sends until the budget refuses; returns how many were sent. */
    drain: (budget: Budget): Promise<number> => drain(budget, machine, send),
    status: () => readServerBudget(account, { server, now: () => machine.now() }),
    notices: () => machine.events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
  };
}

describe('a budget on a server', () => {
  it('takes two commands for a claim, also of several waiting requests, and one or two for an answer', async () => {
    const { open, send, server, machine } = scene();
    const budget = open();
    await send(budget);
    const commands = async (work: () => Promise<unknown>): Promise<number> => {
      const before = server.calls;
      await machine.until(work());
      return server.calls - before;
    };
    const permits: Permit[] = [];
    const claim = () => budget.acquire(never).then((permit) => permits.push(permit));
    // The first does not wait for the others.
    expect(await commands(() => Promise.all([claim(), claim(), claim()]))).toBe(2 + 2);
    const answer = (headers: Record<string, string>) => ({ status: 200, headers, receivedAt: machine.now() });
    expect(await commands(() => permits[0]!.answered(answer({})))).toBe(1);
    expect(await commands(() => permits[1]!.answered(answer({ 'x-ratelimit-remaining': '5' })))).toBe(2);
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

  it('leaves nothing behind: its key expires, later than a slot of any window', async () => {
    const { open, drain, redis, server } = scene();
    await drain(open());
    const days = (await redis.pttl(server.ownKey(keyOf(account)))) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThanOrEqual(3);
  });

  it('ignores members that it does not know, such as a rule of a later version', async () => {
    const { open, drain, redis, server } = scene();
    expect(await drain(open({ limit: 1 }))).toBe(1);
    const key = server.ownKey(keyOf(account));
    const unknown = ['quota-9', 'caution-whim-1-1-1', 'slot-x', 'slot-1-new-1-1', ''];
    await redis.sadd(key, ...unknown);
    expect(await drain(open({ limit: 1 }))).toBe(0);
    expect(await redis.smismember(key, ...unknown)).toEqual(unknown.map(() => 1));
  });
});

describe('a new server, or one that lost its memory', () => {
  it('gives out a window slowly, because others may have used the last, until an answer says what is left', async () => {
    const { open, drain, machine, flush } = scene({ isNew: true });
    const budget = open();
    expect(await drain(budget)).toBe(1);
    await machine.pass(30_010);
    expect(await drain(budget)).toBe(limit / 2);
    await flush();
    const permit = await machine.until(open().acquire(never));
    await permit.answered({ status: 200, headers: { 'x-ratelimit-remaining': '12' }, receivedAt: machine.now() });
    expect(await drain(budget)).toBe(12);
  });

  it('is filled by one of two machines that find it empty', async () => {
    const { machine, server } = scene({ isNew: true });
    const policy = makePolicy(account, 0);
    const second = serverNames(server, account, policy, machine);
    const begin: BudgetServer['begin'] = async (...late) => {
      await second.change([]);
      server.clockAheadMs += 5;
      return server.begin(...late);
    };
    const { names } = await serverNames({ ...server, begin }, account, policy, machine).change([]);
    expect(names).toHaveLength(limit);
  });

  it('keeps the slot of a request under way taken until one window after its answer', async () => {
    const { open, flush, machine, drain } = scene({ isNew: true });
    const permit = await machine.until(open({ limit: 1 }).acquire(never));
    await flush();
    // Without this, the next process would find an empty server.
    await drain(open({ limit: 1 }));
    await machine.pass(20_000);
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    await machine.pass(60_099);
    expect(await drain(open({ limit: 1 }))).toBe(0);
    await machine.pass(2);
    expect(await drain(open({ limit: 1 }))).toBe(1);
  });
});

describe('a server with another clock', () => {
  it.each([-7_200_000, 7_200_000])('%i ms ahead frees its slots after a window of the machine', async (aheadMs) => {
    const { open, drain, machine, server, status } = scene();
    server.clockAheadMs = aheadMs;
    expect(await drain(open())).toBe(limit);
    await machine.pass(60_099);
    expect(await status()).toMatchObject({ used: limit, next: { at: machine.now() + 2 } });
    await machine.pass(2);
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
  it('each machine keeps to its share, with one note; and goes back to the server', async () => {
    const { open, send, drain, machine, server, notices } = scene();
    const stateDir = temporaryFolder();
    const [budget, neighbour] = [open({ stateDir }), open({ stateDir })];
    await send(budget);
    server.trouble = new ServerTrouble('it is away');
    let sent = 0;
    for (const stopAt = machine.monotonic() + 59_000; machine.monotonic() < stopAt; await machine.pass(500))
      sent += (await drain(budget)) + (await drain(neighbour));
    expect(sent).toBe(limit / 4);
    const told =
      'the shared request budget on redis://test cannot be used: it is away; meanwhile this machine keeps to 5 of 20 requests';
    expect(notices()).toEqual([told, told]);
    server.trouble = undefined;
    await machine.pass(61_000);
    expect(await drain(budget)).toBe(limit);
    expect(notices()).toEqual([told, told, 'the shared request budget on redis://test can be used again']);
  });

  it('an answer that cannot be recorded fails nothing', async () => {
    const { open, server, machine, drain } = scene();
    const budget = open();
    const permit = await budget.acquire(never);
    server.trouble = new ServerTrouble('it is away');
    await permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    server.trouble = undefined;
    // Its lease keeps the slot taken.
    expect(await drain(open())).toBeLessThan(limit);
  });

  it('an error of our own is not taken for trouble', async () => {
    const { open, send, server } = scene();
    server.trouble = new TypeError('a bug');
    await expect(send(open())).rejects.toThrow('a bug');
  });
});
