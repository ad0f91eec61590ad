/** The terminal and the command of a watch, with real child processes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemIo } from '../../src/terminal/io.ts';
import { wordsOf } from '../../src/terminal/pager.ts';
import { eventDocument } from '../../src/trips/events.ts';
import {
  brokenAfter,
  keyOf,
  readBroken,
  tell,
  type Channel,
  type ChannelParts,
} from '../../src/trips/channels/tell.ts';
import { readWebhook } from '../../src/trips/channels/webhook.ts';
import { temporaryFolder } from '../support/environment.ts';
import { problemsOf } from '../support/schema.ts';

const low = eventDocument('north', {
  event: 'low',
  at: Date.UTC(2030, 0, 2),
  total: 508.72,
  currency: 'NZD',
  before: 560,
  lowest: 560,
  checkoutUrl: 'https://book.test/checkout?a=1&b=2',
});

function partsOf(more: Partial<ChannelParts> = {}) {
  let written = '';
  const system = systemIo();
  const parts: ChannelParts = {
    io: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      env: { PATH: process.env['PATH'] },
      killGroup: (leader) => system.killGroup(leader),
    },
    userAgent: 'rental/0',
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    write: async (more) => void (written += more),
    ...more,
  };
  return { parts, written: () => written };
}

/** What a channel says that is wrong with it. */
async function problemOf(channel: Channel, more: Partial<ChannelParts> = {}): Promise<string | undefined> {
  const [failure] = await tell(low, [channel], partsOf(more).parts);
  return failure?.text;
}

describe('the terminal', () => {
  test('gets a line without an escape sequence of the service', async () => {
    const hostile = { ...low, text: '4;1;50\u0007\u001B]0;x\u001B\\\u009B2J\u202E' };
    const { parts, written } = partsOf();
    expect(await tell(hostile, [{ kind: 'terminal' }], parts)).toEqual([]);
    expect(written()).toBe('4;1;50<U+0007><U+001B>]0;x<U+001B>\\<U+009B>2J<U+202E>\n');
  });

  test('that cannot be written to does not keep the others from being told', async () => {
    const file = join(temporaryFolder(), 'told');
    const write = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }));
    const channels: Channel[] = [{ kind: 'terminal' }, { kind: 'exec', words: ['tee', file] }];
    expect(await tell(low, channels, partsOf({ write }).parts)).toEqual([
      { key: 'terminal', text: 'the terminal failed (EIO)' },
    ]);
    expect(readFileSync(file, 'utf8')).toContain('"total":508.72');
  });
});

describe.skipIf(process.platform === 'win32')('a command', () => {
  const shell = (script: string, ...args: string[]): Channel => ({
    kind: 'exec',
    words: ['sh', '-c', script, 'sh', ...args],
  });

  test('gets the event on stdin, as words without a shell, with hostile text as JSON escapes', async () => {
    const file = join(temporaryFolder(), 'a file; $(touch x)');
    const hostile = { ...low, text: 'a\u001B[2J\u202Eb' };
    const words = wordsOf(`tee '${file}'`);
    expect(await tell(hostile, [{ kind: 'exec', words }], partsOf().parts)).toEqual([]);
    const told = readFileSync(file, 'utf8');
    expect(told).toContain('"text":"a\\u001b[2J\\u202eb"');
    expect(JSON.parse(told)).toEqual(JSON.parse(JSON.stringify(hostile)));
    expect(problemsOf('trip-event', JSON.parse(told))).toBeUndefined();
  });

  test.each([
    ['echo first >&2; printf "no\\033 bus\\n" >&2; exit 1', 'the command sh ended with exit code 1: no\u001B bus'],
    ['kill -TERM $$', 'the command sh ended with SIGTERM'],
    ['exec <&-; exit 0', undefined],
    // What it leaves behind holds stderr open.
    ['sleep 60 & echo $! > "$1"; echo late >&2; exit 4', 'the command sh ended with exit code 4: late'],
    // More than a pipe holds, and nobody reads it.
    ['head -c 300000 /dev/zero | tr "\\0" x; head -c 300000 /dev/zero | tr "\\0" y >&2', undefined],
  ])('that does %j: %j', async (script, expected) => {
    const file = join(temporaryFolder(), 'pid');
    expect(await problemOf(shell(script, file))).toBe(expected);
    if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8')));
  });

  test.each([
    [['/no/such/command', '--token=secret'], 'the command command cannot be started (ENOENT)'],
    [[], 'the command "" failed (ERR_INVALID_ARG_VALUE)'],
  ])('%j that cannot be started, without its arguments', async (words, expected) => {
    expect(await problemOf({ kind: 'exec', words })).toBe(expected);
  });

  /** On Linux a process that was killed can stay as a zombie. */
  const isRunning = (pid: number): boolean => {
    try {
      if (existsSync('/proc/self/status')) return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const running = (file: string): number[] =>
    readFileSync(file, 'utf8').trim().split(' ').map(Number).filter(isRunning);
  const hangs = 'trap "" TERM; sleep 300 & echo "$$ $!" > "$1.new"; mv "$1.new" "$1"; wait';

  test('that hangs is killed, with its children', async () => {
    const file = join(temporaryFolder(), 'pids');
    expect(await problemOf(shell(hangs, file), { timeoutMs: 500 })).toBe(
      'the command sh did not end within 1 s, so it was killed',
    );
    // A machine under load may not have started it.
    await expect.poll(() => (existsSync(file) ? running(file) : [])).toEqual([]);
  });
});

test('a broken channel is told once until it works again', async () => {
  const file = join(temporaryFolder(), 'works');
  const channels: Channel[] = [
    { kind: 'exec', words: ['test', '-e', file] },
    { kind: 'webhook', ...readWebhook('http://127.0.0.1:1/secret', 'json') },
    { kind: 'terminal' },
  ];
  let broken: readonly string[] = [];
  const news = async (): Promise<string[]> => {
    const after = brokenAfter(
      readBroken(JSON.parse(JSON.stringify(broken))),
      channels.map(keyOf),
      await tell(low, channels, partsOf().parts),
    );
    broken = after.broken;
    return after.news.map(({ text }) => text.replace(/ .*/, ''));
  };
  const both = ['the command test ended with exit code 1', 'cannot reach the webhook: the connection was refused'];
  expect((await tell(low, channels, partsOf().parts)).map(({ text }) => text)).toEqual(both);
  expect(await news()).toEqual(['the', 'cannot']);
  expect(await news()).toEqual([]);
  writeFileSync(file, '');
  expect(await news()).toEqual([]);
  channels[0] = { kind: 'exec', words: ['test', '!', '-e', file] };
  expect(await news()).toEqual(['the']);
  expect(JSON.stringify(broken)).not.toMatch(/secret|127/);
  expect([7, null, [1], {}].map(readBroken)).toEqual([[], [], [], []]);
});
