/** Two clocks: one that all processes share but may step, one that never steps but starts anew with the machine. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Ms since the machine started, its sleep included. */
  uptime(): number;
}

/** A moment on both clocks. `up` 0 means that only the wall clock was known. */
export interface Stamp {
  readonly wall: number;
  readonly up: number;
}

export const longAgo: Stamp = { wall: 0, up: 0 };

/** Some systems give their uptime in whole seconds. */
const grainMs = 1_200;

/** In whole ms, as names have it. */
export function moment(clock: Clock): Stamp {
  return { wall: Math.floor(clock.now()), up: Math.floor(clock.uptime()) };
}

export function after(at: Stamp, ms: number): Stamp {
  return { wall: Math.ceil(at.wall + ms), up: Math.ceil(at.up + ms) };
}

/** How far ahead a stamp can be. Ms. */
export interface Reach {
  /** By anybody. */
  readonly longestMs: number;
  /** By a process with settings like ours. */
  readonly leaseMs: number;
}

/**
 * Ms from `at` until `stamp`, negative when it has passed, undefined when neither clock can be believed.
 *
 * A clock that says more than anybody ever stamped ahead was stepped back (wall) or belongs to another start of the machine
 * (uptime). Where both are possible but differ, the wall clock was stepped forward, or the stamp is from before a restart: the later
 * of the two is the safe one, unless it is later than any lease.
 */
export function remaining(stamp: Stamp, at: Stamp, { longestMs, leaseMs }: Reach): number | undefined {
  const byWall = stamp.wall - at.wall;
  const byUptime = stamp.up === 0 ? Number.POSITIVE_INFINITY : stamp.up - at.up;
  if (byUptime > longestMs) return byWall > longestMs ? undefined : byWall;
  if (byWall > longestMs) return byUptime;
  if (Math.abs(byWall - byUptime) <= grainMs) return byWall;
  const later = Math.max(byWall, byUptime);
  return later > leaseMs ? undefined : later;
}
