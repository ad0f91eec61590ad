import { type Stamp, after, remaining } from './clock.ts';
import type { Pace } from './names.ts';
import type { Reset } from './reset.ts';
import type { Terms } from './terms.ts';

/** Parts of window ÷ limit between two requests, by level. */
const spread = [0, 1.06, 1.5, 2, 3] as const;
const steepest = spread.length - 1;
/** Windows without a 429 after which pacing eases by one level. */
const calmWindows = 10;

/** Ms between two requests of all processes together. */
export function gapMs(pace: Pace, limit: number, terms: Terms): number {
  return (terms.windowMs / limit) * (spread[Math.min(pace.level, steepest)] ?? 0);
}

export function isPaced(pace: Pace): boolean {
  return pace.level > 0 || pace.probes > 0;
}

/** Ms until pacing lets the next request out. */
export function turnMs(pace: Pace, at: Stamp, terms: Terms): number {
  return isPaced(pace) ? Math.max(0, remaining(pace.next, at, terms) ?? 0) : 0;
}

/** A request goes out: the next one waits its gap, or, while nobody knows until when to wait, for this one's answer. */
export function taken(pace: Pace, at: Stamp, limit: number, terms: Terms): Pace {
  const eased = ease(pace, at, terms);
  if (eased.probes > 0) return { ...eased, next: after(at, terms.leaseMs - terms.restMs) };
  const gap = gapMs(eased, limit, terms);
  const late = -(remaining(pace.next, at, terms) ?? 0);
  // From when its turn was, not from when it was taken: timers fire late, and that would add up.
  return { ...eased, next: after(at, late > 0 && late < gap ? gap - late : gap) };
}

function ease(pace: Pace, at: Stamp, terms: Terms): Pace {
  const calm = -(remaining(pace.changed, at, terms) ?? Number.NEGATIVE_INFINITY);
  if (pace.level === 0 || calm < calmWindows * terms.windowMs) return pace;
  return { ...pace, level: pace.level - 1, changed: at };
}

/** Whether the request was sent in knowledge of the pace as it is: those sent before tell nothing new. */
export function sentSince(pace: Pace, sentAt: Stamp, terms: Terms): boolean {
  return (remaining(pace.changed, sentAt, terms) ?? 0) < 0;
}

/**
 * A 429: how long everybody waits now, and how they go on after: one request alone, then spread out.
 *
 * The first is taken at its word about the reset; when the service refuses again after that, its word was not enough.
 */
export function refused(
  pace: Pace,
  reset: Reset,
  at: Stamp,
  terms: Terms,
  random: () => number,
): { waitMs: number; pace: Pace } {
  const known = typeof reset === 'object' ? reset.waitMs + terms.restMs - terms.windowMs : undefined;
  const steps = known === undefined ? pace.probes : pace.probes - 1;
  const waitMs = Math.max(known ?? 0, steps < 0 ? 0 : probeMs(steps, terms, random));
  const next = { ...pace, level: Math.min(pace.level + 1, steepest), probes: pace.probes + 1, changed: at };
  return { waitMs, pace: { ...next, next: after(at, waitMs) } };
}

/** Others use the same budget: spread out before anybody is refused. One level a window, for it takes that long to show. */
export function crowded(pace: Pace, next: Stamp, at: Stamp, terms: Terms): Pace {
  const lately = (remaining(pace.changed, at, terms) ?? 0) > -terms.windowMs;
  if (pace.level > 0 && lately) return pace;
  return { ...pace, level: Math.min(pace.level + 1, steepest), probes: Math.max(1, pace.probes), next, changed: at };
}

/** 5–10 s for a window of 60 s: enough for a count that falls to have fallen. */
export function earlyMs(terms: Terms, random: () => number): number {
  return (terms.windowMs / 12) * (1 + random());
}

/** 10–20 s, 20–40 s, then 60 s for a window of 60 s. */
export function probeMs(probes: number, terms: Terms, random: () => number): number {
  const least = [1 / 6, 1 / 3][probes];
  return least === undefined ? terms.windowMs : terms.windowMs * least * (1 + random());
}

/** An answer other than 429 to a request sent alone: the service counts anew. */
export function accepted(pace: Pace, at: Stamp, limit: number, terms: Terms): Pace {
  return { ...pace, probes: 0, next: after(at, gapMs(pace, limit, terms)), changed: at };
}
