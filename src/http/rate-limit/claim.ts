/** Claims of slots: one look at the names can be enough for several. */
import { type Stamp, addMs } from './clock.ts';
import type { NameSet } from './name-set.ts';
import type { LimitPolicy } from './policy.ts';
import { needsRepair } from './repair.ts';
import type { SentRequest } from './feedback.ts';
import type { TimedSlot } from './slots.ts';
import { slotName, throttleName } from './state-names.ts';
import { type LimiterState, freeSlots, waitsForAnswer } from './state.ts';
import { isThrottled, onSend, throttleWaitMs } from './throttle.ts';

/** This process holds a slot: it may send one request. */
export interface Claim extends SentRequest {
  readonly index: number;
  readonly name: string;
}

/**
 * Another process's news can be this old, ms: less than a request is on its way. A slot is never claimed twice, because its rename
 * fails if the name has changed.
 */
export const recentMs = 20;

/** What the names said, and the slots that were free and that this process has not tried since. */
export interface Look {
  readonly state: LimiterState;
  readonly free: TimedSlot[];
  readonly isCalm: boolean;
}

export function lookAt(state: LimiterState, policy: LimitPolicy, random: () => number): Look {
  return { state, free: inRandomOrder(freeSlots(state), random), isCalm: isCalm(state, policy) };
}

/** Whether a claim needs no look of its own. `now`: epoch ms. */
export function isRecent({ state, free, isCalm }: Look, now: number): boolean {
  return free.length > 0 && isCalm && Math.abs(now - state.at.wall) < recentMs;
}

/** Whether there is nothing but slots: no rule of the service, and nothing to repair. */
export function isCalm(state: LimiterState, policy: LimitPolicy): boolean {
  const { gate, throttle, loweredLimit, fewLeft } = state;
  const hasRule = gate.waitMs > 0 || isThrottled(throttle) || loweredLimit !== undefined || fewLeft !== undefined;
  return !hasRule && !needsRepair(state, policy);
}

export function mayClaim(state: LimiterState, policy: LimitPolicy): boolean {
  return maySend(state, policy) && freeSlots(state).length > 0;
}

/** Whether the rules let the next request out, if there is a slot for it. */
export function maySend(state: LimiterState, policy: LimitPolicy): boolean {
  const { gate, throttle, at } = state;
  return gate.waitMs <= 0 && throttleWaitMs(throttle, at, policy) <= 0 && !waitsForAnswer(state);
}

/** Takes the first slot that no other process has taken since. */
export function claimFree({ state, free }: Look, names: NameSet, policy: LimitPolicy, at: Stamp): Claim | undefined {
  const { throttle, limit } = state;
  for (let slot = free.shift(); slot !== undefined; slot = free.shift()) {
    const name = slotName(slot.index, 'claimed', addMs(at, policy.leaseMs), policy.restMs);
    if (!names.rename(slot.name, name)) continue;
    const next = throttleName(onSend(throttle, at, limit, policy));
    if (!isThrottled(throttle) || names.rename(throttle.name, next))
      return { index: slot.index, sentAt: at, name, isProbe: throttle.probes > 0 };
    // Another process sends first under this throttle.
    names.rename(name, slot.name);
    return undefined;
  }
  return undefined;
}

/** From a random one on, so that processes that look at the same moment try different ones. */
function inRandomOrder(slots: readonly TimedSlot[], random: () => number): TimedSlot[] {
  const start = Math.floor(random() * slots.length);
  return [...slots.slice(start), ...slots.slice(0, start)];
}
