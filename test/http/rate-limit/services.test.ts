// @module-tag long
import { describe, expect, it } from 'vitest';
import {
  type SimulatedFinish,
  type SimulatedRun,
  simulate,
  simulatedWindowMs as windowMs,
} from '../../../bench/budget/simulation.ts';
import { temporaryFolder } from '../../support/environment.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

type Scene = Omit<SimulatedRun, 'stateDir'>;

function play(scene: Scene, stateDir = temporaryFolder()): Promise<SimulatedFinish> {
  return simulate({ ...scene, stateDir });
}

const base = {
  limit: 20,
  headers: 'all',
  processes: 1,
  lanes: 4,
  requests: 70,
  phaseMs: 17_000,
  latencyMs: 60,
} as const;

describe.each(['fixed', 'sliding', 'bucket'] as const)(
  'against a service with a %s limit',
  (kind) => {
    it.each(['all', 'refusals', 'none'] as const)(
      'is never refused and wastes no time, with headers on: %s',
      async (headers) => {
        const outcome = await play({ ...base, kind, headers, processes: 4 });
        expect(outcome.refused).toBe(0);
        expect(outcome.timeOverLeast).toBeLessThan(1.05);
        // What its headers allow can be more than the limit in a window.
        if (headers !== 'all' || kind === 'sliding')
          expect(outcome.maxInAnyWindow).toBe(base.limit);
      },
    );

    it('is refused at most three times while another client takes 30 % of the limit', async () => {
      const { refused, timeOverLeast } = await play({
        ...base,
        kind,
        processes: 4,
        lanes: 2,
        otherShare: 0.3,
      });
      expect(refused).toBeLessThanOrEqual(3);
      expect(timeOverLeast).toBeLessThan(3);
    });
  },
);

describe('against a weighted counter', () => {
  const weighted = { ...base, limit: 100, requests: 300, kind: 'weighted' } as const;

  it.each([3_000, 31_000])(
    '%i ms into its window: is refused at most once if the service reports what is left',
    async (phaseMs) => {
      const { refused, timeOverLeast } = await play({ ...weighted, phaseMs });
      expect(refused).toBeLessThanOrEqual(1);
      expect(timeOverLeast).toBeLessThan(1.8);
    },
  );

  it('is refused at most once per request under way and once more if nothing is reported', async () => {
    const { refused, timeOverLeast } = await play({ ...weighted, headers: 'none' });
    expect(refused).toBeLessThanOrEqual(base.lanes + 1);
    expect(timeOverLeast).toBeLessThan(1.8);
  });
});

it('is never refused and never exceeds the limit: any service, phase, latency and processes', async () => {
  const scene = fc.record({
    limit: fc.constant(base.limit),
    kind: fc.constantFrom('fixed', 'sliding', 'bucket'),
    headers: fc.constantFrom('all', 'refusals', 'none'),
    processes: fc.integer({ min: 1, max: 4 }),
    lanes: fc.integer({ min: 1, max: 30 }),
    requests: fc.integer({ min: 41, max: 60 }),
    phaseMs: fc.integer({ min: 0, max: windowMs }),
    latencyMs: fc.integer({ min: 0, max: 5_000 }),
  });
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const { refused, maxInAnyWindow } = await play(given as Scene);
      expect(refused).toBe(0);
      if (given.headers !== 'all' || given.kind === 'sliding')
        expect(maxInAnyWindow).toBeLessThanOrEqual(base.limit);
    }),
    { numRuns: tries(25) },
  );
});
