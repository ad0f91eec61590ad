import { addMs } from './clock.ts';
import type { NameSet } from './name-set.ts';
import { slotName, throttleName } from './names.ts';
import type { LimitPolicy } from './policy.ts';
import { type LimiterState, type TimedSlot, noThrottle } from './state.ts';

/**
 * Repairs names that are missing, duplicated, expired or stamped with an impossible time.
 *
 * A listing taken during renames can miss a name or show it twice, so only what two listings agree on is repaired.
 *
 * @returns whether the names must be read again
 */
export function repair(
  names: NameSet,
  first: LimiterState,
  readAgain: () => LimiterState,
  policy: LimitPolicy,
): boolean {
  if (!needsRepair(first, policy)) return false;
  const second = readAgain();
  const seenBefore = new Set([...first.slots.map((slot) => slot.name), ...first.stale]);
  for (const name of [...second.stale, ...duplicates(second)]) if (seenBefore.has(name)) names.remove(name);
  for (const slot of second.slots) {
    if (slot.waitMs !== Number.POSITIVE_INFINITY) continue;
    names.rename(slot.name, slotName(slot.index, 'claimed', addMs(second.at, policy.leaseMs)));
  }
  addMissing(names, [first, second], policy);
  return true;
}

function needsRepair({ slots, throttle, stale }: LimiterState, policy: LimitPolicy): boolean {
  if (throttle.name === '' || stale.length > 0) return true;
  const indices = new Set<number>();
  for (const { index, waitMs } of slots) {
    if (indices.has(index) || waitMs === Number.POSITIVE_INFINITY) return true;
    indices.add(index);
  }
  for (let index = 0; index < policy.limit; index += 1) if (!indices.has(index)) return true;
  return false;
}

/** Of two slots with one index, keeps the one that is taken longer and returns the other's name. */
function duplicates({ slots }: LimiterState): string[] {
  const kept = new Map<number, TimedSlot>();
  const surplus: string[] = [];
  for (const slot of slots) {
    const other = kept.get(slot.index);
    const [longer, shorter] = other && other.waitMs >= slot.waitMs ? [other, slot] : [slot, other];
    kept.set(slot.index, longer);
    if (shorter) surplus.push(shorter.name);
  }
  return surplus;
}

/**
 * A missing slot comes back taken, because it may have been used just now. Its stamp is rounded to a whole window, so that two
 * processes that repair at the same time make the same name, and only one succeeds.
 */
function addMissing(names: NameSet, states: readonly [LimiterState, LimiterState], policy: LimitPolicy): void {
  const present = new Set(states.flatMap((state) => state.slots.map((slot) => slot.index)));
  const wall = Math.ceil((states[1].at.wall + policy.leaseMs) / policy.windowMs) * policy.windowMs;
  for (let index = 0; index < policy.limit; index += 1) {
    if (!present.has(index)) names.add(slotName(index, 'claimed', { wall, up: 0 }));
  }
  if (states.every((state) => state.throttle.name === '')) names.add(throttleName(noThrottle));
}
