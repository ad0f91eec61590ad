/** A comparison that was killed or interrupted does not ask again for what was answered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { cachePath } from '../../../src/operators/cache-path.ts';
import type { Service } from '../../../src/http/types.ts';
import { createDice } from '../../support/dice.ts';
import { configuredEnvironment } from '../../support/environment.ts';
import { serviceOf } from '../../support/fleet.ts';
import { binary, collect, node, program } from '../../support/program.ts';
import { run } from '../../support/run.ts';
import { serve } from '../../support/server.ts';
import { answer, never, plant, type TestService } from '../../support/service.ts';
import { sleep } from '../../support/sleep.ts';
import { nightly } from '../../support/thorough.ts';
import { stopAt, stableDocument } from './support.ts';

/** Longer than a busy machine takes to start the program. */
const startMs = 20_000;
/** The most requests under way at once. */
const workers = 10;
const trips = 12;
const vehicles = 8;
const total = trips + 2 * vehicles + trips * vehicles;
const fleet = serviceOf({
  vehicles: () =>
    Object.fromEntries(
      Array.from({ length: vehicles }, (_, index) => [index + 1, `Van ${index + 1}`]),
    ),
  accessories: () => ({ 1: 'Chains' }),
  plans: () => ({ 2: 'Basic' }),
  quote: (query) => {
    const [id, day] = [
      Number(query.get('vehicle_id')),
      Number(query.get('pick_up_date')?.slice(8)),
    ];
    return { totalAmount: 7 * (100 + id) + 11 * ((id * day) % 5) };
  },
});

/** `mayAnswer` is asked at each request, which is never answered if it says no. */
async function service({
  delayMs = 1,
  isDown = () => false,
  mayAnswer = () => true,
  start = plant,
}: {
  readonly delayMs?: number;
  readonly isDown?: () => boolean;
  readonly mayAnswer?: (path: string) => boolean;
  readonly start?: (service: Service) => TestService | Promise<TestService>;
} = {}) {
  const server = await start(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (!mayAnswer(pathname + search)) return never();
    await sleep(delayMs);
    return isDown() ? answer(503, { error: 'Back soon' }) : fleet(request);
  });
  const newEnv = () =>
    configuredEnvironment({ operators: { lucky: { baseUrl: server.baseUrl, limit: '200/1s' } } });
  const args = [
    'compare',
    '--operator',
    'lucky',
    '--pick-up',
    'auckland',
    '--from',
    '2031-01-01..+11d',
    '--nights',
    '7',
    '--accessory',
    'chains',
    '--insurance',
    'basic',
    '--json',
    '--quote',
  ];
  return { server, newEnv, env: newEnv(), args };
}

interface Printed {
  readonly offers: readonly { readonly quoteId: string; readonly reused: boolean }[];
  readonly plan: { readonly requests: number };
  readonly partial: boolean;
}

type Env = Readonly<Record<string, string>>;

/**
 * Starts a service on loopback. `killed` starts a run, kills it `waitMs` after its request number
 * `until`, and returns its requests; the path `held` is never answered. `quote`: `best` or `all`.
 */
async function killer(quote: string) {
  let mayAnswer = (_: string): boolean => true;
  const { server, newEnv, args } = await service({
    start: serve,
    delayMs: 4,
    mayAnswer: (path) => mayAnswer(path),
  });
  const line = [...args, quote];
  const killed = async (
    env: Env,
    { until, waitMs, held }: { until: number; waitMs: number; held: string },
  ) => {
    const asked: string[] = [];
    const child = spawn(node, [binary, ...line], { env, stdio: 'ignore' });
    mayAnswer = (path) => {
      if (path !== '/late') asked.push(path);
      if (asked.length === Math.max(1, until)) void sleep(waitMs).then(() => child.kill('SIGKILL'));
      // One is never answered, so that no run ends before it is killed.
      return path !== held;
    };
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    // What it had sent is read before a later connection.
    await fetch(`${server.baseUrl}/late`);
    return asked;
  };
  const whole = async (env: Env) => {
    mayAnswer = () => true;
    const before = server.requests.length;
    const { code, stdout } = await program(line, { env });
    return { code, result: stableDocument({ stdout }), asked: server.requests.slice(before) };
  };
  return {
    newEnv,
    killed,
    whole,
    fileOf: (env: Env) => cachePath(env, 'answers', new URL(server.baseUrl)),
  };
}

/** How often tasks were sent again. The two lists of a vehicle are one task. */
function repeatedTasks(paths: readonly string[]): number {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, (times.get(path) ?? 0) + 1);
  const again = new Map<string, number>();
  for (const [path, count] of times) {
    const task = path.replace('accessories', 'insurance-types');
    again.set(task, Math.max(again.get(task) ?? 0, count - 1));
  }
  return [...again.values()].reduce((sum, count) => sum + count, 0);
}

