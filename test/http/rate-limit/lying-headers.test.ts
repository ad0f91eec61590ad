// @module-tag long
/**
 * Services whose headers are wrong: they can cost time, but never make our requests exceed the
 * configured limit.
 */
import { expect, it } from 'vitest';
import { makeLimiter } from '../../../bench/budget/limiters.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { maxWithin } from '../../support/max-within.ts';
import fc from '../../support/property.ts';
import { repeats } from '../../support/thorough.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { noAbort, optionsOn } from './support.ts';

/** How a header differs from the truth. */
const lie = fc.oneof(
  { weight: 2, arbitrary: fc.constant('true') },
  fc.constant('missing'),
  fc.record({
    factor: fc.constantFrom<number[]>(0, 0.1, 0.5, 2, 10),
    plus: fc.integer({ min: -3, max: 200 }),
  }),
);
type Lie = typeof lie extends fc.Arbitrary<infer One> ? One : never;

const scene = fc.record({
  kind: fc.constantFrom('fixed' as const, 'sliding' as const, 'bucket' as const),
  limit: fc.constantFrom<number[]>(1, 2, 10),
  windowMs: fc.constantFrom<number[]>(3_000, 60_000),
  limitLie: lie,
  remainingLie: lie,
  resetLie: lie,
  /** One of so many answers has the lies, the others the truth. */
  liesEvery: fc.constantFrom(1, 1, 2, 5),
  /** Refused although there is room, as if other clients used it. */
  refusals: fc.constantFrom(0, 0, 0.1),
  processes: fc.integer({ min: 1, max: 3 }),
  lanes: fc.integer({ min: 1, max: 6 }),
  latencyMs: fc.constantFrom(0, 30, 700),
  seed: fc.nat(1e6),
});
type Scene = typeof scene extends fc.Arbitrary<infer One> ? One : never;

function lyingValue(truth: number, given: Lie): string | undefined {
  if (given === 'missing') return undefined;
  return String(
    given === 'true' ? truth : Math.max(0, Math.floor(truth * given.factor) + given.plus),
  );
}

async function play(given: Scene, stateDir: string) {
  const { limit, windowMs, latencyMs } = given;
  const machine = new VirtualMachine(given.seed);
  machine.env['RENTAL_STATE_DIR'] = stateDir;
  const options = optionsOn(machine, { limit, windowMs, onEvent: undefined });
  const limiter = makeLimiter(given.kind, limit, windowMs);
  const counted: number[] = [];
  let [refusedForLimit, answers, left] = [0, 0, 4 * limit + 5];

  function serve() {
    const isOthers = machine.random() < given.refusals;
    const { ok, remaining, resetMs } = isOthers
      ? { ok: false, remaining: 0, resetMs: 1_000 }
      : limiter(machine.monotonic());
    if (ok) counted.push(machine.monotonic());
    if (!ok && !isOthers) refusedForLimit += 1;
    const isTrue = (answers += 1) % given.liesEvery !== 0;
    const pairs = [
      ['x-ratelimit-limit', lyingValue(limit, isTrue ? 'true' : given.limitLie)],
      ['x-ratelimit-remaining', lyingValue(remaining, isTrue ? 'true' : given.remainingLie)],
      [
        'x-ratelimit-reset',
        lyingValue(Math.ceil(resetMs / 1_000), isTrue ? 'true' : given.resetLie),
      ],
    ].filter(([, value]) => value !== undefined);
    return { status: ok ? 200 : 429, headers: Object.fromEntries(pairs) as Record<string, string> };
  }
  // Half to twice of it each way, so answers overtake each other.
  const trip = () => machine.sleep(latencyMs * (0.5 + 1.5 * machine.random()));
  async function lane(budget: ReturnType<typeof createBudget>): Promise<void> {
    while ((left -= 1) >= 0) {
      const permit = await budget.acquire(noAbort);
      await trip();
      const answer = serve();
      await trip();
      await permit.settle({ ...answer, receivedAt: machine.now() });
    }
  }
  const budgets = Array.from({ length: given.processes }, () => createBudget(options));
  await machine.until(
    Promise.all(budgets.flatMap((one) => Array.from({ length: given.lanes }, () => lane(one)))),
  );
  return { most: maxWithin(counted, windowMs), refusedForLimit };
}

it('whatever headers say, no window holds too many requests, and none is refused as too many', async () => {
  const run = async (given: Scene) => {
    const { most, refusedForLimit } = await play(given, temporaryFolder());
    expect(refusedForLimit).toBe(0);
    expect(most).toBeLessThanOrEqual(given.limit);
  };
  await fc.assert(fc.asyncProperty(scene, run), { numRuns: repeats(120, 40, 4) });
});

it.each([
  [
    'counts higher now and then',
    { limitLie: { factor: 10, plus: 0 }, remainingLie: { factor: 10, plus: 90 }, liesEvery: 2 },
  ],
  [
    'names resets of a shorter window',
    { remainingLie: { factor: 1, plus: 0 }, resetLie: { factor: 0.1, plus: 0 } },
  ],
] as const)('a header that %s does not make a window of 3 s hold more than 10', async (_, lies) => {
  const truth = { limitLie: 'true', remainingLie: 'true', resetLie: 'true' } as const;
  const numbers = { limit: 10, windowMs: 3_000, liesEvery: 1, refusals: 0, latencyMs: 30 } as const;
  const base = { ...numbers, processes: 2, lanes: 4, seed: 1 };
  for (const kind of ['fixed', 'sliding', 'bucket'] as const) {
    const given: Scene = { ...base, ...truth, ...lies, kind };
    const { most, refusedForLimit } = await play(given, temporaryFolder());
    expect({ kind, most, refusedForLimit }).toEqual({ kind, most: 10, refusedForLimit: 0 });
  }
});
