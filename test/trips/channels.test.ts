/** Each channel for real: child processes, and servers on loopback that answer, refuse, redirect, wait or close. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestListener } from 'node:http';
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
import { webhookFormats, type WebhookFormat } from '../../src/trips/channels/format-names.ts';
import { readWebhook } from '../../src/trips/channels/webhook.ts';
import { temporaryFolder } from '../support/environment.ts';
import { problemsOf } from '../support/schema.ts';
import { always, serve } from '../support/server.ts';

const low = eventDocument('north', {
  event: 'low',
  at: Date.UTC(2030, 0, 2),
  total: 508.72,
  currency: 'NZD',
  before: 560,
  lowest: 560,
  checkoutUrl: 'https://book.test/checkout?a=1&b=2',
});
const text = 'north: 508.72 NZD, down from 560.00 (a new low)';

function partsOf(more: Partial<ChannelParts> = {}, env: Readonly<Record<string, string>> = {}) {
  let written = '';
  const system = systemIo();
  const parts: ChannelParts = {
    io: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      env: { PATH: process.env['PATH'], ...env },
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
async function problemOf(channel: Channel, more: Partial<ChannelParts> = {}, env = {}): Promise<string | undefined> {
  const [failure] = await tell(low, [channel], partsOf(more, env).parts);
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
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(low)));
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

describe('a webhook', () => {
  interface Received {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: unknown;
  }

  /** A server that keeps what it gets, and the secret address of a webhook on it. */
  async function receiver(answer: RequestListener = always(200, 'ok')) {
    const received: Received[] = [];
    const { baseUrl } = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        received.push({ method, url, headers, body: JSON.parse(body) as unknown });
        answer(request, response);
      });
    });
    const hook = (format: WebhookFormat, path = '/secret-topic'): Channel => {
      return { kind: 'webhook', ...readWebhook(`${baseUrl}${path}`, format) };
    };
    return { received, hook, baseUrl };
  }

  const link = 'https://book.test/checkout?a=1&b=2';
  const bodies: Readonly<Record<WebhookFormat, unknown>> = {
    json: JSON.parse(JSON.stringify(low)),
    ntfy: { topic: 'secret-topic', title: 'rental: north', message: text, priority: 4, click: link },
    slack: {
      text: `${text}\n<https://book.test/checkout?a=1&amp;b=2>`,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    },
    discord: {
      content: `north\\: 508.72 NZD, down from 560.00 \\(a new low\\)\n<${link}>`,
      allowed_mentions: { parse: [] },
    },
  };

  test.each(webhookFormats)('of %s gets one POST with what it takes', async (format) => {
    const { received, hook } = await receiver();
    expect(await problemOf(hook(format, '/hooks/secret-topic?token=a%20b'))).toBeUndefined();
    expect(received).toEqual([
      {
        method: 'POST',
        url: format === 'ntfy' ? '/hooks/?token=a%20b' : '/hooks/secret-topic?token=a%20b',
        headers: expect.objectContaining({
          'content-type': 'application/json; charset=utf-8',
          'content-length': expect.stringMatching(/^\d+$/) as string,
          'user-agent': 'rental/0',
        }) as Received['headers'],
        body: bodies[format],
      },
    ]);
    if (format === 'json') expect(problemsOf('trip-event', received[0]?.body)).toBeUndefined();
  });

  test.each([
    ['slack', { text: '@\u200Bchannel &lt;!channel&gt; *b* &amp; &lt;U+202E&gt; [x](http://evil.test)' }],
    ['discord', { content: '\\@channel \\<!channel\\> \\*b\\* & \\<U+202E\\> \\[x\\]\\(http\\://evil.test\\)' }],
    ['ntfy', { message: '@channel <!channel> *b* & <U+202E> [x](http://evil.test)' }],
  ] as const)('of %s gets no mention, markup or hidden text of the service', async (format, expected) => {
    const { received, hook } = await receiver();
    const hostile = {
      ...low,
      text: '@channel <!channel> *b* & \u202E [x](http://evil.test)',
      checkoutUrl: 'javascript:alert(1)',
    };
    expect(await tell(hostile, [hook(format)], partsOf().parts)).toEqual([]);
    expect(received[0]?.body).toMatchObject(expected);
    expect(JSON.stringify(received[0]?.body)).not.toContain('javascript');
  });

  test.each<[string, RequestListener, string]>([
    [
      'closes',
      ({ socket }) => void socket.destroy(),
      'the webhook closed the connection without an answer to the message',
    ],
    [
      'does not speak HTTP',
      ({ socket }) => void socket.end('hello secret-topic'),
      'what the webhook sent is not an answer, or is too large',
    ],
    ['is slow', () => {}, 'the webhook did not answer to the message within 700 ms'],
  ])('that %s is a failure on one line, without its address', async (_, answer, expected) => {
    const { hook, baseUrl, received } = await receiver(answer);
    const timeoutMs = expected.includes('within') ? 700 : 20_000;
    const problem = await problemOf(hook('json'), { timeoutMs });
    expect(problem).toBe(expected);
    expect(problem).not.toContain(new URL(baseUrl).port);
    expect(received.length).toBeLessThanOrEqual(1);
  });

  test('that redirects is not followed', async () => {
    const other = await receiver();
    const location = `${other.baseUrl}/secret-topic`;
    const { hook } = await receiver(always(307, '', { location }));
    expect(await problemOf(hook('ntfy'))).toBe('the webhook answered with a redirect (307), which is not followed');
    expect(other.received).toEqual([]);
  });

  test.each([
    ['http://127.0.0.1:1/secret', 'cannot reach the webhook: the connection was refused'],
    ['http://secret.invalid/topic', 'cannot find the webhook: '],
  ])('that cannot be reached is not named: %s', async (address, expected) => {
    const problem = await problemOf({ kind: 'webhook', ...readWebhook(address, 'json') });
    expect(problem).toContain(expected);
    expect(problem).not.toContain('secret');
  });

  test('is sent through the proxy of the environment, with its login and that of the address', async () => {
    const { received, baseUrl } = await receiver();
    const proxy = baseUrl.replace('//', '//me:word@');
    const webhook = readWebhook('http://user:pass@hooks.test/secret', 'json');
    expect(await problemOf({ kind: 'webhook', ...webhook }, {}, { http_proxy: proxy })).toBeUndefined();
    expect(received).toMatchObject([
      {
        url: 'http://hooks.test/secret',
        headers: {
          host: 'hooks.test',
          authorization: `Basic ${btoa('user:pass')}`,
          'proxy-authorization': `Basic ${btoa('me:word')}`,
        },
      },
    ]);
  });

  test.each([
    ['ftp://hooks.test/secret', 'json', 'https address'],
    ['https://hooks.test/', 'ntfy', 'topic'],
    ['https://hooks.test/a%20secret', 'ntfy', 'topic'],
  ] as const)('%s of %s is refused, and not shown', (address, format, expected) => {
    let message = '';
    try {
      readWebhook(address, format);
    } catch (error) {
      message = `${error} ${JSON.stringify(error)}`;
    }
    expect(message).toContain(expected);
    expect(message).not.toMatch(/secret\/|\/secret|hooks/);
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
