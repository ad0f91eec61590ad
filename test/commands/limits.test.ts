import { expect, test } from 'vitest';
import { configuredEnvironment } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { always, freeAddress, plant } from '../support/service.ts';

const home = (operators: Record<string, unknown> = {}) => configuredEnvironment({ operators });

async function limits(env: Record<string, string>, ...flags: string[]) {
  const ended = await run(['limits', '--json', ...flags], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ended.stdout) as Record<string, unknown>[];
}

test('limits is empty if no operator is configured and no request was sent', async () => {
  const env = home();
  expect(await limits(env)).toEqual([]);
  expect((await run(['limits'], { env, tty: ['stdout'] })).stdout).toMatch(
    /^No operator is configured/,
  );
});

test('limits counts the requests of all processes, by operator name or by address', async () => {
  const { baseUrl } = plant(always(200, []));
  const other = plant(always(200, []));
  const env = home({ lucky: { baseUrl, limit: '20/30s' }, idle: { baseUrl: 'https://idle.test' } });
  for (let i = 0; i < 3; i += 1) await run(['depots', '--operator', 'lucky'], { env });
  await run(['depots', '--base-url', other.baseUrl], { env });
  expect(await limits(env)).toMatchObject([
    {
      operator: 'lucky',
      origin: baseUrl,
      limit: 20,
      windowMs: 30_000,
      used: 3,
      free: 17,
      nextAt: null,
    },
    { operator: 'idle', origin: 'https://idle.test', limit: 100, used: 0, free: 100 },
  ]);
  const others = [{ origin: other.baseUrl, limit: 100, windowMs: 60_000, used: 1, free: 99 }];
  expect(await limits(env, '--base-url', other.baseUrl)).toMatchObject(others);
});

test('a table says in how long the next request can be sent, and why not now', async () => {
  const { baseUrl } = plant(always(200, []));
  const env = home({ lucky: { baseUrl, limit: '1/30s' } });
  await run(['depots', '--operator', 'lucky'], { env });
  const { stdout } = await run(['limits'], { env, tty: ['stdout'], columns: 200 });
  expect(stdout).toMatch(/in (?:29|30|31) s: 1 of 1 requests used/);
});

test('all ways to write the name of a host are one budget', async () => {
  const { port } = freeAddress();
  plant(always(200, []), new URL(`http://localhost:${port}`));
  const env = home({ lucky: { baseUrl: `http://localhost:${port}` } });
  expect(await run(['depots', '--operator', 'lucky'], { env })).toMatchObject({ code: 0 });
  const lucky = [{ operator: 'lucky', origin: `http://localhost:${port}`, used: 1 }];
  for (const host of ['localhost', 'localhost.', 'LOCALHOST.'])
    expect(await limits(env, '--base-url', `http://${host}:${port}/api`)).toMatchObject(lucky);
  expect(await limits(env, '--base-url', 'https://Lucky.test.:443/')).toMatchObject([
    { origin: 'https://lucky.test' },
  ]);
});

test('a limit on the command line counts for its command', async () => {
  const { baseUrl } = plant(always(200, []));
  const env = home({ lucky: { baseUrl, limit: '20/30s' } });
  const given = ['--base-url', `${baseUrl}/api`, '--rate-limit', '5/10s'];
  expect(await run(['depots', ...given], { env })).toMatchObject({ code: 0 });
  expect(await limits(env, ...given)).toMatchObject([{ limit: 5, windowMs: 10_000, used: 1 }]);
  const places = [
    'limit\t5/10s\tflag\t--rate-limit\t\n',
    'limit\t20/30s\tfile\toperators.lucky.limit\t\n',
  ];
  expect((await run(['config', ...given], { env })).stdout).toContain(places[0]);
  expect((await run(['config', '--base-url', `${baseUrl}/`], { env })).stdout).toContain(places[1]);
  const added = await run(
    ['operators', 'add', 'happy', 'https://happy.test', '--rate-limit', '5/10s', '--no-check'],
    {
      env,
    },
  );
  expect(added.stdout).toContain('\t5/10s\t');
});

test('limits shows only the operator that a flag or a variable names', async () => {
  const { baseUrl } = plant(always(200, []));
  const env = home({ lucky: { baseUrl, limit: '20/30s' }, idle: { baseUrl: 'https://idle.test' } });
  await run(['depots', '--base-url', plant(always(200, [])).baseUrl], { env });
  expect((await limits(env)).length).toBe(2);
  const lucky = [expect.objectContaining({ operator: 'lucky', limit: 20 })];
  expect(await limits(env, '--operator', 'lucky')).toEqual(lucky);
  expect(await limits({ ...env, RENTAL_OPERATOR: 'lucky' })).toEqual(lucky);
  expect(await limits(env, '--base-url', `${baseUrl}/api`)).toEqual(lucky);
  expect(await limits(env, '--base-url', 'https://new.test')).toMatchObject([
    { operator: 'new.test', used: 0 },
  ]);
  expect((await limits(env, '--operator', 'idle,lucky')).map(({ operator }) => operator)).toEqual([
    'idle',
    'lucky',
  ]);
  expect(await limits(env, '--sandbox')).toEqual([]);
});
