import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LimiterKind, makeLimiter } from '../../../bench/budget/limiters.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { FakeMachine } from './fake-machine.ts';

const windowMs = 60_000;

interface Scene {
  readonly limit: number;
  readonly kind: LimiterKind;
  /** Which answers carry the X-RateLimit headers. */
  readonly headers: 'all' | 'refusals' | 'none';
  readonly processes: number;
  /** Requests under way in each process. */
  readonly lanes: number;
  readonly requests: number;
  /** Part of the limit that another client takes. */
  readonly foreign?: number;
  /** When in the service's window it begins, ms. */
  readonly phase: number;
  readonly latency: number;
}

interface Outcome {
  readonly refused: number;
  readonly mostInAnyWindow: number;
  /** Of the least time that so many requests can take. */
  readonly makespan: number;
}

/** Plays a whole run against a service that counts in its own way, in no time at all. */
async function play(scene: Scene, stateDir = temporaryFolder()): Promise<Outcome> {
  const { limit } = scene;
  const machine = new FakeMachine();
  await machine.pass(scene.phase);
  const limiter = makeLimiter(scene.kind, limit, windowMs);
  const counted: number[] = [];
  let [refused, left, over] = [0, scene.requests, false];
  const serve = () => {
    const verdict = limiter(machine.monotonic());
    if (verdict.ok) counted.push(machine.monotonic());
    return verdict;
  };
  const stranger = async () => {
    while (scene.foreign && !over) {
      await machine.sleep((-Math.log(1 - machine.random()) * windowMs) / (limit * scene.foreign));
      serve();
    }
  };
  const trip = () => machine.sleep(scene.latency * (0.5 + machine.random()));
  const lane = async (budget: ReturnType<typeof createBudget>) => {
    while (left > 0) {
      left -= 1;
      for (let ok = false; !ok;) {
        const permit = await budget.acquire(new AbortController().signal);
        await trip();
        const verdict = serve();
        const receivedAt = machine.now();
        await trip();
        ok = verdict.ok;
        if (!ok) refused += 1;
        const told = scene.headers === 'all' || (scene.headers === 'refusals' && !ok);
        const headers = {
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(verdict.remaining),
          'x-ratelimit-reset': String(Math.ceil(receivedAt + verdict.resetMs)),
        };
        permit.answered({ status: ok ? 200 : 429, headers: told ? headers : {}, receivedAt: machine.now() });
      }
    }
  };
  const strangerDone = stranger();
  if (scene.foreign) await machine.pass(windowMs);
  const start = machine.monotonic();
  const options = { origin: 'https://rental.test', limit, windowMs, maxWaitMs: 1e9, attemptTimeoutMs: 30_000 };
  const lanes = Array.from({ length: scene.processes }, () => {
    const budget = createBudget({ ...options, machine, uptime: machine.uptime, stateDir });
    return Array.from({ length: scene.lanes }, () => lane(budget));
  });
  await machine.until(Promise.all(lanes.flat()));
  over = true;
  const least = (Math.ceil(scene.requests / limit) - 1) * windowMs;
  const makespan = (machine.monotonic() - start) / least;
  await machine.until(strangerDone);
  const inWindow = counted.map((from) => counted.filter((at) => at >= from && at < from + windowMs).length);
  return { refused, mostInAnyWindow: Math.max(...inWindow), makespan };
}

const base = { limit: 20, headers: 'all', processes: 1, lanes: 4, requests: 70, phase: 17_000, latency: 60 } as const;

describe.each(['fixed', 'sliding', 'bucket'] as const)('against a service with a %s limit', (kind) => {
  it.each(['all', 'refusals', 'none'] as const)(
    'is never refused and wastes no time, with headers on %s',
    async (headers) => {
      for (const processes of [1, 4]) {
        const outcome = await play({ ...base, kind, headers, processes });
        expect(outcome).toMatchObject({ refused: 0, mostInAnyWindow: base.limit });
        expect(outcome.makespan).toBeLessThan(1.05);
      }
    },
  );

  it('costs at most three refusals while another client takes 30 % of the limit', async () => {
    for (const processes of [1, 4]) {
      const { refused, makespan } = await play({ ...base, kind, processes, lanes: 2, foreign: 0.3 });
      expect(refused).toBeLessThanOrEqual(3);
      expect(makespan).toBeLessThan(3);
    }
  });
});

describe('against a weighted counter', () => {
  const weighted = { ...base, limit: 100, requests: 300, kind: 'weighted' } as const;

  it.each([3_000, 17_000, 31_000, 45_000])(
    '%i ms into its window is refused once at most, where it says what is left',
    async (phase) => {
      const { refused, makespan } = await play({ ...weighted, phase });
      expect(refused).toBeLessThanOrEqual(1);
      expect(makespan).toBeLessThan(1.8);
    },
  );

  it('is refused once a lane where it says nothing', async () => {
    const { refused, makespan } = await play({ ...weighted, headers: 'none' });
    expect(refused).toBeLessThanOrEqual(base.lanes + 1);
    expect(makespan).toBeLessThan(1.8);
  });

  it('remembers: a later process is not refused again', async () => {
    const stateDir = temporaryFolder();
    await play({ ...weighted, headers: 'refusals' }, stateDir);
    const machine = new FakeMachine();
    await machine.pass(5 * windowMs);
    const budget = createBudget({
      origin: 'https://rental.test',
      limit: weighted.limit,
      windowMs,
      maxWaitMs: 1e9,
      attemptTimeoutMs: 30_000,
      machine,
      uptime: machine.uptime,
      stateDir,
    });
    const signal = new AbortController().signal;
    const sent: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const permit = await machine.until(budget.acquire(signal));
      sent.push(machine.monotonic());
      permit.answered({ status: 200, headers: {}, receivedAt: machine.now() });
    }
    expect(sent[1]! - sent[0]!).toBeGreaterThanOrEqual(windowMs / weighted.limit);
    expect(sent[2]! - sent[1]!).toBeGreaterThanOrEqual(windowMs / weighted.limit);
  });
});

it('never has more than the limit in any window, whatever the service, its phase, the latency and the number of processes', async () => {
  const scene = fc.record({
    limit: fc.constant(base.limit),
    kind: fc.constantFrom('fixed', 'sliding', 'bucket'),
    headers: fc.constantFrom('all', 'refusals', 'none'),
    processes: fc.integer({ min: 1, max: 4 }),
    lanes: fc.integer({ min: 1, max: 30 }),
    requests: fc.integer({ min: 41, max: 60 }),
    phase: fc.integer({ min: 0, max: windowMs }),
    latency: fc.integer({ min: 0, max: 5_000 }),
  });
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const { refused, mostInAnyWindow } = await play(given as Scene);
      expect(refused).toBe(0);
      expect(mostInAnyWindow).toBeLessThanOrEqual(base.limit);
    }),
    { numRuns: 25 },
  );
});
