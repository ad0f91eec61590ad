import type { Answer } from '../types.ts';
import { type Clock, type Stamp, addMs, readClock } from './clock.ts';
import { type Claim, type Look, claimFree, isCalm, isRecent, lookAt, maySend, recentMs } from './claim.ts';
import { applyFeedback } from './feedback.ts';
import { type NameSet, countChanges } from './name-set.ts';
import { newWindowMemory } from './learn-window.ts';
import type { LimitPolicy } from './policy.ts';
import { repair } from './repair.ts';
import { nameReader, readName, slotName, throttleName } from './state-names.ts';
import { type LimiterState, readState } from './state.ts';
import { isThrottled } from './throttle.ts';
import { type Uncounted, uncountedIn } from './uncounted.ts';

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

/** A store of one machine, which uses it while it cannot ask the server that counts for all machines. */
export interface LocalStore extends SlotStore {
  readonly uncounted: Uncounted;
}

/** The store of the processes of one machine: in a folder, or in memory. */
export function openSlotStore(given: NameSet, policy: LimitPolicy, clock: Clock, random: () => number) {
  const entriesOf = nameReader();
  const names = countChanges(given);
  const memory = newWindowMemory();
  let isShare = false;
  let last: Look | undefined;
  const read = (maxAgeMs?: number) => {
    const now = readState(entriesOf(names.list(maxAgeMs)), readClock(clock), policy);
    return isShare ? { ...now, isShare } : now;
  };

  function state(): LimiterState {
    const recent = read(recentMs);
    if (isCalm(recent, policy)) return recent;
    let now = read();
    for (let round = 0; round < repairRounds && repair(names, now, () => read(), policy); round += 1) now = read();
    return now;
  }

  function look(): Look {
    return (last = lookAt(state(), policy, random));
  }

  // The look has counted its free slots, and each claim would count them again.
  const mayTake = ({ state, free }: Look): boolean => free.length > 0 && maySend(state, policy);

  function release(claim: Claim): void {
    const until = addMs(readClock(clock), policy.restMs);
    const name = slotName(claim.index, 'used', until, policy.restMs);
    if (!names.rename(claim.name, name)) keepTaken(claim.index, until, names, policy);
  }

  /** Returns a claim for one request; if nothing can be sent now, the state that says why. */
  function claimOne(): Claim | LimiterState {
    let seen = last && isRecent(last, clock.now()) ? last : look();
    // Other processes can take each free slot first: then look again.
    for (let attempt = 0; attempt < claimAttempts && mayTake(seen); attempt += 1) {
      const claim = claimFree(seen, names, policy, readClock(clock));
      if (claim) return claim;
      seen = look();
    }
    return seen.state;
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
      const before = names.changes();
      applyFeedback(answer, claim, { names, policy, state, random, memory });
      if (names.changes() > before) last = undefined;
    },
    onLost: release,
    uncounted: uncountedIn(names, state),
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
