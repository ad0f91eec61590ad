import { type Stamp, addMs, longAgo, msLeft, msUntil } from './clock.ts';
import {
  type StateEntry,
  type FewLeft,
  type GateReason,
  type LoweredLimit,
  type Throttle,
  slotName,
  slotsMadeName,
  throttleName,
  unusedSlotName,
} from './state-names.ts';
import { type LimitPolicy, longestRuleMs, restOf } from './policy.ts';
import { type Slots, type TimedSlot, readSlots } from './slots.ts';

/** What the names say at one moment. */
export interface LimiterState extends Omit<Slots, 'surplus'> {
  readonly at: Stamp;
  /** The slots that are not free. */
  readonly taken: readonly TimedSlot[];
  /** Of `taken`: by another client behind the same address. */
  readonly takenByOthers: readonly TimedSlot[];
  /** Requests that are sent but not answered. */
  readonly underWay: number;
  /** Requests per window: ours, or a lower limit that the service reported. */
  readonly limit: number;
  /** Ours, or a shorter one that the service's answers have proven. */
  readonly windowMs: number;
  /** How long a slot stays taken after the answer. */
  readonly restMs: number;
  readonly loweredLimit: LoweredLimit | undefined;
  /** `waitMs` is 0 while the gate is open. */
  readonly gate: { readonly waitMs: number; readonly reason: GateReason };
  readonly throttle: Throttle;
  readonly fewLeft: FewLeft | undefined;
  /** Names that have expired or are superseded, and second names of one slot. */
  readonly stale: readonly string[];
  /** Until then, on the clock of `at`, requests that no process remembers may still count. */
  readonly unknownUntil?: number | undefined;
  /** This machine's share, while the budget that it shares with others cannot be used. */
  readonly isShare?: boolean;
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
  return budgetNames(limit, unusedSlotName);
}

/**
 * The names of a budget whose past is not known: `spread` of its slots come free one after the other, spread over a window, and the
 * rest one window later. So a window with unknown requests holds the limit and these slots at most.
 */
export function spreadNames({ limit, restMs }: LimitPolicy, at: Stamp, spread = limit): string[] {
  const freeAt = (index: number) => addMs(at, index < spread ? (index * restMs) / spread : restMs);
  return budgetNames(limit, (index) => slotName(index, 'used', freeAt(index), restMs));
}

function budgetNames(limit: number, nameOf: (index: number) => string): string[] {
  const slots = Array.from({ length: limit }, (_, index) => nameOf(index));
  return [...slots, slotsMadeName(limit), throttleName(noThrottle)];
}

export function readState(entries: readonly (StateEntry | undefined)[], at: Stamp, policy: LimitPolicy): LimiterState {
  const rules = readRules(entries, at, policy);
  const windowMs = provenWindowMs(rules.loweredLimit, policy);
  const restMs = restOf(windowMs);
  const { surplus, ...slots } = readSlots(entries, at, policy, restMs);
  const taken = slots.slots.filter((slot) => slot.waitMs > 0);
  const takenByOthers = taken.filter((slot) => slot.state === 'other');
  const underWay = taken.filter((slot) => slot.state === 'claimed').length;
  const limit = Math.min(policy.limit, rules.loweredLimit?.limit ?? policy.limit);
  const stale = [...surplus, ...rules.stale];
  return { ...rules, ...slots, at, taken, takenByOthers, underWay, limit, windowMs, restMs, stale };
}

/** Only a process that assumes the same window may use what another has proven: its stamp says which window that is. */
function provenWindowMs(known: LoweredLimit | undefined, policy: LimitPolicy): number {
  const isOurs = known && known.until.wall - known.since.wall === policy.longestMs;
  return isOurs && known.windowMs ? Math.min(known.windowMs, policy.windowMs) : policy.windowMs;
}

type Rules = Pick<LimiterState, 'gate' | 'loweredLimit' | 'fewLeft' | 'throttle' | 'stale'>;

/** What the service said. */
function readRules(entries: readonly (StateEntry | undefined)[], at: Stamp, policy: LimitPolicy): Rules {
  const stale: string[] = [];
  let gate: LimiterState['gate'] = { waitMs: 0, reason: 'limited' };
  let loweredLimit: LoweredLimit | undefined;
  let fewLeft: FewLeft | undefined;
  let throttle = noThrottle;
  for (const entry of entries) {
    if (!entry || entry.kind === 'slot' || entry.kind === 'slots-made') continue;
    if (entry.kind === 'throttle') {
      const [strict, loose] = isStricter(throttle, entry) ? [throttle, entry] : [entry, throttle];
      if (loose.name !== '') stale.push(loose.name);
      throttle = strict;
      continue;
    }
    const { until } = entry;
    const since = entry.kind === 'few-left' ? undefined : entry.since;
    const waitMs = (since ? msLeft(since, until, at, longestRuleMs) : msUntil(until, at, policy)) ?? 0;
    if (waitMs <= 0) stale.push(entry.name);
    else if (entry.kind === 'gate') gate = waitMs > gate.waitMs ? { waitMs, reason: entry.reason } : gate;
    else if (entry.kind === 'few-left') fewLeft = fewLeft && fewLeft.left <= entry.left ? fewLeft : entry;
    else {
      const isLower = !loweredLimit || entry.limit < loweredLimit.limit;
      const higher = isLower ? loweredLimit : entry;
      if (higher) stale.push(higher.name);
      if (isLower) loweredLimit = entry;
    }
  }
  return { gate, loweredLimit, fewLeft, throttle, stale };
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
