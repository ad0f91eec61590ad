// @module-tag long
// @module-tag redis-server
/** A real server: what its script does, and every kind of trouble with it. */
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/server.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import {
  type BudgetServerOptions,
  openBudgetServer,
} from '../../../src/http/rate-limit/server/connection.ts';
import { budgetKey, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';
import { sleep } from '../../support/sleep.ts';

// A short window: a server that has just started gives out nothing for one.
const account = { origin: 'https://rental.test', limit: 100, windowMs: 200 };
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

async function redisServer(...args: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(...args);
  onTestFinished(() => server.end());
  return server;
}

function connectTo(server: RedisServer): Redis {
  const redis = new Redis(server.port);
  onTestFinished(() => redis.disconnect());
  return redis;
}

function serverAt(url: string, options: Partial<BudgetServerOptions> = {}) {
  const server = openBudgetServer({ address: new URL(url), patienceMs: 1_000, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** One process of one machine. */
function open(url: string, options: Partial<BudgetServerOptions> = {}) {
  const notices: string[] = [];
  let skippedMs = 0;
  const clock = { now: () => Date.now(), monotonic: () => performance.now() + skippedMs };
  const budget = createBudget({
    ...account,
    maxWaitMs: 60_000,
    attemptTimeoutMs: 1_000,
    machine: { ...clock, sleep, random: Math.random, env: { RENTAL_STATE_DIR: temporaryFolder() } },
    openOnServer: storeOn(serverAt(url, options)),
    onEvent: (event) => void (event.type === 'notice' && notices.push(event.message)),
  });
  return {
    notices,
    async send(): Promise<void> {
      const permit = await budget.acquire(new AbortController().signal);
      await permit.settle({ status: 200, headers: {}, receivedAt: Date.now() });
    },
    /** Skips the time until the server is tried again. */
    skip: () => (skippedMs += 70_000),
  };
}

it('changes each name once, by the clock of the server, and forgets them after three days', async () => {
  const redis = await redisServer();
  const server = serverAt(redis.url);
  const added = ['a', 'b', 'c'].map((name) => ['', name] as const);
  await server.change('key', added, 2);
  const changes = [['a', 'd'] as const, ['b', ''] as const];
  const [one, two] = await Promise.all([1, 2].map(() => server.change('key', changes, 9)));
  expect([...one!.done, ...two!.done]).toEqual(changes);
  expect((await server.change('key', [], 0)).names).toEqual(['d']);
  expect(Math.abs(one!.at - Date.now())).toBeLessThan(5_000);
  expect(await connectTo(redis).pttl('key')).toBeGreaterThan(2.9 * 86_400_000);
});

describe('trouble with the server of a budget', () => {
  it('is named if nothing listens there, until something does', async () => {
    const server = await redisServer();
    await server.kill();
    const { send, notices, skip } = open(server.url, { patienceMs: 300 });
    await send();
    expect(notices).toEqual([
      expect.stringMatching(/cannot be used: nothing listens there \(ECONNREFUSED\); mean/),
    ]);
    await server.start();
    skip();
    await send();
    expect(await connectTo(server).scard(budgetKey(account))).toBe(100);
  });

  it('is not named if the server starts again in time', async () => {
    const server = await redisServer();
    const { send, notices } = open(server.url, { patienceMs: 5_000 });
    await send();
    await server.kill();
    const waiting = send();
    await server.start();
    await waiting;
    expect(notices).toEqual([]);
  });

  it('is named if the server stops answering, before or after the first command', async () => {
    const server = await redisServer();
    const late = open(server.url, { patienceMs: 5_000 });
    await late.send();
    const early = open(server.url, { patienceMs: 300 });
    server.signal('SIGSTOP');
    await early.send();
    expect(early.notices).toEqual([expect.stringContaining('it does not answer in time')]);
    // One that goes on in time costs only the wait.
    const waiting = late.send();
    server.signal('SIGCONT');
    await waiting;
    expect(late.notices).toEqual([]);
  });

  it.each<[string, (redis: Redis, url: string) => Promise<string>, string]>([
    [
      'a password is wrong',
      async (redis, url) => {
        await redis.config('SET', 'requirepass', 'right');
        return url.replace('//', '//:wrong@');
      },
      'it refuses the user name or password',
    ],
    [
      'a user may not run scripts',
      async (redis, url) => {
        await redis.call('ACL', 'SETUSER', 'weak', 'on', '>weak', '~*', '+get');
        return url.replace('//', '//weak:weak@');
      },
      'this user may not use it for that',
    ],
    [
      'something else is stored under its key',
      async (redis, url) => {
        await redis.set(budgetKey(account), 'mine');
        return url;
      },
      'something else is stored under its key',
    ],
    ['it has no such database', async (_, url) => `${url}/99`, 'it answers ERR'],
    [
      'it is a replica',
      async (redis, url) => (await redis.call('REPLICAOF', '127.0.0.1', '1'), url),
      'it answers',
    ],
  ])('is named if %s, and requests go on', async (_, prepare, words) => {
    const server = await redisServer();
    const redis = connectTo(server);
    const { send, notices } = open(await prepare(redis, server.url));
    const startedAt = performance.now();
    await send();
    // It is no use to wait for that.
    expect(performance.now() - startedAt).toBeLessThan(900);
    expect(notices).toEqual([expect.stringContaining(`cannot be used: ${words}`)]);
    // Nothing is left in another database.
    expect(await redis.info('keyspace')).toMatch(/^# Keyspace\r\n(?:db0:keys=1,\S+\r\n)?$/);
  });

  it('is named if its certificate is not trusted', async () => {
    const port = await freePort();
    await redisServer('--tls-port', String(port), '--tls-auth-clients', 'no', ...tls('good'));
    const { send, notices } = open(`rediss://127.0.0.1:${port}`);
    await send();
    const words = 'its certificate comes from an authority unknown to this machine';
    expect(notices).toEqual([expect.stringContaining(words)]);
  });
});

function tls(name: string): string[] {
  return [
    '--tls-cert-file',
    fixture(`${name}.pem`),
    '--tls-key-file',
    fixture(`${name}.key.pem`),
    '--tls-ca-cert-file',
    fixture('ca.pem'),
  ];
}
