import type { Answer } from '../types.ts';
import { type Clock, addMs, readClock } from './clock.ts';
import { type SentRequest, applyFeedback } from './feedback.ts';
import type { NameSet } from './name-set.ts';
import { nameReader, readName, slotName, throttleName } from './names.ts';
import type { LimitPolicy } from './policy.ts';
import { repair } from './repair.ts';
import { type LimiterState, freeSlots, readState, waitsForAnswer } from './state.ts';
import { isThrottled, onSend, throttleWaitMs } from './throttle.ts';

/** This process holds a slot: it may send one request. */
export interface Claim extends SentRequest {
  readonly index: number;
  readonly name: string;
}

export type SlotStore = ReturnType<typeof openSlotStore>;

const claimAttempts = 3;
/** One to repair, and one to remove what another process made at the same moment. */
const repairRounds = 2;

/** The slots that processes share, and what this process does with them. It never waits. */
export function openSlotStore(names: NameSet, policy: LimitPolicy, clock: Clock, random: () => number) {
  const entriesOf = nameReader();
  const read = () => readState(entriesOf(names.list()), readClock(clock), policy);

  function state(): LimiterState {
    let now = read();
    for (let round = 0; round < repairRounds && repair(names, now, read, policy); round += 1) now = read();
    return now;
  }

  function release(claim: Claim): void {
    const until = addMs(readClock(clock), policy.restMs);
    const name = slotName(claim.index, 'used', until, policy.restMs);
    if (names.rename(claim.name, name)) return;
    // Another process repaired the slot meanwhile: make sure that it stays taken for as long as ours.
    for (const other of names.list()) {
      const entry = readName(other);
      if (entry?.kind !== 'slot' || entry.index !== claim.index) continue;
      if (entry.freeAt.wall < until.wall) names.rename(other, name);
    }
  }

  return {
    state,
    /** Returns a claim for one request; if nothing can be sent now, the state that says why. */
    claim(): Claim | LimiterState {
      let now = state();
      // Other processes can take each free slot first: then look again.
      for (let attempt = 0; attempt < claimAttempts && mayClaim(now, policy); attempt += 1) {
        const claim = claimFree(now, names, policy, random);
        if (claim) return claim;
        now = state();
      }
      return now;
    },
    /** The headers of the answer arrived: the slot is free one window from now. */
    onAnswer(claim: Claim, answer: Answer): void {
      release(claim);
      applyFeedback(answer, claim, { names, policy, state, random });
    },
    /** No answer arrives. The service may have counted the request until now. */
    onLost: release,
  };
}

function mayClaim(state: LimiterState, policy: LimitPolicy): boolean {
  const { gate, throttle, at } = state;
  if (gate.waitMs > 0 || throttleWaitMs(throttle, at, policy) > 0 || waitsForAnswer(state)) return false;
  return freeSlots(state).length > 0;
}

/** Tries the free slots from a random one on, so that processes that look at the same moment try different ones. */
function claimFree(state: LimiterState, names: NameSet, policy: LimitPolicy, random: () => number): Claim | undefined {
  const { at, throttle, limit } = state;
  const free = freeSlots(state);
  const start = Math.floor(random() * free.length);
  for (const slot of [...free.slice(start), ...free.slice(0, start)]) {
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
