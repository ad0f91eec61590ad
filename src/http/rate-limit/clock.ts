import { uptime } from 'node:os';
import type { LimitPolicy } from './policy.ts';

/** The two clocks that all processes share: the wall clock can step; the uptime cannot, but it restarts with the machine. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Ms since the machine started, including the time it slept. */
  uptime(): number;
}

export const systemUptime = (): number => uptime() * 1000;

/** A moment on both clocks. `up` is 0 if only the wall clock was known. */
export interface Stamp {
  readonly wall: number;
  readonly up: number;
}

export const longAgo: Stamp = { wall: 0, up: 0 };

export type StampBounds = Pick<LimitPolicy, 'longestMs' | 'leaseMs'>;

/** Some systems report their uptime in whole seconds. */
const uptimeGrainMs = 1_200;

/** In whole ms, as in file names. */
export function readClock(clock: Clock): Stamp {
  return { wall: Math.floor(clock.now()), up: Math.floor(clock.uptime()) };
}

export function addMs(at: Stamp, ms: number): Stamp {
  return { wall: Math.ceil(at.wall + ms), up: Math.ceil(at.up + ms) };
}

/**
 * Ms from `at` until `stamp`; negative if it has passed, undefined if neither clock can be right.
 *
 * A clock that shows more than `longestMs` was stepped back (wall) or belongs to an earlier start of the machine (uptime). If both
 * clocks are possible but differ, the wall clock was stepped forward or the machine restarted: the later of the two is safe,
 * unless it is beyond any lease.
 */
export function msUntil(stamp: Stamp, at: Stamp, policy: StampBounds): number | undefined {
  const { longestMs, leaseMs } = policy;
  const byWall = stamp.wall - at.wall;
  const byUptime = stamp.up === 0 ? Number.POSITIVE_INFINITY : stamp.up - at.up;
  if (byUptime > longestMs) return byWall > longestMs ? undefined : byWall;
  if (byWall > longestMs) return byUptime;
  if (Math.abs(byWall - byUptime) <= uptimeGrainMs) return byWall;
  const later = Math.max(byWall, byUptime);
  return later > leaseMs ? undefined : later;
}

/**
 * Ms until the end of a wait that began at `since`; undefined if no clock can be right. Never more than the whole wait.
 *
 * A clock that shows an earlier time than `since` was stepped back (wall), or belongs to another start of a machine (uptime). If both
 * are possible but differ, the wall clock was stepped, or another machine began the wait: the one that shows less has passed is safe.
 */
export function msLeft(since: Stamp, until: Stamp, at: Stamp, longestMs: number): number | undefined {
  const wholeMs = until.wall - since.wall;
  const [byWall, byUptime] = [at.wall - since.wall, at.up - since.up];
  const isSame = Math.abs(byWall - byUptime) <= uptimeGrainMs;
  const passed = (isSame ? [byWall] : [byWall, byUptime]).filter((ms) => ms >= -uptimeGrainMs);
  return wholeMs > longestMs || passed.length === 0 ? undefined : wholeMs - Math.max(0, Math.min(...passed));
}
