import { describe, expect, it } from 'vitest';
import { addMs, msLeft, msUntil } from '../../../src/http/rate-limit/clock.ts';
import fc from '../../support/property.ts';

const reach = { longestMs: 720_000, leaseMs: 100_000 };
const longest = reach.longestMs;
const hour = 3_600_000;
const at = { wall: 1_800_000_000_000, up: 50_000_000 };

describe('msUntil', () => {
  it('agrees with both clocks where they agree', () => {
    expect(msUntil(addMs(at, 5_000), at, reach)).toBe(5_000);
    expect(msUntil(addMs(at, -5_000), at, reach)).toBe(-5_000);
  });

  it.each([2_000, 24 * hour])('keeps a slot taken when the wall clock is stepped forward by %i ms', (step) => {
    expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall + step }, reach)).toBe(30_000);
  });

  it.each([800_000, 24 * hour])('waits no longer than before when the wall clock is stepped back by %i ms', (step) => {
    expect(msUntil(addMs(at, 30_000), { ...at, wall: at.wall - step }, reach)).toBe(30_000);
  });

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

describe('msLeft', () => {
  const left = (until: typeof at, now: typeof at, since = at) => msLeft(since, until, now, hour);
  const minute = 60_000;

  it('is the rest of a wait of up to an hour', () => {
    expect(left(addMs(at, hour), at)).toBe(hour);
    expect(left(addMs(at, hour), addMs(at, 10 * minute))).toBe(50 * minute);
    expect(left(addMs(at, hour), addMs(at, hour + 1))).toBe(-1);
  });

  const afterStep = (step: number, passed: number): number => {
    const now = addMs(at, passed);
    return left(addMs(at, hour), { ...now, wall: now.wall + step }) ?? Number.NaN;
  };

  it.each([-24 * hour, -30 * minute, -500, 2_000, 24 * hour])(
    'is stepped by %i ms: no end is early, nor later than the step',
    (step) => {
      for (const passed of [1, 20 * minute, 59 * minute, hour + minute]) {
        expect(afterStep(step, passed)).toBeGreaterThanOrEqual(hour - passed);
        expect(afterStep(step, passed)).toBeLessThanOrEqual(Math.min(hour, hour - passed + Math.max(0, -step)));
      }
    },
  );

  it.each([-4 * minute, 4 * minute, 10 * hour])(
    'is not over early if another machine, %i ms older, began it',
    (older) => {
      const [since, until] = [at, addMs(at, 10 * minute)].map((stamp) => ({ ...stamp, up: stamp.up + older }));
      for (const passed of [0, 5 * minute, 9 * minute]) {
        const waitMs = left(until!, addMs(at, passed), since) ?? 0;
        expect(waitMs).toBeGreaterThanOrEqual(10 * minute - passed);
        expect(waitMs).toBeLessThanOrEqual(10 * minute);
      }
    },
  );

  it('uses the wall clock after the machine restarts, unless it was stepped back', () => {
    const until = addMs(at, 10 * minute);
    expect(left(until, { wall: at.wall + 4 * minute, up: 20_000 })).toBe(6 * minute);
    expect(left(until, { wall: at.wall - 4 * minute, up: 20_000 })).toBeUndefined();
  });

  it('does not believe a wait that is longer than any, or that begins in the future', () => {
    expect(left(addMs(at, hour + 1), at)).toBeUndefined();
    expect(left(addMs(at, 2 * hour), at, addMs(at, 1.5 * hour))).toBeUndefined();
  });
});
