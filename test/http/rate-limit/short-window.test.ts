// @module-tag long
/** A window that is shorter than the assumed one: when the answers prove it, and that nothing else does. */
import { describe, expect, it } from 'vitest';
import { type SimulatedRun, simulate } from '../../../bench/budget/simulation.ts';
import { type WindowEvidence, weigh } from '../../../src/http/rate-limit/short-window.ts';
import { temporaryFolder } from '../../support/environment.ts';

const minute = 60_000;
const second = 1_000;

/** `[sent at, left, reset]` in seconds, after 54 requests in the first three seconds and one more with each answer. */
type Sighted = readonly [at: number, left: number, reset: number, underWay?: number];

function evidenceOf(sights: readonly Sighted[]): WindowEvidence {
  const stamp = (ms: number) => ({ wall: ms, up: ms });
  const counted = Array.from({ length: 54 }, (_, index) => stamp((index * 3 * second) / 54));
  let evidence: WindowEvidence = { windowMs: 0 };
  for (const [at, left, reset, underWay = 0] of sights) {
    const [sentAt, answeredAt] = [stamp(at * second), stamp(at * second + 100)];
    const sight = { limit: 60, left, resetMs: reset * second, sentAt, at: answeredAt, underWay, counted };
    const { isProven = false } = evidence;
    evidence = weigh(evidence, sight, minute);
    if (isProven) evidence = { ...evidence, isProven };
    counted.push(answeredAt);
  }
  return evidence;
}

const burst: Sighted = [3.1, 5, 6.9];

describe('a window is proven', () => {
  it.each<[string, readonly Sighted[], number]>([
    ['by two requests that are forgotten after all others were', [burst, [11, 59, 9], [11.5, 58, 9], [22, 59, 9]], 9],
    [
      'after another reset was found to be the rest of one',
      [burst, [11, 59, 9], [11.5, 58, 9], [20, 59, 9.9], [21, 58, 9], [31, 59, 9]],
      10,
    ],
    ['by three if another was under way', [burst, [11, 59, 9, 1], [11.2, 58, 9], [11.4, 57, 9], [22, 59, 9]], 9],
  ])('%s', (_, sights, seconds) => {
    expect(evidenceOf(sights)).toMatchObject({ isProven: true, windowMs: seconds * second });
  });

  it.each<[string, readonly Sighted[]]>([
    ['by one end of a fixed window', [burst, [11, 59, 9], [11.5, 58, 9], [22, 57, 9], [31, 56, 9]]],
    ['by the end of a fixed window a minute later', [burst, [11, 59, 9], [11.5, 58, 9], [58, 59, 9]]],
    ['by a sliding window', [burst, [13, 5, 9], [13.5, 4, 9], [23, 3, 9]]],
    ['by a bucket that fills in a minute', [burst, [23, 24, 1], [58, 59, 1], [58.5, 58, 1], [60.5, 59, 1]]],
    [
      'by a number that never falls',
      [
        [3.1, 59, 7],
        [11, 59, 9],
        [11.5, 59, 9],
        [22, 59, 9],
      ],
    ],
    [
      'if the service names a longer reset',
      [
        [3.1, 5, 25],
        [11, 59, 9],
        [11.5, 58, 9],
        [22, 59, 9],
      ],
    ],
    ['if the service counts more than such a window holds', [burst, [5, 40, 1], [5.5, 39, 1], [7, 50, 1], [9, 52, 1]]],
  ])('not %s', (_, sights) => {
    expect(evidenceOf(sights).isProven ?? false).toBe(false);
  });
});

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
