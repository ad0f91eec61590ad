/**
 * A user name and a password in an address are never shown, however they are written and wherever
 * they are given.
 */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { cli } from '../../support/cli.ts';

const addresses = [
  'https://user%3As3cret%40host.example/api/agent',
  'https://user:s3cret%40host.example/api/agent',
  'https://user%253As3cret%2540host.example/api',
  'https://user%3As3cret',
  'https://user:s3cret\uFF20host.example',
  'https://gateway.example/https%3A%2F%2Fuser%3As3cret%40host.example/api',
  'https://gateway.example/user:s3cret@host.example',
  'user%3As3cret%40host.example',
];

test.each(addresses)(
  'an operator at %s is refused, and nothing shows the password',
  async (address) => {
    const env = configuredEnvironment({ operators: { lucky: { baseUrl: address } } });
    const lines = [
      ['depots', '--base-url', address],
      ['depots', '-v', '-v', '--base-url', address, '--json'],
      ['depots', '--base-url', 'http://127.0.0.1:9', '--site-url', address],
      ['operators', 'add', 'lucky', address],
      ['config', '--base-url', address],
      ['book-link', '--pick-up', '1', '--from', '+30d', '--nights', '7', '--base-url', address],
    ];
    for (const line of lines) {
      const { code, stdout, stderr } = await run(line);
      expect([line, code]).toEqual([line, line[0] === 'config' ? expect.any(Number) : 2]);
      expect(stdout + stderr).not.toContain('s3cret');
    }
    for (const line of [
      ['operators', 'list'],
      ['operators', 'show', 'lucky'],
      ['config'],
      ['depots'],
      ['limits'],
    ]) {
      const { stdout, stderr } = await run(line, { env });
      expect(stdout + stderr).not.toContain('s3cret');
    }
  },
);

test.each([
  [
    'the value of a misspelt flag',
    ['depots', '--bas-url=https://user%3As3cret%40host.example/api'],
  ],
  ['instead of a name', ['depots', '--operator', 'https://user%3As3cret%40host.example/api']],
  ['instead of a command', ['https://user%3As3cret%40host.example/api']],
])('an address that is %s is repeated without its password', async (_, line) => {
  const { code, stderr } = await run(line);
  expect(code).toBe(2);
  expect(stderr).toContain('…@host.example/api');
  expect(stderr).not.toContain('s3cret');
});

test('the address of a shared budget is shown without its password', async () => {
  const { run: runLine } = cli(operatorService());
  const env = { RENTAL_BUDGET_URL: 'redis://user%3As3cret%40host.example:6379' };
  for (const line of ['depots', 'limits', 'config', 'config --json', 'depots -v']) {
    const { stdout, stderr } = await runLine(line, { env });
    expect(stdout + stderr).toContain('…@host.example:6379');
    expect(stdout + stderr).not.toContain('s3cret');
  }
});

test('the target of a redirect is shown without its password', async () => {
  const location = 'https://user%3As3cret%40host.example/api';
  const { run: runLine } = cli(
    async () => new Response(null, { status: 302, headers: { location } }),
  );
  const { code, stderr } = await runLine('depots -v -v');
  expect(code).toBe(7);
  expect(stderr).toContain('…@host.example/api');
  expect(stderr).not.toContain('s3cret');
});
