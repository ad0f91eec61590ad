// @module-tag long
// @module-tag redis-server
/** Every kind of trouble with a real server, over real connections. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/server.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { readServerAddress } from '../../../src/http/rate-limit/server/address.ts';
import { type ServerOptions, openServer, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { keyOf } from '../../../src/http/rate-limit/server/names.ts';
import type { Machine } from '../../../src/http/types.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';
import { sleep } from '../../support/sleep.ts';

// A short window: a server that has just started gives out its first window slowly.
const account = { origin: 'https://rental.test', limit: 100, windowMs: 200 };
const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

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

/** One process of one machine. */
function open(url: string, options: Partial<ServerOptions> = {}) {
  const notices: string[] = [];
  let skippedMs = 0;
  const machine: Machine = {
    now: () => Date.now(),
    // Pauses between tries are skipped.
    monotonic: () => performance.now() + skippedMs,
    sleep,
    random: Math.random,
    env: {},
  };
  const server = openServer({ address: readServerAddress(url)!, ...options });
  onTestFinished(() => server.close());
  const budget = createBudget({
    ...{
      ...account,
      // The first request at a new server can have to wait a millisecond.
      maxWaitMs: 60_000,
      attemptTimeoutMs: 1_000,
      machine,
      stateDir: temporaryFolder(),
    },
    onServer: storeOn(server),
    onEvent: (event) => void (event.type === 'notice' && notices.push(event.message)),
  });
  return {
    notices,
    async send(): Promise<void> {
      const permit = await budget.acquire(new AbortController().signal);
      await permit.answered({ status: 200, headers: {}, receivedAt: Date.now() });
    },
    skip: (ms: number) => (skippedMs += ms),
  };
}

describe('trouble with the server of a budget', () => {
  it('nothing listens there; later it does', async () => {
    const server = await redisServer();
    await server.kill();
    const { send, notices, skip } = open(server.url, { patienceMs: 300 });
    await send();
    expect(notices).toEqual([
      expect.stringMatching(/cannot be used: nothing listens there \(ECONNREFUSED\); meanwhile/),
    ]);
    await server.start();
    skip(70_000);
    await send();
    expect(notices[1]).toMatch(/can be used again$/);
    await server.kill();
    await send();
    expect(notices).toHaveLength(2);
  });

  it('it starts again in time, and nothing is said', async () => {
    const server = await redisServer();
    const { send, notices } = open(server.url);
    await send();
    await server.kill();
    const waiting = send();
    await server.start();
    await waiting;
    expect(notices).toEqual([]);
  });

  it('it stops answering, before or after the first command', async () => {
    const server = await redisServer();
    const late = open(server.url);
    await late.send();
    const early = open(server.url, { patienceMs: 300 });
    server.signal('SIGSTOP');
    await early.send();
    expect(early.notices).toEqual([expect.stringContaining('it does not answer within 300 ms')]);
    // One that goes on in time costs only the wait.
    const waiting = late.send();
    server.signal('SIGCONT');
    await waiting;
    expect(late.notices).toEqual([]);
  });

  it('a password is wrong, or not needed', async () => {
    const server = await redisServer('--requirepass', 'right');
    const wrong = open(server.url.replace('//', '//user:wrong@'));
    await wrong.send();
    expect(wrong.notices).toEqual([expect.stringContaining('it refuses the user name or password')]);
    const free = open((await redisServer()).url.replace('//', '//:unneeded@'));
    await free.send();
    expect(free.notices).toEqual([]);
  });

  it('a user may not run scripts', async () => {
    const server = await redisServer();
    await connectTo(server).call('ACL', 'SETUSER', 'weak', 'on', '>weak', '~*', '+get');
    const { send, notices } = open(server.url.replace('//', '//weak:weak@'));
    await send();
    expect(notices).toEqual([expect.stringContaining('this user may not use it for that')]);
  });

  it('something else is stored under its key, then no longer', async () => {
    const server = await redisServer();
    const redis = connectTo(server);
    const key = keyOf(account);
    await redis.set(key, 'mine');
    const { send, notices, skip } = open(server.url);
    await send();
    expect(notices).toEqual([expect.stringContaining('something else is stored under its key')]);
    expect(await redis.get(key)).toBe('mine');
    await redis.del(key);
    skip(70_000);
    await send();
    expect(await redis.scard(key)).toBeGreaterThanOrEqual(100);
  });

  it('a database that it does not have is not replaced by another', async () => {
    const server = await redisServer();
    const redis = connectTo(server);
    const { send, notices } = open(`${server.url}/99`);
    await send();
    expect(notices).toEqual([expect.stringContaining('cannot be used: it has no database 99; meanwhile')]);
    expect(await redis.keys('*')).toEqual([]);
    const other = open(`${server.url}/3`);
    await other.send();
    expect(other.notices).toEqual([]);
    expect(await redis.info('keyspace')).toMatch(/db3:keys=/);
    expect(await redis.keys('*')).toEqual([]);
  });

  it('it is a replica, then no longer', async () => {
    const primary = await redisServer();
    const replica = await redisServer('--replicaof', `127.0.0.1 ${primary.port}`);
    const { send, notices, skip } = open(replica.url);
    await send();
    expect(notices).toEqual([
      expect.stringMatching(
        /cannot be used: it is a replica that cannot be changed; meanwhile|its primary server cannot be reached/,
      ),
    ]);
    const redis = connectTo(replica);
    await redis.call('REPLICAOF', 'NO', 'ONE');
    skip(70_000);
    await send();
    expect(notices[1]).toMatch(/can be used again$/);
  });

  it('its memory is full, and it evicts nothing', async () => {
    const server = await redisServer('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
    const { send, notices } = open(server.url);
    await send();
    expect(notices).toEqual([expect.stringContaining('cannot be used: its memory is full; meanwhile')]);
  });

  it('its certificate is not trusted, or is', async () => {
    const port = await freePort();
    const server = await redisServer('--tls-port', String(port), '--tls-auth-clients', 'no', ...tls('good'));
    const url = `rediss://127.0.0.1:${port}`;
    const [stranger, friend, plain] = [
      open(url),
      open(url, { ca: [readFileSync(fixture('ca.pem'), 'utf8')] }),
      open(`rediss://127.0.0.1:${server.port}`, { patienceMs: 300 }),
    ];
    for (const { send } of [stranger, friend, plain]) await send();
    expect(stranger.notices).toEqual([
      expect.stringContaining('its certificate comes from an authority unknown to this machine'),
    ]);
    expect(friend.notices).toEqual([]);
    expect(plain.notices).toHaveLength(1);
  });
});

function tls(name: string): string[] {
  return [
    ...['--tls-cert-file', fixture(`${name}.pem`), '--tls-key-file', fixture(`${name}.key.pem`)],
    ...['--tls-ca-cert-file', fixture('ca.pem')],
  ];
}
