import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, longAgo, msUntil, readClock } from '../../../src/http/rate-limit/clock.ts';

const reach = { longestMs: 720_000, leaseMs: 100_000 };
const longest = reach.longestMs;
const hour = 3_600_000;
const at = { wall: 1_800_000_000_000, up: 50_000_000 };

describe('msUntil', () => {
  it('agrees with both clocks where they agree', () => {
    expect(msUntil(addMs(at, 5_000), at, reach)).toBe(5_000);
    expect(msUntil(addMs(at, -5_000), at, reach)).toBe(-5_000);
  });

  it('tolerates an uptime in whole seconds', () => {
    expect(msUntil({ wall: at.wall + 5_000, up: at.up + 5_900 }, at, reach)).toBe(5_000);
    expect(msUntil({ wall: at.wall + 5_000, up: at.up + 4_100 }, at, reach)).toBe(5_000);
  });

  it.each([2_000, 60_000, hour, 24 * hour])(
    'keeps a slot taken when the wall clock is stepped forward by %i ms',
    (step) => {
      expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall + step }, reach)).toBe(30_000);
    },
  );

  it.each([800_000, hour, 24 * hour])(
    'waits no longer than before when the wall clock is stepped back by %i ms',
    (step) => {
      expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall - step }, reach)).toBe(30_000);
    },
  );

  it('never waits longer than the longest lease after a small step back', () => {
    expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall - 60_000 }, reach)).toBe(90_000);
    expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall - 90_000 }, reach)).toBeUndefined();
  });

  it('uses the wall clock after the machine restarts', () => {
    const restarted = { wall: at.wall + 10_000, up: 20_000 };
    expect(msUntil(addMs(at, 30_000), restarted, reach)).toBe(20_000);
    expect(msUntil(addMs(at, -hour), restarted, reach)).toBe(-hour - 10_000);
  });

  it('waits no longer than a lease for a stamp from before two restarts', () => {
    expect(msUntil({ wall: at.wall - hour, up: 320_000 }, { wall: at.wall, up: 20_000 }, reach)).toBeUndefined();
  });

  it('uses the wall clock for stamps without an uptime', () => {
    expect(msUntil({ wall: at.wall + 7, up: 0 }, at, reach)).toBe(7);
    expect(msUntil(longAgo, at, reach)).toBeLessThan(0);
  });

  it('returns undefined when both clocks are out of bounds', () => {
    expect(msUntil({ wall: at.wall + hour, up: at.up + hour }, at, reach)).toBeUndefined();
    expect(msUntil({ wall: at.wall + hour, up: 0 }, at, reach)).toBeUndefined();
  });

  it('never frees a slot early while the machine runs, whatever the wall clock does', () => {
    const ms = fc.integer({ min: 1, max: longest });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: reach.leaseMs }),
        ms,
        fc.integer({ min: -24 * hour, max: 24 * hour }),
        (lease, passed, step) => {
          const now = { wall: at.wall + passed + step, up: at.up + passed };
          const left = msUntil(addMs(at, lease), now, reach);
          if (left === undefined) return;
          expect(left).toBeLessThanOrEqual(longest);
          // A step below the grain of an uptime in whole seconds looks like rounding.
          if (left <= 0) expect(passed + 1_200).toBeGreaterThanOrEqual(lease);
        },
      ),
    );
  });
});

describe('readClock', () => {
  it('returns whole ms, whatever the clocks return', () => {
    expect(readClock({ now: () => 5.7, uptime: () => 1037.22 * 1000 })).toEqual({ wall: 5, up: 1_037_220 });
  });
});
