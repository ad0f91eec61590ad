/** Every exit code. Those of streams and of signals are in closed-streams.test.ts and interrupt.test.ts. */
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/service.ts';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';
import { run } from './support/run.ts';
import { always, serve } from './support/server.ts';
import { always as answers, plant, reset } from './support/service.ts';

const tripLine = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const html = { 'content-type': 'text/html' };
const plain = { 'content-type': 'text/plain' };

/** Expects one line of JSON on stderr and nothing on stdout; returns the error. */
function jsonError(ended: { stdout: string; stderr: string }): Record<string, unknown> {
  expect(ended.stdout).toBe('');
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  return (JSON.parse(ended.stderr) as { error: Record<string, unknown> }).error;
}

test('the real program exits with the code and prints the error alone, as text or as JSON', async () => {
  const { baseUrl } = await serve(always(404, { error: 'Vehicle 7 is not available' }));
  const line = ['quote', '7', ...tripLine, '--base-url', baseUrl];
  const ended = await program(line);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^error: Vehicle 7 is not available\nhint: .*rental availability/);
  const json = await program([...line, '--json']);
  expect(json.code).toBe(1);
  expect(jsonError(json)).toMatchObject({ code: 'not_available', exitCode: 1 });
});

test('exits with 0 for an empty list', async () => {
  const { baseUrl } = plant(answers(200, []));
  const line = ['depots', '--base-url', baseUrl];
  expect(await run([...line, '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  expect(await run(line)).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

describe('exits with 2', () => {
  test('without an operator, and names --base-url and --sandbox', async () => {
    const ended = await run(['depots']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--base-url.*--sandbox/);
  });

  test.each<[what: string, line: string[], code: string, env?: Record<string, string>]>([
    ['an unknown flag', ['depots', '--nope'], 'usage'],
    ['missing input', ['quote', '7', '--sandbox'], 'input_needed'],
    ['an invalid date', ['quote', '7', '--pick-up', '1', '--from', '2030-02-30', '--to', '+1d', '--sandbox'], 'usage'],
    ['an invalid environment variable', ['depots'], 'config', { RENTAL_TIMEOUT: 'soon' }],
    ['a state folder in the current folder', ['depots'], 'config', { RENTAL_STATE_DIR: 'state' }],
    ['a state folder of limits with ~', ['limits'], 'config', { RENTAL_STATE_DIR: '~/state' }],
  ])('for %s', async (_, line, code, env = {}) => {
    const ended = await run([...line, '--json'], { env });
    expect(ended.code).toBe(2);
    expect(jsonError(ended)).toMatchObject({ code, exitCode: 2, message: expect.any(String) as string });
  });
});

const refusesToConnect: Service = async () => {
  throw reset('ECONNREFUSED');
};

test.each<[exitCode: number, what: string, code: string, Service]>([
  [3, 'the request is refused', 'refused', answers(400, { error: 'Missing required query parameter: x' })],
  [3, 'another 4xx status has no JSON', 'refused', answers(403, 'Forbidden', plain)],
  [4, 'the service is unavailable', 'unavailable', answers(503, { error: 'down for maintenance' })],
  [4, 'another 5xx status is a page', 'unavailable', answers(500, '<h1>oops</h1>', html)],
  [5, 'the rate limit is reached', 'rate_limited', answers(429, '', { ...plain, 'x-ratelimit-reset': '30' })],
  [6, 'the connection is refused', 'network', refusesToConnect],
  [7, 'the response is not JSON', 'contract', answers(200, '<html>sign in</html>', html)],
  [7, 'the response has the wrong shape', 'contract', answers(200, [{ id: '1' }])],
  [7, 'there is a redirect', 'contract', answers(302, '', { location: 'https://elsewhere.test/' })],
])('exits with %d if %s', async (exitCode, _, code, service) => {
  const { baseUrl, requests } = plant(service);
  const line = ['depots', '--base-url', `${baseUrl}/api`, '--retries', '0', '--no-wait'];
  const ended = await run(line);
  expect(ended).toMatchObject({ code: exitCode, stdout: '' });
  expect(ended.stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
  const error = jsonError(await run([...line, '--json']));
  expect(error).toMatchObject({ code, exitCode });
  if (exitCode === 5) expect(error['retryAfterSeconds'], 'seconds until the limit ends').toBeCloseTo(30, -1);
  expect(new Set(requests)).toEqual(new Set(['/api/depots']));
});

test('exits with 5 at once if Retry-After is longer than --max-wait, and later runs send no request', async () => {
  const { baseUrl, requests } = plant(answers(429, 'Too Many Requests', { ...plain, 'retry-after': '300' }));
  const env = cleanEnvironment(temporaryFolder());
  const line = ['depots', '--base-url', baseUrl, '--max-wait', '90s', '--json'];
  for (let turn = 0; turn < 2; turn += 1) {
    const error = jsonError(await run(line, { env }));
    expect(error).toMatchObject({ code: 'rate_limited', exitCode: 5 });
    expect(error['retryAfterSeconds']).toBeGreaterThan(285);
    expect(error['retryAfterSeconds']).toBeLessThan(302);
    expect(error['message']).toContain(`for another ${String(error['retryAfterSeconds'])} s`);
  }
  expect(requests).toHaveLength(1);
  const limits = await run(['limits', '--json'], { env });
  expect(JSON.parse(limits.stdout)).toMatchObject([
    { origin: baseUrl, next: { reason: 'the service says too many requests' } },
  ]);
});

test('exits with 70 for a bug, asks for a report, and shows a stack trace only with -vv', async () => {
  const now = (): number => {
    throw new TypeError('boom');
  };
  const ended = await run(['depots', '--sandbox'], { now });
  expect(ended).toMatchObject({ code: 70, stdout: '' });
  expect(ended.stderr).toMatch(/boom[^]*report.*rental config/);
  expect(ended.stderr).not.toMatch(/^ +at /m);
  expect((await run(['depots', '--sandbox', '-vv'], { now })).stderr).toMatch(/^ +at /m);
});
