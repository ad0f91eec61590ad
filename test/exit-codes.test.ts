/** Every exit code of the real program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { freePort } from './support/ports.ts';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { binary, node, program, shellCode } from './support/program.ts';
import { run } from './support/run.ts';
import { always, serve } from './support/server.ts';

const tripLine = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const html = { 'content-type': 'text/html' };
const plain = { 'content-type': 'text/plain' };

/** Expects one line of JSON on stderr and nothing on stdout; returns the error. */
function jsonError(ended: { stdout: string; stderr: string }): Record<string, unknown> {
  expect(ended.stdout).toBe('');
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  return (JSON.parse(ended.stderr) as { error: Record<string, unknown> }).error;
}

describe('exits with 0', () => {
  test('for an empty list', async () => {
    const { baseUrl } = await serve(always(200, []));
    expect(await program(['depots', '--base-url', baseUrl, '--json'])).toMatchObject({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
    expect(await run(['depots', '--base-url', baseUrl])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('for a closed pipe, without an error message', async () => {
    const depots = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `Depot ${id}`,
      pickup_times: [],
      drop_off_times: [],
      opening_hours_description: '',
    }));
    const { baseUrl } = await serve(always(200, depots));
    const ended = await shell(`"$NODE" "$RENTAL" depots --base-url ${baseUrl} | head -n 1; echo "\${PIPESTATUS[0]}"`);
    expect(ended).toEqual({ stdout: expect.stringMatching(/^0\tDepot 0\t.*\n0\n$/) as string, stderr: '' });
  });
});

test('exits with 1 if the vehicle is not available', async () => {
  const { baseUrl } = await serve(always(404, { error: 'Vehicle 7 is not available' }));
  const ended = await program(['quote', '7', ...tripLine, '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^error: Vehicle 7 is not available\nhint: .*rental availability/);
});

describe('exits with 2', () => {
  test('without an operator, and names --base-url and --sandbox', async () => {
    const ended = await program(['depots']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--base-url.*--sandbox/);
  });

  test.each([
    ['an unknown flag', ['depots', '--nope', '--json'], 'usage'],
    ['an invalid value', ['depots', '--sandbox', '--format', 'xml', '--json'], 'usage'],
    ['missing input', ['quote', '7', '--sandbox', '--json'], 'input_needed'],
    [
      'an invalid date',
      ['quote', '7', '--pick-up', '1', '--from', '2030-02-30', '--to', '+1d', '--sandbox', '--json'],
      'usage',
    ],
    ['an invalid environment variable', ['depots', '--json'], 'config', { RENTAL_TIMEOUT: 'soon' }],
    ['a state folder in the current folder', ['depots', '--json'], 'config', { RENTAL_STATE_DIR: 'state' }],
    ['a state folder of limits with ~', ['limits', '--json'], 'config', { RENTAL_STATE_DIR: '~/state' }],
  ] as [string, string[], string, Record<string, string>?][])('for %s', async (_, line, code, env = {}) => {
    const ended = await run(line, { env });
    expect(ended.code).toBe(2);
    expect(jsonError(ended)).toMatchObject({ code, exitCode: 2, message: expect.any(String) as string });
  });
});

describe.each([
  ['exits with 3 if the request is refused', 400, { error: 'Missing required query parameter: x' }, {}, 3, 'refused'],
  ['exits with 3 for another 4xx status', 403, 'Forbidden', plain, 3, 'refused'],
  ['exits with 4 if the service is unavailable', 503, { error: 'down for maintenance' }, {}, 4, 'unavailable'],
  ['exits with 4 for another 5xx status', 500, '<h1>oops</h1>', html, 4, 'unavailable'],
  [
    'exits with 5 if the rate limit is reached',
    429,
    'Too Many Requests',
    { ...plain, 'x-ratelimit-reset': '30' },
    5,
    'rate_limited',
  ],
  ['exits with 7 if the response is not JSON', 200, '<html>sign in</html>', html, 7, 'contract'],
  ['exits with 7 if the response has the wrong shape', 200, [{ id: '1' }], {}, 7, 'contract'],
  ['exits with 7 for a redirect', 302, '', { location: 'https://elsewhere.test/' }, 7, 'contract'],
] as const)('%s', (_, status, body, headers, exitCode, code) => {
  test('with the error as text, or as JSON with --json', async () => {
    const { baseUrl, requests } = await serve(always(status, body, headers));
    const line = ['depots', '--base-url', `${baseUrl}/api`, '--retries', '0', '--no-wait'];
    const ended = await program(line);
    expect(ended).toMatchObject({ code: exitCode, stdout: '' });
    expect(ended.stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
    const endedJson = await run([...line, '--json']);
    expect(endedJson.code).toBe(exitCode);
    expect(jsonError(endedJson)).toMatchObject({ code, exitCode });
    expect(new Set(requests)).toEqual(new Set(['/api/depots']));
  });
});

test('the error of exit code 5 says when to try again', async () => {
  const { baseUrl } = await serve(always(429, 'Too Many Requests', { ...plain, 'x-ratelimit-reset': '30' }));
  const error = jsonError(await program(['depots', '--base-url', baseUrl, '--no-wait', '--json']));
  expect(error['retryAfterSeconds']).toBeGreaterThan(25);
  expect(error['retryAfterSeconds']).toBeLessThan(35);
});

test('exits with 5 at once if Retry-After is longer than --max-wait, in later processes without a request', async () => {
  const { baseUrl, requests } = await serve(always(429, 'Too Many Requests', { ...plain, 'retry-after': '300' }));
  const env = cleanEnvironment(temporaryFolder());
  const line = ['depots', '--base-url', baseUrl, '--max-wait', '90s', '--json'];
  for (let process = 0; process < 2; process += 1) {
    const error = jsonError(await program(line, { env }));
    expect(error).toMatchObject({ code: 'rate_limited', exitCode: 5 });
    expect(error['retryAfterSeconds']).toBeGreaterThan(285);
    expect(error['retryAfterSeconds']).toBeLessThan(302);
    expect(error['message']).toContain(`for another ${String(error['retryAfterSeconds'])} s`);
  }
  expect(requests).toHaveLength(1);
  const limits = await program(['limits', '--json'], { env });
  expect(JSON.parse(limits.stdout)).toMatchObject([
    { origin: baseUrl, next: { reason: 'the service says too many requests' } },
  ]);
});

test('exits with 6 if the server refuses the connection', async () => {
  const port = await freePort();
  const ended = await program(['depots', '--base-url', `http://127.0.0.1:${port}`, '--retries', '0', '--json']);
  expect(jsonError(ended)).toMatchObject({ code: 'network', exitCode: 6 });
});

test.skipIf(!existsSync('/dev/full'))('exits with 9 if the output cannot be written', async () => {
  const ended = await shell('"$NODE" "$RENTAL" --version > /dev/full; echo $?');
  expect(ended.stdout).toBe('9\n');
  expect(ended.stderr).toMatch(/^error: the output could not be written/);
});

test('exits with 70 for a bug, asks for a report, and shows a stack trace only with -vv', async () => {
  const now = (): number => {
    throw new TypeError('boom');
  };
  const ended = await run(['depots', '--sandbox'], { now });
  expect(ended).toMatchObject({ code: 70, stdout: '' });
  expect(ended.stderr).toMatch(/boom/);
  expect(ended.stderr).toMatch(/report.*rental config/);
  expect(ended.stderr).not.toMatch(/^ +at /m);
  expect((await run(['depots', '--sandbox', '-vv'], { now })).stderr).toMatch(/^ +at /m);
});

test.each([
  ['130', 'SIGINT', 130],
  ['143', 'SIGTERM', 143],
] as const)('exits with %s if %s arrives during a request', async (_, signal, code) => {
  let onRequest = (): void => {};
  const request = new Promise<void>((resolve) => (onRequest = resolve));
  const { baseUrl } = await serve(() => onRequest());
  const env = { ...cleanEnvironment(temporaryFolder()) };
  const child = spawn(node, [binary, 'depots', '--base-url', baseUrl], { env, stdio: 'pipe' });
  await request;
  child.kill(signal);
  const [ended, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  expect(shellCode(ended, by)).toBe(code);
});

/** Runs a bash script, which starts the program as "$NODE" "$RENTAL". */
function shell(script: string): Promise<{ stdout: string; stderr: string }> {
  const env = { ...cleanEnvironment(temporaryFolder()), NODE: node, RENTAL: binary };
  const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(printed)));
}
