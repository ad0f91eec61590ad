/** Finds out from answers that the window of the service is shorter than the assumed one. Pure. */
import type { Stamp } from './clock.ts';

/** What the answers of one process have shown. */
export interface WindowEvidence {
  /** The longest reset that the service named, in whole seconds: its window, if that is true. */
  readonly windowMs: number;
  /** The service has counted a quarter of the limit as used. */
  readonly hasFallen?: boolean;
  /** When an answer first showed that the service forgot requests too early, and how many others were under way then. */
  readonly first?: { readonly at: Stamp; readonly underWay: number } | undefined;
  /** It forgot again, before a fixed window as long as the assumed one could end again. */
  readonly isProven?: boolean;
}

/** One answer, beside what we know of our own requests. */
export interface WindowSight {
  readonly limit: number;
  readonly left: number;
  readonly resetMs: number;
  readonly sentAt: Stamp;
  readonly at: Stamp;
  /** Our requests that the service may have counted or not. */
  readonly underWay: number;
  /** When our requests were counted at the latest. */
  readonly counted: readonly Stamp[];
}

/** Windows that are a little shorter than the assumed one gain little and take long to prove. */
export function isShort({ windowMs }: WindowEvidence, assumedMs: number): boolean {
  return 3 * windowMs <= assumedMs;
}

/**
 * A reset alone proves nothing. The proof is how many of our requests the service has forgotten, twice:
 *
 * - First, more than a service with the assumed window forgets gradually, as a sliding or weighted window or a bucket does. Only the
 *   end of a fixed window explains that otherwise.
 * - Then, requests since the first time, too soon for the next end of a fixed window. There must be two, because a service may not
 *   count the request that it answers, and more if others were under way: they may have been counted before that end.
 */
export function weigh(evidence: WindowEvidence, sight: WindowSight, assumedMs: number): WindowEvidence {
  const { limit, left, resetMs, sentAt, at, underWay } = sight;
  const windowMs = Math.max(evidence.windowMs, Math.ceil(resetMs / 1_000) * 1_000);
  const hasFallen = evidence.hasFallen === true || left <= 0.75 * limit;
  const first = windowMs === evidence.windowMs ? evidence.first : undefined;
  const now: WindowEvidence = { windowMs, hasFallen, first };
  const ages = sight.counted.map((at) => ageMs(at, sentAt)).filter((age) => age >= 0);
  const countedSince = (longest: number): number => ages.filter((age) => age <= longest).length + 1;
  const counted = limit - left;
  if (!isShort(now, assumedMs) || !hasFallen || counted > countedSince(windowMs) + underWay) return now;
  const sinceFirstMs = first ? ageMs(first.at, sentAt) : Number.POSITIVE_INFINITY;
  if (first && sinceFirstMs <= 0.75 * assumedMs) {
    // The first one too, and no other of the same moment.
    const isProven = 1 + countedSince(sinceFirstMs - 1) - counted >= 2 + first.underWay;
    return { ...now, isProven };
  }
  const isTooMuch = ages.some(
    (age) => countedSince(age) - counted >= Math.max(limit / 2, (1.2 * limit * age) / assumedMs + 2),
  );
  return { ...now, first: isTooMuch ? { at, underWay } : undefined };
}

/** By the clock that shows the longer time: then less can be too much. */
function ageMs(at: Stamp, now: Stamp): number {
  return Math.max(now.wall - at.wall, now.up - at.up);
}
