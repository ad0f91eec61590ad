import type { Answer } from '../types.ts';
import { type Clock, type Stamp, addMs, readClock } from './clock.ts';
import { type SentRequest, applyFeedback } from './feedback.ts';
import type { NameSet } from './name-set.ts';
import { nameReader, readName, slotName, throttleName } from './state-names.ts';
import type { LimitPolicy } from './policy.ts';
import { repair } from './repair.ts';
import { type LimiterState, freeSlots, readState, waitsForAnswer } from './state.ts';
import { isThrottled, onSend, throttleWaitMs } from './throttle.ts';

/** This process holds a slot: it may send one request. */
export interface Claim extends SentRequest {
  readonly index: number;
  readonly name: string;
}

/** What one look at the store got. */
export interface Claimed {
  readonly claims: readonly Claim[];
  /** If there are fewer claims than wanted: the state that says why. */
  readonly blocked?: LimiterState | undefined;
  /** Other processes that wait and looked before; 0 if that is not known. */
  readonly ahead?: number;
}

/** The slots that processes share, and what this process does with them. It never waits for a slot. */
export interface SlotStore {
  /** What is known without asking anything; undefined if nothing is. */
  known(): LimiterState | undefined;
  /** Claims slots for up to `most` requests. */
  claim(most: number): Promise<Claimed>;
  /** The headers of the answer arrived: the slot is free one window from now. */
  onAnswer(claim: Claim, answer: Answer): Promise<void> | void;
  /** No answer arrives. The service may have counted the request until now. */
  onLost(claim: Claim): Promise<void> | void;
  /** Each look is a message to another machine: there must be few of them. */
  readonly isRemote?: boolean;
}

const claimAttempts = 3;
/** One to repair, and one to remove what another process made at the same moment. */
const repairRounds = 2;

/** The store of the processes of one machine: in a folder, or in memory. */
export function openSlotStore(names: NameSet, policy: LimitPolicy, clock: Clock, random: () => number) {
  const entriesOf = nameReader();
  let isShare = false;
  const read = () => {
    const now = readState(entriesOf(names.list()), readClock(clock), policy);
    return isShare ? { ...now, isShare } : now;
  };

  function state(): LimiterState {
    let now = read();
    for (let round = 0; round < repairRounds && repair(names, now, read, policy); round += 1) now = read();
    return now;
  }

  function release(claim: Claim): void {
    const until = addMs(readClock(clock), policy.restMs);
    const name = slotName(claim.index, 'used', until, policy.restMs);
    if (!names.rename(claim.name, name)) keepTaken(claim.index, until, names, policy);
  }

  /** Returns a claim for one request; if nothing can be sent now, the state that says why. */
  function claimOne(): Claim | LimiterState {
    let now = state();
    // Other processes can take each free slot first: then look again.
    for (let attempt = 0; attempt < claimAttempts && mayClaim(now, policy); attempt += 1) {
      const claim = claimFree(now, names, policy, random);
      if (claim) return claim;
      now = state();
    }
    return now;
  }

  return {
    known: state,
    async claim(most: number): Promise<Claimed> {
      const claims: Claim[] = [];
      while (claims.length < most) {
        const result = claimOne();
        if (!('sentAt' in result)) return { claims, blocked: result };
        claims.push(result);
      }
      return { claims };
    },
    onAnswer(claim: Claim, answer: Answer): void {
      release(claim);
      applyFeedback(answer, claim, { names, policy, state, random });
    },
    onLost: release,
    /** Spreads requests out, as after a 429: these slots are this machine's share of a budget. */
    asShare(): void {
      isShare = true;
      const { throttle, at } = state();
      if (!isThrottled(throttle))
        names.rename(throttle.name, throttleName({ ...throttle, level: 1, next: at, changed: at }));
    },
  };
}

/** Another process repaired the slot of a request under way: makes sure that it stays taken for as long as the request counts. */
export function keepTaken(index: number, until: Stamp, names: NameSet, { restMs }: LimitPolicy): void {
  for (const other of names.list()) {
    const entry = readName(other);
    if (entry?.kind !== 'slot' || entry.index !== index) continue;
    if (entry.freeAt.wall < until.wall) names.rename(other, slotName(index, 'used', until, restMs));
  }
}

export function mayClaim(state: LimiterState, policy: LimitPolicy): boolean {
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
