import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { program } from '../support/program.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { always } from '../support/service.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/** Ends the sandbox as soon as it has printed its addresses and `ask` is done. */
function askThenStop(
  signal: 'SIGINT' | 'SIGTERM',
  ask: (addresses: Addresses) => Promise<unknown> = async () => {},
) {
  let asked: Promise<unknown> | undefined;
  return {
    answers: () => asked,
    onOutput: (stdout: string, interrupt: (signal: 'SIGINT' | 'SIGTERM') => void): void => {
      if (stdout.endsWith('}\n'))
        asked ??= ask(JSON.parse(stdout) as Addresses).finally(() => interrupt(signal));
    },
  };
}

function sandboxHere(args: readonly string[], { onOutput }: ReturnType<typeof askThenStop>) {
  return run(['sandbox', '--json', ...args], { onStdout: onOutput });
}

const inUse = (port: number): string =>
  `note: port ${port}, which links of --sandbox use, is taken: this sandbox uses another\n`;

test('sandbox prints its addresses and answers requests askThenStop SIGINT', async () => {
  const { onOutput, answers } = askThenStop('SIGINT', async ({ baseUrl }) => {
    const answered: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      const response = await fetch(`${baseUrl}/depots`);
      await response.arrayBuffer();
      answered.push([response.status, response.headers.get('x-ratelimit-remaining')]);
    }
    return answered;
  });
  const ended = await program(
    ['sandbox', '--json', '--rate-limit', '2/60s', '--reset-format', 'delta'],
    {
      onOutput: ({ stdout }, kill) => onOutput(stdout, kill),
    },
  );
  expect(ended).toMatchObject({ code: 130, signal: 'SIGINT' });
  // Other sandboxes of this machine can have the port.
  expect(ended.stderr.includes(inUse(7368))).toBe(!ended.stdout.includes(':7368/'));
  expect(JSON.parse(ended.stdout)).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/agent$/) as string,
    siteUrl: expect.any(String) as string,
    docs: expect.stringMatching(/\/docs$/) as string,
    openapi: expect.stringMatching(/\/openapi\.json$/) as string,
  });
  expect(await answers()).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ]);
});

test('sandbox -v prints a line for each request, and nothing that a terminal would obey', async () => {
  const asking = askThenStop('SIGTERM', async ({ baseUrl, siteUrl }) => {
    await fetch(`${baseUrl}/depots?a=b`);
    await fetch(`${siteUrl}//nowhere/\u009b`, { method: 'POST' });
  });
  const { code, stderr } = await sandboxHere(['-v', '--port', '0'], asking);
  await asking.answers();
  expect(code).toBe(143);
  expect(stderr).toMatch(
    /^GET \/api\/agent\/depots\?a=b 200, \d+ ms\nPOST \/\/nowhere\/%C2%9B 404, \d+ ms\n/,
  );
});

test('sandbox -v shows its own address for a request whose target makes no address', async () => {
  const asking = askThenStop('SIGTERM', async ({ baseUrl }) => {
    const { hostname: host, port } = new URL(baseUrl);
    // As a proxy sends it.
    const request = get({ host, port, path: `${baseUrl}/depots` });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  });
  const { code, stderr } = await sandboxHere(['-v', '--port', '0'], asking);
  expect(await asking.answers()).toBe(200);
  expect(code).toBe(143);
  expect(stderr).toMatch(/^GET \/ 200, \d+ ms\n/);
});

test('sandbox listens elsewhere if its usual port is in use', async () => {
  const holder = createServer().listen(7369, '127.0.0.1');
  // Another program may have it already.
  await once(holder, 'listening').catch(() => {});
  const ended = await sandboxHere(['--variant', 'b'], askThenStop('SIGINT'));
  holder.close();
  expect(ended.code).toBe(130);
  expect(ended.stderr).toContain(inUse(7369));
  expect(ended.stdout).not.toContain(':7369/');
});

test.each(['1/1ms', '999999/24h'])('sandbox takes the limit %s', async (limit) => {
  const ended = await run(['sandbox', '--rate-limit', limit], {
    onStart: (interrupt) => setImmediate(() => interrupt('SIGINT')),
  });
  expect(ended.code).toBe(130);
});

test.each([
  [
    ['--rate-limit', 'lots'],
    /--rate-limit takes 1 to 999999 requests in 1ms to 24h, not "lots"\nhint: for example/,
  ],
  [['--rate-limit', '1000000/60s'], /--rate-limit takes 1 to 999999 requests/],
  [['--latency', '2h'], /--latency takes a duration from 0s to 1h, such as 500ms, 30s or 5m, not/],
  [['--defect', 'qoute-ids'], /no defect "qoute-ids"\nhint: did you mean quote-ids\?\n$/],
])('sandbox refuses %j: %s', async (flags, message) => {
  const ended = await run(['sandbox', ...flags]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(message);
});

test('sandbox refuses a port that is already in use', async () => {
  const { baseUrl } = await serve(always(200, []));
  const ended = await run(['sandbox', '--port', new URL(baseUrl).port]);
  expect(ended).toMatchObject({ code: 9, stdout: '' });
  expect(ended.stderr).toMatch(/cannot listen: port \d+ is in use\nhint: choose another --port\n$/);
});
