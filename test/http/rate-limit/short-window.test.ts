// @module-tag long
/** A window that is shorter than the assumed one: when the answers prove it, and that nothing else does. */
import { describe, expect, it } from 'vitest';
import { type SimulatedRun, simulate } from '../../../bench/budget/simulation.ts';
import { temporaryFolder } from '../../support/environment.ts';

const second = 1_000;

const base = {
  ...({ limit: 60, assumedLimit: 100, headers: 'all', processes: 1, lanes: 4, requests: 150 } as const),
  ...{ phase: 3_000, latency: 100 },
};

function play(scene: Partial<SimulatedRun> & Pick<SimulatedRun, 'kind'>) {
  return simulate({ ...base, ...scene, stateDir: temporaryFolder() });
}

describe('a service of 60 requests in 10 s that nobody configured', () => {
  it.each(['fixed', 'aligned', 'sliding'] as const)('with a %s window soon gets that many', async (kind) => {
    const { refused, mostInAnyWindow, makespan } = await play({ kind, windowMs: 10 * second });
    expect(refused).toBe(0);
    expect(mostInAnyWindow).toBeLessThanOrEqual(kind === 'aligned' ? 2 * base.limit : base.limit);
    // The least is 20 s, and 122 s if the window is taken for a minute.
    expect(makespan).toBeLessThan(3.5);
  });
});

/** What a service with a window of a minute may say in X-RateLimit-Reset. */
const oddResets: Readonly<Record<string, NonNullable<SimulatedRun['resetText']>>> = {
  'always 10': () => '10',
  'always now': (_, at) => String(at),
  ms: (ms) => String(Math.ceil(ms)),
  'seconds to 0': (ms) => String(Math.floor(ms / second)),
  'the end of a part': (ms) => String(Math.ceil((ms / second) % 15)),
  'a clock of its own': (_, at) => String(at + 10_000 - (at % 10_000)),
};

describe.each(['fixed', 'aligned', 'sliding', 'bucket'] as const)('a %s window of a minute', (kind) => {
  it.each(Object.entries(oddResets))('whose reset is %s is taken for one of a minute', async (_, resetText) => {
    // At once, and with pauses across the end of a window.
    for (const pace of [{ phase: 29_000 }, { phase: 52_000, pauseMs: 1_000 }]) {
      const { refused } = await play({ kind, resetText, ...pace });
      expect(refused).toBe(0);
    }
  });
});
