// @module-tag long
/**
 * Budget servers that misbehave: each is trouble within 5 s, and the command goes on with this
 * machine's share.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { openBudgetServer } from '../../../src/http/rate-limit/server/connection.ts';
import { storeOn } from '../../../src/http/rate-limit/server/index.ts';
import { slotName } from '../../../src/http/rate-limit/slots.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { endless, type FakeRedis, fakeRedis, listingReply } from '../../support/fake-redis.ts';
import { sleep } from '../../support/sleep.ts';

/** A first request through the server; resolves with the notices. */
async function askThrough(
  url: string,
  { patienceMs, windowMs = 60_000 }: { patienceMs?: number; windowMs?: number } = {},
): Promise<string[]> {
  const notices: string[] = [];
  const server = openBudgetServer({
    address: new URL(url),
    ...(patienceMs !== undefined && { patienceMs }),
  });
  onTestFinished(() => server.close());
  const budget = createBudget({
    origin: 'https://rental.test',
    limit: 100,
    windowMs,
    maxWaitMs: 90_000,
    attemptTimeoutMs: 1_000,
    machine: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep,
      random: Math.random,
      env: { RENTAL_STATE_DIR: temporaryFolder() },
    },
    openOnServer: storeOn(server),
    onEvent: (event) => void (event.type === 'notice' && notices.push(event.message)),
  });
  const permit = await budget.acquire(new AbortController().signal);
  await permit.settle({ status: 200, headers: {}, receivedAt: Date.now() });
  return notices;
}

const troubleWith = (words: string): string[] => [
  expect.stringContaining(
    `cannot be used: ${words}; meanwhile this machine keeps to 25 of 100 requests`,
  ),
];

it.each(
  sample(
    [
      ['a bulk', '$9999999999\r\n', 'x'],
      ['a line', '+', 'x'],
      ['an array', '*4294967295\r\n', ':1\r\n'],
      ['nested arrays', '', '*1\r\n'],
      ['replies that were not asked for', '', '+OK\r\n'],
    ],
    5,
  ),
)('a reply without an end, %s, is trouble before much of it is read', async (_, start, part) => {
  const { url, sentBytes } = await fakeRedis((_words, socket) => {
    socket.write(start);
    endless(socket, part);
  });
  const warned = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warned.mockRestore());
  const notices = await askThrough(url);
  expect(notices).toHaveLength(1);
  expect(warned).not.toHaveBeenCalled();
  expect(notices[0]).toMatch(/cannot be used: its answer (?:never ends|cannot be read); meanwhile/);
  await expect.poll(sentBytes).toBeGreaterThan(0);
  // What is in the buffers of the system is sent, but not read.
  expect(sentBytes()).toBeLessThan(20e6);
});

/** The changes that a script was called with, after: eval, script, 1, key, max, expiry. */
const changesIn = (words: readonly string[]) =>
  Array.from({ length: (words.length - 6) / 2 }, (_, index) => {
    const [from = '', to = ''] = words.slice(6 + 2 * index);
    return { index, from, to };
  });
const used = (index: number) => slotName({ index, state: 'used', freeAt: 0, countedAt: 0 });
const slots = Array.from({ length: 100 }, (_, index) => used(index));

it.each<[string, FakeRedis]>([
  ['empty lists', (_, socket) => socket.write(listingReply([], []))],
  [
    'every change as made, and an empty list',
    (words, socket) =>
      socket.write(
        listingReply(
          changesIn(words).map(({ index }) => index),
          [],
        ),
      ),
  ],
  ['always the same list', (_, socket) => socket.write(listingReply([], slots))],
  [
    'always the same list, and the first change as made',
    (_, socket) => socket.write(listingReply([0], slots)),
  ],
  [
    'what it was asked to add, and forgets it',
    (words, socket) => {
      const changes = changesIn(words);
      socket.write(
        listingReply(
          changes.map(({ index }) => index),
          changes.map(({ to }) => to),
        ),
      );
    },
  ],
])('a server that keeps nothing, but answers %s, is trouble', async (_, reply) => {
  const { url } = await fakeRedis((words, socket) => void reply(words, socket));
  expect(await askThrough(url)).toEqual(troubleWith('it does not keep what is stored there'));
});

it(
  'a server whose clock stands still while no slot is free is trouble',
  { tags: ['long'] },
  async () => {
    const taken = slots.map((_, index) =>
      slotName({ index, state: 'used', freeAt: 1e12 + 9_000, countedAt: 1e12 }),
    );
    const { url } = await fakeRedis((_, socket) => socket.write(listingReply([], taken, 1e12)));
    expect(await askThrough(url, { windowMs: 4_000 })).toEqual(
      troubleWith('its clock does not move'),
    );
  },
);

it('a server that answers OK to everything is trouble', async () => {
  const { url } = await fakeRedis((_, socket) => socket.write('+OK\r\n'));
  expect(await askThrough(url)).toEqual(troubleWith('its answer cannot be read'));
});

it.each<[string, FakeRedis?]>([
  ['at once'],
  ['after a command', (_, socket) => socket.end()],
  ['in the middle of a reply', (_, socket) => socket.end('*3\r\n*0\r\n')],
])('a server that closes every connection %s is trouble', async (_, reply) => {
  const { url } = await fakeRedis(reply);
  expect(await askThrough(url, { patienceMs: 400 })).toEqual(
    troubleWith('it closes the connection'),
  );
});

it.each<[string, string]>([
  ['numbers for the names', '*3\r\n*0\r\n*1\r\n:1\r\n:1000\r\n'],
  ['a name for a change', '*3\r\n*1\r\n$4\r\nslot\r\n*0\r\n:1000\r\n'],
  ['nothing', '*-1\r\n'],
])('a server that lists %s is trouble', async (_, reply) => {
  const { url } = await fakeRedis((_words, socket) => socket.write(reply));
  expect(await askThrough(url)).toEqual(troubleWith('its answer cannot be read'));
});

it('a bug of ours is not taken for a wrong answer', async () => {
  const { url } = await fakeRedis((_, socket) => socket.write(listingReply([], [])));
  const server = openBudgetServer({ address: new URL(url) });
  onTestFinished(() => server.close());
  const bug = new TypeError('a bug');
  const changes = {
    flat: () => {
      throw bug;
    },
  };
  await expect(server.change('key', changes as never, 1)).rejects.toBe(bug);
});
