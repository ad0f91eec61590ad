import { type Stamp, type StampBounds, addMs, longAgo, msUntil } from './clock.ts';
import { type Slot, type SlotsMade, type StateEntry, slotName, unusedSlotName } from './state-names.ts';
import { type LimitPolicy, longestWindowMs } from './policy.ts';

/** Free if `waitMs` <= 0: the more negative, the longer. Infinity if its stamp is impossible. */
export interface TimedSlot extends Slot {
  readonly waitMs: number;
}

export interface Slots {
  /** One for each index: the one that is taken longest. */
  readonly slots: readonly TimedSlot[];
  /** Of `slots`: those without a file, under the name that it will have. */
  readonly missing: readonly TimedSlot[];
  readonly made: SlotsMade | undefined;
  /** Of two names for one slot, the one that is not in `slots`. */
  readonly surplus: readonly string[];
}

/** @param restMs how long a slot stays taken, if that is shorter than processes of this policy write */
export function readSlots(
  entries: readonly (StateEntry | undefined)[],
  at: Stamp,
  policy: LimitPolicy,
  restMs = policy.restMs,
): Slots {
  const byIndex = new Map<number, TimedSlot>();
  const surplus: string[] = [];
  let made: SlotsMade | undefined;
  for (const entry of entries) {
    if (entry?.kind === 'slots-made' && entry.count > (made?.count ?? 0)) made = entry;
    if (entry?.kind !== 'slot') continue;
    const slot = timed(entry, at, policy, restMs);
    const other = byIndex.get(slot.index);
    const isKept = !other || isTakenLonger(slot, other);
    if (other) surplus.push(isKept ? other.name : slot.name);
    if (isKept) byIndex.set(slot.index, slot);
  }
  const missing: TimedSlot[] = [];
  for (let index = 0; index < policy.limit; index += 1)
    if (!byIndex.has(index)) missing.push(missingSlot(index, made, at, policy));
  return { slots: [...byIndex.values(), ...missing], missing, made, surplus };
}

function timed(
  { kind, name, index, state, freeAt, countedAt }: Slot,
  at: Stamp,
  policy: LimitPolicy,
  restMs: number,
): TimedSlot {
  // The process that made the name may have a shorter window than this one, or a longer one: then its stamps are further ahead.
  const extraMs = countedAt ? policy.restMs - (freeAt.wall - countedAt.wall) : 0;
  const bounds = extraMs < 0 && extraMs > -1.01 * longestWindowMs ? longerBy(-extraMs, policy) : policy;
  const laterMs = countedAt && extraMs === 0 ? restMs - policy.restMs : Math.max(0, extraMs);
  const waitMs = msUntil(laterMs === 0 ? freeAt : addMs(freeAt, laterMs), at, bounds) ?? Number.POSITIVE_INFINITY;
  // Spelled out: a spread of each slot would double the time of a claim.
  return { kind, name, index, state, freeAt, countedAt, waitMs };
}

function longerBy(ms: number, { longestMs, leaseMs }: LimitPolicy): StampBounds {
  return { longestMs: longestMs + ms, leaseMs: leaseMs + ms };
}

/** All processes decide the same, so that no two of them remove both names. */
function isTakenLonger(a: TimedSlot, b: TimedSlot): boolean {
  return a.waitMs === b.waitMs ? a.name > b.name : a.waitMs > b.waitMs;
}

/** A slot that was made and is gone counts as just used. One that was never made is free. */
function missingSlot(index: number, made: SlotsMade | undefined, at: Stamp, { restMs }: LimitPolicy): TimedSlot {
  const isNew = made !== undefined && index >= made.count;
  const freeAt = isNew ? longAgo : addMs(at, restMs);
  const name = isNew ? unusedSlotName(index) : slotName(index, 'used', freeAt, restMs);
  return { kind: 'slot', name, index, state: 'used', freeAt, countedAt: undefined, waitMs: freeAt.wall - at.wall };
}
