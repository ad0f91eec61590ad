/** Nothing that was answered is asked for twice: not after a kill. */
import { expect, test } from 'vitest';
import type { Service } from '../../../src/service.ts';
import { configuredEnvironment } from '../../support/environment.ts';
import { serviceOf } from '../../support/fleet.ts';
import { program } from '../../support/program.ts';
import { run } from '../../support/run.ts';
import { serve } from '../../support/server.ts';
import { answer, never, plant, type TestService } from '../../support/service.ts';
import { sleep } from '../../support/sleep.ts';
import { sample } from '../../support/thorough.ts';
import { stopAt } from './support.ts';

/** The most requests under way at once. */
const workers = 10;
const trips = 12;
const vehicles = 8;
const total = trips + 2 * vehicles + trips * vehicles;
const fleet = serviceOf({
  vehicles: () => Object.fromEntries(Array.from({ length: vehicles }, (_, index) => [index + 1, `Van ${index + 1}`])),
  accessories: () => ({ 1: 'Chains' }),
  plans: () => ({ 2: 'Basic' }),
});

/**
 * Counts requests, and tells those whose answer arrived from those that a kill cut off.
 * `holdsFrom` is the number of requests after which it answers no more, so that a kill always comes in time.
 */
async function service({
  delayMs = 1,
  isDown = () => false,
  holdsFrom = () => Infinity,
  start = plant,
}: {
  readonly delayMs?: number;
  readonly isDown?: () => boolean;
  readonly holdsFrom?: () => number;
  readonly start?: (service: Service) => TestService | Promise<TestService>;
} = {}) {
  const arrived: string[] = [];
  const server: TestService = await start(async (request) => {
    if (server.requests.length > holdsFrom()) return never();
    await sleep(delayMs);
    if (isDown()) return answer(503, { error: 'Back soon' });
    const { pathname, search } = new URL(request.url);
    if (!request.signal.aborted) arrived.push(pathname + search);
    return fleet(request);
  });
  const env = configuredEnvironment({ operators: { lucky: { baseUrl: server.baseUrl, limit: '200/1s' } } });
  const args = [
    ...['compare', '--operator', 'lucky', '--pick-up', '1', '--from'],
    ...['2031-01-01..+11d', '--nights', '7', '--quote', 'all', '--accessory', 'chains', '--insurance', 'basic'],
  ];
  return { server, arrived, env, args };
}

interface Printed {
  readonly offers: readonly { readonly quoteId: string; readonly reused: boolean }[];
  readonly plan: { readonly requests: number };
  readonly partial: boolean;
}

test(
  'a sweep that is killed again and again asks for no answer twice that had arrived',
  { timeout: 180_000, tags: ['long'] },
  async () => {
    let holdsFrom = 0;
    const { server, arrived, env, args } = await service({
      start: serve,
      delayMs: 4,
      holdsFrom: () => holdsFrom,
    });
    // How often each was asked for when it was printed: a request that a kill cut off may be before that.
    const printed = new Map<string, number>();
    const askedFor = (path: string): number => server.requests.filter((one) => one === path).length;
    const kills = sample([3, 5, 7, 11, 13, 17, 19, 23, 29, 31], 4);
    for (const more of kills) {
      const before = server.requests.length;
      // With -v every answer is a line, so the kill comes at any moment between two of them.
      holdsFrom = before + more + workers;
      const ended = await program([...args, '-v', '--format', 'ndjson'], {
        env,
        onOutput: (_, kill) => {
          if (server.requests.length >= before + more) kill('SIGKILL');
        },
      });
      // The last ones may have nothing left to ask for.
      expect(ended.signal ?? new Set(arrived).size).toBe(ended.signal === null ? total : 'SIGKILL');
      const ids = [...ended.stdout.matchAll(/"quoteId":"Q-([^"]*)"/g)].map(([, id = '']) => id);
      for (const path of ids.map((id) => `/quotes?${id}`)) {
        if (!printed.has(path)) printed.set(path, askedFor(path));
      }
    }
    holdsFrom = Infinity;
    const last = await program([...args, '--json'], { env });
    expect(last.code).toBe(0);
    expect((JSON.parse(last.stdout) as Printed).offers).toHaveLength(trips * vehicles);
    expect(printed.size).toBeGreaterThan(0);
    for (const [path, count] of printed) expect([path, askedFor(path)]).toEqual([path, count]);
    // At a kill, each worker can have an answer between the service and the disk.
    const twice = arrived.length - new Set(arrived).size;
    expect(twice).toBeLessThanOrEqual(2 * workers * kills.length);
    expect(new Set(arrived).size).toBe(total);
  },
);

test('after Ctrl-C, the next sweep asks only for what is missing, and says how old the rest is', async () => {
  const { server, env, args } = await service();
  for (const count of [9, 60])
    expect(await run([...args, '--json'], { env, ...stopAt(count, server) })).toMatchObject({ code: 130 });
  const dry = JSON.parse((await run([...args, '--json', '--dry-run'], { env })).stdout) as Printed;
  expect(dry.plan.requests).toBeLessThan(total);
  // Only now: a request that Ctrl-C ended can reach the service later.
  const before = server.requests.length;
  const ended = await run([...args, '--json'], { env });
  expect(ended.stderr).toMatch(/note: the availability of 12 trips is from an interrupted sweep, up to \d+ s ago/);
  const { offers, plan, partial } = JSON.parse(ended.stdout) as Printed;
  expect([offers.length, partial]).toEqual([trips * vehicles, false]);
  const missing = server.requests.slice(before);
  expect(missing.filter((path) => !path.startsWith('/quotes'))).toEqual([]);
  expect(plan.requests).toBe(missing.length);
  expect(offers.filter(({ reused }) => !reused)).toHaveLength(missing.length);
  const other = await run([...args, '--json'], { env });
  expect(other.stderr).not.toContain('interrupted sweep');
  expect(server.requests.slice(before + missing.length)).toHaveLength(trips + 2 * vehicles);
});

test('other commands ask the service, whatever a sweep has stored', async () => {
  const { server, env, args } = await service({ isDown: () => server.requests.length > trips + 3 });
  await run([...args, '--json', '--retries', '0'], { env });
  const before = server.requests.length;
  const trip = ['--pick-up', '1', '--from', '2031-01-01', '--to', '+7d', '--operator', 'lucky', '--retries', '0'];
  expect((await run(['availability', ...trip], { env })).code).toBe(4);
  expect(server.requests.length).toBe(before + 1);
});
