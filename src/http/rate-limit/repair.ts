import { addMs } from './clock.ts';
import type { NameSet } from './name-set.ts';
import { slotName, slotsMadeName, throttleName } from './state-names.ts';
import type { LimitPolicy } from './policy.ts';
import type { TimedSlot } from './slots.ts';
import { type LimiterState, noThrottle } from './state.ts';

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
  for (const name of second.stale) if (seenBefore.has(name)) names.remove(name);
  for (const slot of second.slots) if (isImpossible(slot)) names.rename(slot.name, newName(slot, second, policy));
  const missedBefore = new Set(first.missing.map((slot) => slot.index));
  for (const { index, name } of second.missing) if (missedBefore.has(index)) names.add(name);
  // Only now, so that no other process takes a slot that is still to be made for one that was deleted.
  const { made } = second;
  if (made && made.count < policy.limit) names.rename(made.name, slotsMadeName(policy.limit));
  if ([first, second].every((state) => state.throttle.name === '')) names.add(throttleName(noThrottle));
  return true;
}

export function needsRepair({ throttle, stale, missing, made, slots }: LimiterState, policy: LimitPolicy): boolean {
  if (throttle.name === '' || stale.length > 0 || missing.length > 0) return true;
  return (made && made.count < policy.limit) || slots.some(isImpossible);
}

function isImpossible({ waitMs }: TimedSlot): boolean {
  return waitMs === Number.POSITIVE_INFINITY;
}

/** As if the slot had just been claimed, or just been used. */
function newName({ index, state }: TimedSlot, { at }: LimiterState, { leaseMs, restMs }: LimitPolicy): string {
  const isUnderWay = state === 'claimed';
  return slotName(index, isUnderWay ? 'claimed' : 'used', addMs(at, isUnderWay ? leaseMs : restMs), restMs);
}
