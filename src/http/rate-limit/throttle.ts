import { type Stamp, addMs, msUntil } from './clock.ts';
import type { Throttle } from './state-names.ts';
import type { LimitPolicy } from './policy.ts';
import type { LimiterState } from './state.ts';
import type { Reset } from '../reset.ts';

/** The gap between two requests at the first level, as a multiple of window ÷ limit. Each level more makes it longer by `levelFactor`. */
const firstFactor = 1.06;
const levelFactor = 1.08;
/** A gap of 2.9 times window ÷ limit. */
const highestLevel = 14;
/** One refusal adds no more: what was accepted can be little because we asked little. */
const mostLevelsAtOnce = 5;
/** Windows without a 429 after which the throttle eases by one level. */
const calmWindows = 4;

/** Ms between two requests of all processes together. */
export function gapMs({ level }: Throttle, limit: number, policy: LimitPolicy): number {
  if (level === 0) return 0;
  return (policy.windowMs / limit) * firstFactor * levelFactor ** (Math.min(level, highestLevel) - 1);
}

/**
 * The level after a refusal. What the service accepted from us in the last window is the best estimate of what other clients leave. The
 * first refusal says less, because we may just have begun.
 */
function stricterLevel({ throttle, slots, limit }: LimiterState, { windowMs, restMs }: LimitPolicy): number {
  if (throttle.level === 0) return 1;
  const accepted = slots.filter(({ state, waitMs }) => state === 'used' && waitMs > restMs - windowMs).length;
  const estimate = 1 + Math.ceil(Math.log(limit / Math.max(1, accepted)) / Math.log(levelFactor));
  const level = Math.max(throttle.level + 1, Math.min(estimate, throttle.level + mostLevelsAtOnce));
  return Math.min(level, highestLevel);
}

export function isThrottled({ level, probes }: Throttle): boolean {
  return level > 0 || probes > 0;
}

/** Ms until the throttle lets the next request out. */
export function throttleWaitMs(throttle: Throttle, at: Stamp, policy: LimitPolicy): number {
  return isThrottled(throttle) ? Math.max(0, msUntil(throttle.next, at, policy) ?? 0) : 0;
}

/** A request is sent: the next one waits for the gap, or, during probing, for the answer. */
export function onSend(throttle: Throttle, at: Stamp, limit: number, policy: LimitPolicy): Throttle {
  const eased = ease(throttle, at, policy);
  if (eased.probes > 0) return { ...eased, next: addMs(at, policy.leaseMs - policy.restMs) };
  const gap = gapMs(eased, limit, policy);
  // Timers fire late. Count from when the request was due, or the delays add up.
  const lateMs = -(msUntil(throttle.next, at, policy) ?? 0);
  return { ...eased, next: addMs(at, lateMs > 0 && lateMs < gap ? gap - lateMs : gap) };
}

function ease(throttle: Throttle, at: Stamp, policy: LimitPolicy): Throttle {
  // While the gate was closed or a probe was due, the service accepted nothing: that time was not calm.
  if (throttle.level === 0 || throttle.probes > 0) return throttle;
  const calmMs = -(msUntil(throttle.changed, at, policy) ?? Number.NEGATIVE_INFINITY);
  if (calmMs < calmWindows * policy.windowMs) return throttle;
  return { ...throttle, level: throttle.level - 1, changed: at };
}

/** Whether the request was sent under the current throttle. The answer to an earlier one says nothing about it. */
export function isSentUnder(throttle: Throttle, sentAt: Stamp, policy: LimitPolicy): boolean {
  return (msUntil(throttle.changed, sentAt, policy) ?? 0) < 0;
}

/**
 * How long all processes wait after a 429, and how they continue: one probe, then requests spread out.
 *
 * The first 429's reset is trusted. If the service refuses again after it, the wait is at least that of a probe.
 */
export function on429(
  state: LimiterState,
  reset: Reset,
  policy: LimitPolicy,
  random: () => number,
): { waitMs: number; throttle: Throttle } {
  const { throttle, at } = state;
  const knownMs = typeof reset === 'object' ? reset.waitMs + policy.restMs - policy.windowMs : undefined;
  const step = knownMs === undefined ? throttle.probes : throttle.probes - 1;
  const waitMs = Math.max(knownMs ?? 0, step < 0 ? 0 : probeWaitMs(step, policy, random));
  const next = addMs(at, waitMs);
  const level = stricterLevel(state, policy);
  return { waitMs, throttle: { ...throttle, level, probes: throttle.probes + 1, changed: at, next } };
}

/** Other clients use the same budget: spread requests out before a 429. At most once in a window, which it takes to work. */
export function onContention(state: LimiterState, next: Stamp, policy: LimitPolicy): Throttle {
  const { throttle, at } = state;
  const isRecent = (msUntil(throttle.changed, at, policy) ?? 0) > -policy.windowMs;
  if (throttle.level > 0 && isRecent) return throttle;
  const level = stricterLevel(state, policy);
  return { ...throttle, level, probes: Math.max(1, throttle.probes), next, changed: at };
}

/** A probe was accepted: the service accepts requests again. */
export function onSuccess(throttle: Throttle, at: Stamp, limit: number, policy: LimitPolicy): Throttle {
  return { ...throttle, probes: 0, next: addMs(at, gapMs(throttle, limit, policy)), changed: at };
}

/** 5–10 s for a window of 60 s: enough for a weighted count to fall. */
export function earlyProbeMs(policy: LimitPolicy, random: () => number): number {
  return (policy.windowMs / 12) * (1 + random());
}

/** 10–20 s, 20–40 s, then 60 s for a window of 60 s. */
export function probeWaitMs(probes: number, policy: LimitPolicy, random: () => number): number {
  const part = [1 / 6, 1 / 3][probes];
  return part === undefined ? policy.windowMs : policy.windowMs * part * (1 + random());
}
