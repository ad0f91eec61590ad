/**
 * Every exit code. Those of streams and of signals are in closed-streams.test.ts and
 * interrupt.test.ts.
 */
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/http/types.ts';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';
import { run } from './support/run.ts';
import { serve } from './support/server.ts';
import { always as answers, answer, never, plant, connectionError } from './support/service.ts';

const tripLine = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

/** Expects one line of JSON on stderr and nothing on stdout; returns the error. */
function jsonError(ended: { stdout: string; stderr: string }): Record<string, unknown> {
  expect(ended.stdout).toBe('');
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  return (JSON.parse(ended.stderr) as { error: Record<string, unknown> }).error;
}

test('the real program exits with the code and prints the error alone', async () => {
  const { baseUrl } = await serve(async ({ url }) =>
    url.endsWith('/depots')
      ? answer(200, [])
      : answer(404, { error: 'Vehicle 7 is not available' }),
  );
  const line = ['quote', '7', ...tripLine, '--base-url', baseUrl];
  const ended = await program(line);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^error: Vehicle 7 is not available\nhint: .*rental availability/);
  expect(jsonError(await run([...line, '--json']))).toMatchObject({
    code: 'not_available',
    exitCode: 1,
  });
});

test('exits with 130 after Ctrl-C, and says so only to a program that reads JSON', async () => {
  let interrupt = (_: 'SIGINT'): void => {};
  const { baseUrl } = plant(() => {
    interrupt('SIGINT');
    return never();
  });
  const line = ['depots', '--base-url', baseUrl];
  const options = { onStart: (send: typeof interrupt) => void (interrupt = send) };
  expect(await run(line, options)).toEqual({ code: 130, stdout: '', stderr: '' });
  expect(jsonError(await run([...line, '--json'], options))).toMatchObject({
    code: 'interrupted',
    exitCode: 130,
  });
});

describe('exits with 2', () => {
  test('without an operator, and names --base-url and --sandbox', async () => {
    const stderr = expect.stringMatching(/--base-url.*--sandbox/) as string;
    expect(await run(['depots'])).toMatchObject({ code: 2, stdout: '', stderr });
  });

  test.each([
    ['depots', { RENTAL_TIMEOUT: 'soon' }],
    ['depots', { RENTAL_STATE_DIR: 'state' }],
    ['limits', { RENTAL_STATE_DIR: '~/state' }],
  ])('for %s with %j', async (command, env) => {
    const ended = await run([command, '--json'], { env: env as Record<string, string> });
    expect(ended.code).toBe(2);
    expect(jsonError(ended)).toMatchObject({
      code: 'config',
      exitCode: 2,
      message: expect.any(String) as string,
    });
  });
});

test.each<[exitCode: number, what: string, code: string, Service]>([
  [
    3,
    'the request is refused',
    'refused',
    answers(400, { error: 'Missing required query parameter: x' }),
  ],
  [4, 'the service is unavailable', 'unavailable', answers(503, { error: 'down for maintenance' })],
  [
    5,
    'Retry-After is longer than --max-wait',
    'rate_limited',
    answers(429, '', { 'retry-after': '300' }),
  ],
  [
    6,
    'the connection is refused',
    'network',
    () => Promise.reject(connectionError('ECONNREFUSED')),
  ],
  [
    7,
    'the response is not JSON',
    'contract',
    answers(200, '<html>sign in</html>', { 'content-type': 'text/html' }),
  ],
  [7, 'the response has the wrong shape', 'contract', answers(200, [{ id: '1' }])],
  [7, 'there is a redirect', 'contract', answers(302, '', { location: 'https://elsewhere.test/' })],
])('exits with %d if %s', async (exitCode, _, code, service) => {
  const { baseUrl, requests } = plant(service);
  const env = cleanEnvironment(temporaryFolder());
  const line = ['depots', '--base-url', `${baseUrl}/api`, '--retries', '0', '--max-wait', '90s'];
  const ended = await run(line, { env });
  expect(ended).toMatchObject({ code: exitCode, stdout: '' });
  expect(ended.stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
  expect(jsonError(await run([...line, '--json'], { env }))).toMatchObject({ code, exitCode });
  // A later run knows of the rate limit, and sends no request.
  expect(requests).toEqual(exitCode === 5 ? ['/api/depots'] : ['/api/depots', '/api/depots']);
});

test(
  'exits with 70 for a bug, asks for a report, and shows a stack trace only with -v',
  { tags: ['long'] },
  async () => {
    const now = (): number => {
      throw new TypeError('boom');
    };
    const ended = await run(['depots', '--sandbox'], { now });
    expect(ended).toMatchObject({ code: 70, stdout: '' });
    expect(ended.stderr).toMatch(/boom[^]*report.*rental config/);
    expect(ended.stderr).not.toMatch(/^ +at /m);
    expect((await run(['depots', '--sandbox', '-v'], { now })).stderr).toMatch(/^ +at /m);
    const NODE_OPTIONS = `--import=data:text/javascript,setTimeout(()=>{throw(Error('\\x9b'))},500)`;
    // Outside of `main`, `bin` cannot load the escapes: it writes `?` for a control character.
    const stderr = 'error: rental itself failed: Error: ?\n';
    expect(await program(['sandbox', '--port', '0'], { env: { NODE_OPTIONS } })).toMatchObject({
      code: 70,
      stderr,
    });
  },
);
