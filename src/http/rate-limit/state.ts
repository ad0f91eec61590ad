import { type Stamp, longAgo, msLeft, msUntil } from './clock.ts';
import {
  type StateEntry,
  type FewLeft,
  type GateReason,
  type LoweredLimit,
  type Slot,
  type Throttle,
  slotName,
  throttleName,
} from './names.ts';
import type { LimitPolicy } from './policy.ts';

/** What the names say at one moment. */
export interface LimiterState {
  readonly at: Stamp;
  readonly slots: readonly TimedSlot[];
  /** The slots that are not free. */
  readonly taken: readonly TimedSlot[];
  /** Of `taken`: by another client behind the same address. */
  readonly takenByOthers: readonly TimedSlot[];
  /** Requests that are sent but not answered. */
  readonly underWay: number;
  /** Requests per window: ours, or a lower limit that the service reported. */
  readonly limit: number;
  readonly loweredLimit: LoweredLimit | undefined;
  /** `waitMs` is 0 while the gate is open. */
  readonly gate: { readonly waitMs: number; readonly reason: GateReason };
  readonly throttle: Throttle;
  readonly fewLeft: FewLeft | undefined;
  /** Names that have expired or are superseded. */
  readonly stale: readonly string[];
}

/** Free if `waitMs` <= 0: the more negative, the longer. */
export interface TimedSlot extends Slot {
  readonly waitMs: number;
}

export const noThrottle: Throttle = {
  kind: 'throttle',
  name: '',
  level: 0,
  probes: 0,
  next: longAgo,
  changed: longAgo,
};

/** The names of a budget before its first request. */
export function initialNames(limit: number): string[] {
  const slots = Array.from({ length: limit }, (_, index) => slotName(index, 'used', longAgo));
  return [...slots, throttleName(noThrottle)];
}

export function readState(entries: readonly (StateEntry | undefined)[], at: Stamp, policy: LimitPolicy): LimiterState {
  const slots: TimedSlot[] = [];
  const stale: string[] = [];
  let gate: LimiterState['gate'] = { waitMs: 0, reason: 'limited' };
  let loweredLimit: LoweredLimit | undefined;
  let fewLeft: FewLeft | undefined;
  let throttle = noThrottle;
  for (const entry of entries) {
    if (!entry) continue;
    if (entry.kind === 'slot') {
      const { kind, name, index, state, freeAt } = entry;
      const waitMs = msUntil(freeAt, at, policy) ?? Number.POSITIVE_INFINITY;
      // Spelled out: a spread of each slot would double the time of a claim.
      slots.push({ kind, name, index, state, freeAt, waitMs });
    } else if (entry.kind === 'throttle') {
      const [strict, loose] = isStricter(throttle, entry) ? [throttle, entry] : [entry, throttle];
      if (loose.name !== '') stale.push(loose.name);
      throttle = strict;
    } else {
      const since = entry.kind === 'gate' ? entry.since : undefined;
      const { until } = entry;
      const waitMs = (since ? msLeft(since, until, at, policy.longestGateMs) : msUntil(until, at, policy)) ?? 0;
      if (waitMs <= 0) stale.push(entry.name);
      else if (entry.kind === 'gate') gate = waitMs > gate.waitMs ? { waitMs, reason: entry.reason } : gate;
      else if (entry.kind === 'few-left') fewLeft = fewLeft && fewLeft.left <= entry.left ? fewLeft : entry;
      else loweredLimit = loweredLimit && loweredLimit.limit <= entry.limit ? loweredLimit : entry;
    }
  }
  const taken = slots.filter((slot) => slot.waitMs > 0);
  const takenByOthers = taken.filter((slot) => slot.state === 'other');
  const underWay = taken.filter((slot) => slot.state === 'claimed').length;
  const limit = Math.min(policy.limit, loweredLimit?.limit ?? policy.limit);
  return { at, slots, taken, takenByOthers, underWay, limit, loweredLimit, gate, throttle, fewLeft, stale };
}

function isStricter(a: Throttle, b: Throttle): boolean {
  if (a.name === '') return false;
  return (a.level - b.level || a.probes - b.probes || a.next.wall - b.next.wall) >= 0;
}

/** Whether as many requests are under way as the service said are left: the next one waits for an answer. */
export function waitsForAnswer({ fewLeft, underWay }: LimiterState): boolean {
  return fewLeft !== undefined && underWay >= Math.max(1, fewLeft.left);
}

/** The slots that may be claimed now: free, and within the limit. */
export function freeSlots({ slots, taken, limit }: LimiterState): TimedSlot[] {
  const free = slots.filter((slot) => slot.waitMs <= 0 && slot.index < limit);
  return free.slice(0, Math.max(0, limit - taken.length));
}
