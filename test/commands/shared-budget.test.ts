// @module-tag redis-server
/** Commands on two machines that share a budget and quotes on a real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, configuredEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator, operatorServer } from '../support/operator.ts';
import { program } from '../support/program.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { run } from '../support/run.ts';

const secret = 'Pa55-word';
let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis('--requirepass', secret);
});
afterAll(() => redis?.end());

/** A machine: its own folders. The window is short, because a server that has just started gives out only a share in the first. */
function machine(budgetUrl: string, baseUrl: string, more: Record<string, string> = {}): Record<string, string> {
  const operators = { lucky: { baseUrl, limit: '100/100ms', ...more } };
  return { ...configuredEnvironment({ operators }), RENTAL_BUDGET_URL: budgetUrl };
}

const url = () => redis.url.replace('//', `//:${secret}@`);
const trip = ['--pick-up', '1', '--drop-off', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

test('a quote of one machine is used by the other, until it expires', async () => {
  const { baseUrl, requests } = operator();
  const compare = ['compare', ...trip, '--json'];
  const [first, second] = [machine(url(), baseUrl), machine(url(), baseUrl)];
  const one = await run(compare, { env: first });
  expect(one).toMatchObject({ code: 0 });
  const quotes = requests.filter((path) => path.includes('quote')).length;
  expect(quotes).toBeGreaterThan(0);
  const other = await run(compare, { env: second });
  expect(other).toMatchObject({ code: 0 });
  expect(requests.filter((path) => path.includes('quote'))).toHaveLength(quotes);
  // Now stored on this machine too.
  const alone = { ...second, RENTAL_BUDGET_URL: '' };
  await run(compare, { env: alone });
  expect(requests.filter((path) => path.includes('quote'))).toHaveLength(quotes);
  await run([...compare, '--refresh'], { env: second });
  expect(requests.filter((path) => path.includes('quote'))).toHaveLength(2 * quotes);
});

test('limits shows the budget of all machines and where it is', async () => {
  const { baseUrl } = operator();
  const limit = { limit: '100/60s' };
  await run(['depots'], { env: machine(url(), baseUrl, limit) });
  const env = machine(url(), baseUrl, limit);
  const [row] = JSON.parse((await run(['limits', '--json'], { env })).stdout) as Record<string, unknown>[];
  expect(row).toMatchObject({ server: { address: redis.url.replace('//', '//…@'), problem: null, waiting: [] } });
  expect(row?.['used']).toBeGreaterThanOrEqual(1);
  const table = await run(['limits'], { env, tty: ['stdout'], columns: 160 });
  expect(table.stdout).toContain('SHARED ON');
  const plain = await run(['limits'], { env: { ...env, RENTAL_BUDGET_URL: '' } });
  expect(plain.stdout.split('\t')).toHaveLength(11);
});

test('limits shows what was used lately with nothing but the address of a server, on any machine', async () => {
  const fresh = await startRedis();
  onTestFinished(() => fresh.end());
  const { baseUrl } = operator();
  const before = Date.now();
  const env = { ...cleanEnvironment(temporaryFolder()), RENTAL_BUDGET_URL: fresh.url };
  const other = { ...cleanEnvironment(temporaryFolder()), RENTAL_BUDGET_URL: fresh.url };
  expect(await run(['depots', '--base-url', baseUrl], { env })).toMatchObject({ code: 0 });
  const server = expect.objectContaining({ address: fresh.url, problem: null }) as object;
  const shown = {
    operator: null,
    origin: baseUrl,
    limit: 100,
    windowMs: 60_000,
    free: expect.any(Number) as number,
    server,
  };
  for (const one of [env, other])
    expect(JSON.parse((await run(['limits', '--json'], { env: one })).stdout)).toMatchObject([shown]);
  // A new server is slow, because it may not know the last window.
  const slow = await run(['limits', '--json'], { env: machine(fresh.url, baseUrl, { limit: '100/60s' }) });
  const [{ server: known }] = JSON.parse(slow.stdout) as [{ server: { knownFrom: string } }];
  expect(Date.parse(known.knownFrom) - before).toBeGreaterThan(59_000);
  expect(slow.stderr).toBe(
    `note: the budget server ${fresh.url} may not know the last window, so requests to lucky are spread out until ` +
      `${known.knownFrom.slice(11, 19)} UTC\n`,
  );
  // Another database is for others.
  expect((await run(['limits', '--json', '--budget-url', `${fresh.url}/1`], { env: other })).stdout).toBe('[]\n');
  await fresh.kill();
  const away = await run(['limits', '--json'], { env: other });
  expect(away).toMatchObject({ code: 0, stdout: '[]\n' });
  expect(away.stderr).toMatch(
    /^note: the shared request budget on \S+ cannot be used: nothing listens there \(ECONNREFUSED\);/,
  );
});

test('a server that cannot be used costs a note, and no command its success', async () => {
  const { baseUrl } = operator();
  const env = machine(url().replace(secret, 'wrong'), baseUrl);
  const depots = await run(['depots', '--json'], { env });
  expect(depots).toMatchObject({ code: 0 });
  expect(depots.stderr).toMatch(/^note: the shared request budget on redis:\/\/…@\S+ cannot be used: it refuses .*\n$/);
  const limits = await run(['limits', '--json'], { env });
  expect(JSON.parse(limits.stdout)).toMatchObject([
    { limit: 25, windowMs: 100, server: { problem: 'it refuses the user name or password' } },
  ]);
  expect((await run(['config'], { env })).stdout).toContain('it refuses the user name or password');
  // The share is the limit only while there should be a server.
  const alone = await run(['limits', '--json'], { env: { ...env, RENTAL_BUDGET_URL: '' } });
  expect(JSON.parse(alone.stdout)).toMatchObject([{ limit: 100, windowMs: 100 }]);
});

test('no output shows the password, whatever is wrong', async () => {
  const { baseUrl } = operator();
  const urls = [url(), url().replace(':' + redis.port, ':1'), `http://u:${secret}@h`, `redis://:${secret}`];
  const lines = [['depots', '-vv'], ['limits'], ['config', '--json']];
  for (const budgetUrl of urls) {
    const env = { ...machine('', baseUrl), DEBUG: '*' };
    const runs = [
      run(['depots', `--budget-ulr=${budgetUrl}`], { env }),
      ...lines.map((line) => run([...line, '--budget-url', budgetUrl], { env })),
      ...lines.map((line) => run(line, { env: { ...env, RENTAL_BUDGET_URL: budgetUrl } })),
    ];
    for (const { stdout, stderr } of await Promise.all(runs)) expect(stdout + stderr).not.toContain(secret);
  }
});

test('the configuration can name a server for an operator', async () => {
  const { baseUrl } = operator();
  const own = machine('', baseUrl, { budgetUrl: url() });
  expect(await run(['depots'], { env: own })).toMatchObject({ code: 0, stderr: '' });
  const shown = redis.url.replace('//', '//…@');
  expect((await run(['limits', '--json'], { env: own })).stdout).toContain(shown);
  expect((await run(['config'], { env: own })).stdout).toContain(`${shown}\tfile\toperators.lucky.budgetUrl`);
  expect((await run(['limits', '--json', '--budget-url', ''], { env: own })).stdout).not.toContain(shown);
  const wrong = await run(['depots'], { env: machine('', baseUrl, { budgetUrl: `https://u:${secret}@h` }) });
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toMatch(/operators\.lucky\.budgetUrl is not the address of a Redis server: https:\/\/…@h/);
});

test.runIf(process.platform === 'linux')(
  'the list of processes does not show the password, and the program ends at once',
  { tags: ['node'] },
  async () => {
    const titles: string[] = [];
    const { baseUrl } = await operatorServer();
    const ended = await program(['depots', '-v', '--budget-url', url()], {
      env: {
        ...machine('', baseUrl),
        DEBUG: '*',
        NODE_OPTIONS: `--require=${join(import.meta.dirname, '../support/show-title.cjs')}`,
      },
      onOutput: ({ stderr }) => {
        const pid = /pid (\d+)/.exec(stderr)?.[1];
        if (pid !== undefined && stderr.includes('200')) titles.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      },
    });
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain(secret);
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.join('')).not.toContain(secret);
  },
);
