// @module-tag redis-server
/** Commands on two machines that share a budget on a real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { operator, operatorServer } from '../../support/operator.ts';
import { program } from '../../support/program.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';
import { run } from '../../support/run.ts';
import { isThorough } from '../../support/thorough.ts';

const secret = 'Pa55-word';
let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis('--requirepass', secret);
});
afterAll(() => redis?.end());

/**
 * A machine: its own folders. The window is short, because a server that has just started spreads
 * its first requests over a window.
 */
function machine(
  budgetUrl: string,
  baseUrl: string,
  more: Record<string, string> = {},
): Record<string, string> {
  const operators = { lucky: { baseUrl, limit: '100/100ms', ...more } };
  return { ...configuredEnvironment({ operators }), RENTAL_BUDGET_URL: budgetUrl };
}

const url = () => redis.url.replace('//', `//:${secret}@`);

test('limits shows the budget of all machines and where it is', async () => {
  const { baseUrl } = operator();
  // Long enough that the request still counts when it is read.
  const limit = { limit: '100/20s' };
  await run(['depots'], { env: machine(url(), baseUrl, limit) });
  const env = machine(url(), baseUrl, limit);
  const [row] = JSON.parse((await run(['limits', '--json'], { env })).stdout) as Record<
    string,
    unknown
  >[];
  expect(row).toMatchObject({ server: redis.url.replace('//', '//…@'), serverProblem: null });
  expect(row?.['used']).toBeGreaterThanOrEqual(1);
  const table = await run(['limits'], { env, tty: ['stdout'], columns: 160 });
  expect(table.stdout).toContain('SHARED ON');
  const plain = await run(['limits'], { env: { ...env, RENTAL_BUDGET_URL: '' } });
  expect(plain.stdout.split('\t')).toHaveLength(10);
});

test(
  'two machines share the budget of a database on one server, and not that of another',
  { tags: ['long'] },
  async () => {
    const { baseUrl } = operator();
    const depots = async (...flags: string[]) => {
      const env = machine(url(), baseUrl, { limit: '1/2s' });
      return (await run(['depots', ...flags], { env })).code;
    };
    const other = depots('--budget-url', `${url()}/1`);
    expect(await depots()).toBe(0);
    expect(await depots('--no-wait')).toBe(5);
    expect(await other).toBe(0);
  },
);

test('a server that cannot be used causes a note, and no command fails', async () => {
  const { baseUrl } = operator();
  const env = machine(url().replace(secret, 'wrong'), baseUrl);
  const depots = await run(['depots', '--json'], { env });
  expect(depots).toMatchObject({ code: 0 });
  expect(depots.stderr).toMatch(
    /^note: the shared request budget on redis:\/\/…@\S+ cannot be used: it refuses .*\n$/,
  );
  const limits = await run(['limits', '--json'], { env });
  expect(JSON.parse(limits.stdout)).toMatchObject([
    { limit: 25, windowMs: 100, serverProblem: 'it refuses the user name or password' },
  ]);
  expect((await run(['config'], { env })).stdout).toContain('it refuses the user name or password');
  // Without a server, this machine has the whole limit.
  const alone = await run(['limits', '--json'], { env: { ...env, RENTAL_BUDGET_URL: '' } });
  expect(JSON.parse(alone.stdout)).toMatchObject([{ limit: 100, windowMs: 100 }]);
});

test('no output shows the password, whatever is wrong', async () => {
  const { baseUrl } = operator();
  const urls = [url(), `http://u:${secret}@h`, `redis://:${secret}`];
  // It is waited for.
  if (isThorough) urls.push(url().replace(':' + redis.port, ':1'));
  const lines = [['depots', '-v'], ['limits'], ['config', '--json']];
  for (const budgetUrl of urls) {
    const env = { ...machine('', baseUrl), DEBUG: '*' };
    const runs = [
      run(['depots', `--budget-ulr=${budgetUrl}`], { env }),
      ...lines.map((line) => run([...line, '--budget-url', budgetUrl], { env })),
      ...lines.map((line) => run(line, { env: { ...env, RENTAL_BUDGET_URL: budgetUrl } })),
    ];
    for (const { stdout, stderr } of await Promise.all(runs))
      expect(stdout + stderr).not.toContain(secret);
  }
});

test('the configuration can name a server for an operator', async () => {
  const { baseUrl } = operator();
  const own = machine('', baseUrl, { budgetUrl: url() });
  expect(await run(['depots'], { env: own })).toMatchObject({ code: 0, stderr: '' });
  const shown = redis.url.replace('//', '//…@');
  expect((await run(['limits', '--json'], { env: own })).stdout).toContain(shown);
  expect((await run(['config'], { env: own })).stdout).toContain(
    `${shown}\tfile\toperators.lucky.budgetUrl`,
  );
  expect((await run(['limits', '--json', '--budget-url', ''], { env: own })).stdout).not.toContain(
    shown,
  );
  const wrong = await run(['depots'], {
    env: machine('', baseUrl, { budgetUrl: `https://u:${secret}@h` }),
  });
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toMatch(
    /operators\.lucky\.budgetUrl is not the address of a Redis server: https:\/\/…@h/,
  );
});

test.runIf(process.platform === 'linux')(
  'the list of processes does not show the password, and the program ends at once',
  { tags: ['node', 'long'] },
  async () => {
    const titles: string[] = [];
    const { baseUrl } = await operatorServer();
    const ended = await program(['depots', '-v', '--budget-url', url()], {
      env: {
        ...machine('', baseUrl),
        DEBUG: '*',
        NODE_OPTIONS: `--require=${join(import.meta.dirname, '../../support/show-pid.cjs')}`,
      },
      onOutput: ({ stderr }) => {
        const pid = /pid (\d+)/.exec(stderr)?.[1];
        if (pid !== undefined && /depots 200,/.test(stderr))
          titles.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      },
    });
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain(secret);
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.join('')).not.toContain(secret);
    const limits = await program(['limits', '--budget-url', url()], { env: machine('', baseUrl) });
    expect(limits).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining(secret) as string,
    });
  },
);