for (const how of ['best', 'all'])
  test(
    `killed at random moments, --quote ${how} ends as if it had never been killed`,
    { timeout: 180_000, tags: ['long'] },
    async () => {
      const { newEnv, killed, whole, fileOf } = await killer(how);
      const dice = createDice(7);
      const { asked: paths, ...unbroken } = await whole(newEnv());
      expect([unbroken.code, paths]).toEqual([0, [...new Set(paths)]]);
      // Five kills of each comparison.
      for (const held of nightly(paths.slice(-4), 2, 2)) {
        const env = newEnv();
        const runs: string[][] = [];
        const moments = Array.from({ length: 5 }, () => dice.below(paths.length)).sort(
          (a, b) => a - b,
        );
        for (const moment of moments) {
          // With so many dead bytes in the file, the first answer rewrites it. An unfinished rewrite
          // of a killed run would put that off for a minute.
          const isRewriting = existsSync(fileOf(env)) && dice.chance(0.4);
          rmSync(`${fileOf(env)}.new`, { force: true });
          if (isRewriting) appendFileSync(fileOf(env), `\n${'x'.repeat(400_000)}`);
          // A moment is a number of requests since the first run.
          const until = isRewriting ? 1 : moment - new Set(runs.flat()).size;
          runs.push(await killed(env, { until, waitMs: dice.below(isRewriting ? 50 : 6), held }));
        }
        const { asked: rest, ...ended } = await whole(env);
        expect(ended).toEqual(unbroken);
        expect(new Set([...runs.flat(), ...rest])).toEqual(new Set(paths));
        // A request that a killed run has sent can be read during the next run, so they are counted
        // together.
        const repeated = repeatedTasks([...runs.flat(), ...rest]);
        expect(repeated, 'asked again').toBeLessThanOrEqual(workers * moments.length);
      }
    },
  );

test(
  'what is under way at Ctrl-C is received, so the next comparison asks for nothing twice',
  { tags: ['long'] },
  async () => {
    const { server, newEnv, args } = await service({ start: serve, delayMs: 80 });
    const line = [...args, 'best'];
    const env = newEnv();
    for (const count of [3, 24]) {
      const end = server.requests.length + count;
      const child = spawn(node, [binary, ...line], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      const { ended } = collect(child);
      await vi.waitUntil(() => server.requests.length >= end, { interval: 1, timeout: startMs });
      child.kill('SIGINT');
      const { signal, stdout } = await ended;
      expect([signal, JSON.parse(stdout)]).toMatchObject(['SIGINT', { partial: true }]);
      // No more than could be on their way.
      expect(server.requests.length).toBeLessThanOrEqual(end + workers);
    }
    expect((await program(line, { env })).code).toBe(0);
    expect(server.requests).toEqual([...new Set(server.requests)]);
  },
);

test(
  'Ctrl-C after the last request prints the whole answer, and ends by the signal',
  { tags: ['long'] },
  async () => {
    const { server, newEnv, args } = await service();
    await run([...args, 'best'], { env: newEnv() });
    const count = server.requests.length;
    let interrupt = (_: 'SIGINT'): void => {};
    const late = await service({
      mayAnswer: () => {
        if (late.server.requests.length === count) interrupt('SIGINT');
        return true;
      },
    });
    const ended = await run([...late.args, 'best'], {
      env: late.env,
      onStart: (by) => void (interrupt = by),
    });
    expect(late.server.requests).toHaveLength(count);
    expect(ended.code).toBe(130);
    expect((JSON.parse(ended.stdout) as Printed).offers).toHaveLength(trips * vehicles);
  },
);

test('a second Ctrl-C ends a comparison at once', { tags: ['long'] }, async () => {
  const { server, env, args } = await service({
    start: serve,
    mayAnswer: (path) => path === '/depots',
  });
  const child = spawn(node, [binary, ...args, 'best'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { ended } = collect(child);
  await vi.waitUntil(() => server.requests.length > workers, { timeout: startMs });
  // After the first one it waits for answers, and would then print a document.
  const again = setInterval(() => child.kill('SIGINT'), 20);
  const { signal, stdout } = await ended;
  clearInterval(again);
  expect([signal, stdout]).toEqual(['SIGINT', '']);
});

test('after Ctrl-C an answer that does not come is waited for two seconds', async () => {
  const { server, env, args } = await service({ mayAnswer: (path) => path === '/depots' });
  const waits: number[] = [];
  const noWait = async (ms: number): Promise<void> => void waits.push(ms);
  const ended = await run([...args, 'best'], {
    env,
    sleep: noWait,
    ...stopAt(1 + workers, server),
  });
  expect(ended.code).toBe(130);
  expect(JSON.parse(ended.stdout)).toMatchObject({ partial: true, plan: { requests: 1 } });
  expect([...new Set(waits)]).toEqual([2000]);
});

test(
  'after Ctrl-C, the next comparison asks for the rest, and says how old the answers are',
  { tags: ['long'] },
  async () => {
    const { server, env, args } = await service();
    const line = [...args, 'all'];
    for (const count of [9, 60])
      expect(await run(line, { env, ...stopAt(count, server) })).toMatchObject({ code: 130 });
    const dry = JSON.parse((await run([...line, '--dry-run'], { env })).stdout) as Printed;
    expect(dry.plan.requests).toBeLessThan(total);
    // Only now: a request that Ctrl-C ended can reach the service later.
    const before = server.requests.length;
    const ended = await run(line, { env });
    expect(ended.stderr).toMatch(/note: reused the availability of 12 trips, at most \d+ s old/);
    const { offers, plan, partial } = JSON.parse(ended.stdout) as Printed;
    expect([offers.length, partial]).toEqual([trips * vehicles, false]);
    const missing = server.requests.slice(before);
    expect(missing.filter((path) => !path.startsWith('/quotes'))).toEqual([]);
    expect(plan.requests).toBe(missing.length);
    expect(offers.filter(({ reused }) => !reused)).toHaveLength(missing.length);
  },
);

test('other commands ask the service, whatever a comparison has stored', async () => {
  const { server, env, args } = await service({ isDown: () => server.requests.length > trips + 3 });
  // The pause after which an operator that is down is asked again is left out.
  await run([...args, 'all', '--retries', '0'], { env, sleep: async () => {} });
  const before = server.requests.length;
  const trip = [
    '--pick-up',
    '1',
    '--from',
    '2031-01-01',
    '--to',
    '+7d',
    '--operator',
    'lucky',
    '--retries',
    '0',
  ];
  expect((await run(['availability', ...trip], { env })).code).toBe(4);
  expect(server.requests.length).toBe(before + 1);
});
