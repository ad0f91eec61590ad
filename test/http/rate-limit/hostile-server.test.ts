// @module-tag long
// @module-tag redis-server
/** A server that answers whatever it likes, or holds what another program wrote there: trouble of that server, in bounded time and memory. */
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readServerAddress } from '../../../src/http/rate-limit/server/address.ts';
import { openServer, readServerBudget, storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { keyOf } from '../../../src/http/rate-limit/server/names.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { startRedis } from '../../support/redis.ts';
import { sleep } from '../../support/sleep.ts';

const account = { origin: 'https://rental.test', limit: 100, windowMs: 60_000 };
const patienceMs = 1_000;

function open(url: string) {
  const server = openServer({ address: readServerAddress(url)!, patienceMs });
  onTestFinished(() => server.close());
  return server;
}

/** Listens, and does `answer` with each connection. */
async function fake(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends until the client ends the connection. */
function endless(socket: Socket, chunk: Buffer): void {
  const more = (): void => {
    if (socket.destroyed) return;
    if (socket.write(chunk)) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  'a greeting': (socket) => socket.write('220 mail.test ESMTP\r\n'),
  'one text without end': (socket) => {
    socket.write('$900000000\r\n');
    endless(socket, Buffer.alloc(65_536, 'a'));
  },
  'a byte now and then': (socket) => {
    const timer = setInterval(() => socket.write('*'), 20);
    socket.on('close', () => clearInterval(timer));
  },
};

describe('a server that is not what it should be', () => {
  it.each(Object.keys(answers))('%s', async (kind) => {
    const problems: unknown[] = [];
    const note = (error: unknown): void => void problems.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    const url = await fake(answers[kind]!);
    const work = readServerBudget(account, { server: open(url), now: () => Date.now() });
    await expect(work).rejects.toMatchObject({ name: 'ServerTrouble' });
    await new Promise(setImmediate);
    expect(problems).toEqual([]);
  });

  it.each<[string, number, (index: number) => string, RegExp | undefined]>([
    [
      '100,000 claims',
      100_000,
      (index) => `slot-${index}-claimed-9${index}-9`,
      /something else is stored under its key/,
    ],
    ['long names', 500, (index) => `${index}`.repeat(9_000), undefined],
  ])('%s in a budget neither stop a command nor take much memory', async (_, count, nameOf, notice) => {
    const redisServer = await startRedis();
    onTestFinished(() => redisServer.end());
    const redis = new Redis(redisServer.port);
    onTestFinished(() => redis.disconnect());
    const names = Array.from({ length: count }, (__, index) => nameOf(index));
    for (let start = 0; start < count; start += 1_000)
      await redis.sadd(keyOf(account), ...names.slice(start, start + 1_000));
    const notices: string[] = [];
    const machine = { now: () => Date.now(), monotonic: () => performance.now(), sleep, random: Math.random, env: {} };
    const budget = createBudget({
      ...{ ...account, maxWaitMs: 0, attemptTimeoutMs: 1_000, machine, stateDir: temporaryFolder() },
      onServer: storeOn(open(redisServer.url)),
      onEvent: (event) => void (event.type === 'notice' && notices.push(event.message)),
    });
    const before = process.memoryUsage().rss;
    // Its slots are missing, and so count as just used.
    await budget.acquire(new AbortController().signal).catch((error: unknown) => {
      expect(String(error)).toContain('100 of 100 requests used');
    });
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(100);
    // On a busy machine, megabytes may take too long, and that is what is said then.
    const said = notices.filter((text) => !text.includes('does not answer within'));
    expect(said).toEqual(notice && said.length === notices.length ? [expect.stringMatching(notice)] : []);
  });
});
