/** A base address without its path: the hint names the likely one. */
import { expect, test } from 'vitest';
import { plantSandbox } from '../sandbox/support.ts';
import { run } from '../support/run.ts';
import { always, plant } from '../support/service.ts';

test('a website that does not know the address', async () => {
  const { siteUrl, requests } = plantSandbox();
  const origin = siteUrl.replace(/\/$/, '');
  expect(await run(['depots', '--base-url', siteUrl])).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'error: the service refused GET /depots: Nothing was found at this address\n' +
      `hint: check the base address: ${origin}/depots must exist; often it is ${origin}/api/agent\n`,
  });
  expect(requests.map(({ path }) => path)).toEqual(['/depots']);
});

/** `Nothing was found at this address` is in the form of the interface's errors. */
test.each([
  [
    ['extras', '101'],
    3,
    'error: the service refused GET /vehicles/101/accessories: Nothing was found at this address\nhint: ',
  ],
  [
    ['compare'],
    3,
    'warning: 1 request failed: the service refused GET /vehicles/availability: Nothing was found at this address; ',
  ],
] as const)('a website with errors in the same form, %j', async (command, code, message) => {
  const { siteUrl } = plantSandbox();
  const origin = siteUrl.replace(/\/$/, '');
  const ended = await run([...command, '--base-url', siteUrl, '--pick-up', '1', '--from', '+30d', '--nights', '7']);
  expect(ended.code).toBe(code);
  expect(ended.stderr.startsWith(message)).toBe(true);
  expect(ended.stderr).toContain(
    `; or check the base address: ${origin}/depots must exist; often it is ${origin}/api/agent\n`,
  );
});

test('a website that answers everything with a page', async () => {
  const { baseUrl } = plant(always(200, '<h1>Hello</h1>', { 'content-type': 'text/html' }));
  const ended = await run(['depots', '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 7, stdout: '' });
  expect(ended.stderr).toBe(
    'error: GET /depots: the answer is a web page, not JSON\n' +
      `hint: check whether a network asks for a login first, and the base address; often it is ${baseUrl}/api/agent\n`,
  );
});

test('rental smoke cannot check a website and says where the interface often is, after one request', async () => {
  const { siteUrl, baseUrl, requests } = plantSandbox();
  const { code, stdout, stderr } = await run(['smoke', '--base-url', siteUrl, '--json']);
  expect(code).toBe(3);
  const obstacle = 'GET /depots: 404, application/json';
  const hint = `check the base address: ${siteUrl}/depots must exist; often it is ${baseUrl}`;
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 3, obstacle, hint, counts: { pass: 0, fail: 0, warn: 0 } });
  expect(stderr).toBe(`error: ${obstacle}\nhint: ${hint}\n`);
  expect(requests.map(({ path }) => path)).toEqual(['/depots']);
});
