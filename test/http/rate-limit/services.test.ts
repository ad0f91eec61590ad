// @module-tag long
import { describe, expect, it } from 'vitest';
import {
  type SimulatedFinish,
  type SimulatedRun,
  simulate,
  simulatedWindowMs as windowMs,
} from '../../../bench/budget/simulation.ts';
import { VirtualMachine } from '../../support/virtual-machine.ts';
import { createBudget } from '../../../src/http/rate-limit/index.ts';
import { optionsOn } from './places.ts';
import { temporaryFolder } from '../../support/environment.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

type Scene = Omit<SimulatedRun, 'stateDir'>;

function play(scene: Scene, stateDir = temporaryFolder()): Promise<SimulatedFinish> {
  return simulate({ ...scene, stateDir });
}

const base = { limit: 20, headers: 'all', processes: 1, lanes: 4, requests: 70, phase: 17_000, latency: 60 } as const;

describe.each(['fixed', 'sliding', 'bucket'] as const)('against a service with a %s limit', (kind) => {
  it.each(['all', 'refusals', 'none'] as const)(
    'is never refused and wastes no time, with headers on: %s',
    async (headers) => {
      const outcome = await play({ ...base, kind, headers, processes: 4 });
      expect(outcome).toMatchObject({ refused: 0, mostInAnyWindow: base.limit });
      expect(outcome.makespan).toBeLessThan(1.05);
    },
  );

  it('is refused at most three times while another client takes 30 % of the limit', async () => {
    const { refused, makespan } = await play({ ...base, kind, processes: 4, lanes: 2, foreign: 0.3 });
    expect(refused).toBeLessThanOrEqual(3);
    expect(makespan).toBeLessThan(3);
  });
});

describe('against a weighted counter', () => {
  const weighted = { ...base, limit: 100, requests: 300, kind: 'weighted' } as const;

  it.each([3_000, 31_000])(
    '%i ms into its window: is refused at most once if the service reports what is left',
    async (phase) => {
      const { refused, makespan } = await play({ ...weighted, phase });
      expect(refused).toBeLessThanOrEqual(1);
      expect(makespan).toBeLessThan(1.8);
    },
  );

  it('is refused once per lane if the service reports nothing', async () => {
    const { refused, makespan } = await play({ ...weighted, headers: 'none' });
    expect(refused).toBeLessThanOrEqual(base.lanes + 1);
    expect(makespan).toBeLessThan(1.8);
  });

  it('remembers the throttle: a later process is not refused again', async () => {
    const stateDir = temporaryFolder();
    await play({ ...weighted, headers: 'refusals' }, stateDir);
    const machine = new VirtualMachine();
    await machine.pass(5 * windowMs);
    const budget = createBudget({ ...optionsOn(machine, { limit: weighted.limit, windowMs }), stateDir });
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

it('never exceeds the limit in any window, whatever the service, its phase, the latency and the number of processes', async () => {
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
    { numRuns: tries(25) },
  );
});
