/** Claims slots, and gives them back after the answer. */
import type { Permit, ResponseHead } from '../types.ts';
import { changesAfterAnswer } from './after-answer.ts';
import type { Listing, Snapshot, SlotNames } from './names.ts';
import type { Policy } from './policy.ts';
import { type Arrival, addRemaining, readAnswer } from './reading.ts';
import { type NameChange, type Slot, indexOf, slotName } from './slots.ts';
import { type BudgetState, readState } from './budget-state.ts';

/** How often a claim tries again when other processes took the slots that it saw. */
const maxAttempts = 3;

/** A slot that this process has claimed. */
export interface Claim extends Permit {
  readonly name: string;
}

export interface Claims {
  readonly claims: readonly Claim[];
  /** After the claims. */
  readonly state: BudgetState;
  /** That of the store which gave them: for a machine's share, the limit is lower. */
  readonly policy: Policy;
}

/** Never waits for a slot. Rejects only if it cannot be used at all. */
export interface SlotStore {
  claim(max: number): Promise<Claims>;
  /** The names that were last seen, and the time now. */
  known(): Snapshot | undefined;
}

export class NamedSlotStore implements SlotStore {
  readonly #names: SlotNames;
  readonly #policy: Policy;
  readonly #random: () => number;
  /** What the last answers said is left. */
  #remaining: Arrival['remaining'] = [];
  #seen: Listing | undefined;

  constructor(names: SlotNames, policy: Policy, random: () => number) {
    this.#names = names;
    this.#policy = policy;
    this.#random = random;
  }

  async claim(max: number): Promise<Claims> {
    const claims: Claim[] = [];
    let state = await this.#repaired((await this.#change([])).state);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (claims.length >= max || state.free.length === 0) break;
      // Not later than the sending, which follows.
      const sentAt = state.at;
      const changes = fromRandomStart(state.free, this.#random()).map((slot) =>
        this.#claimOf(slot, sentAt),
      );
      const claimed = await this.#change(changes, max - claims.length);
      for (const [, name] of claimed.done)
        claims.push({ name, settle: (answer) => this.#settle(name, sentAt, answer) });
      ({ state } = claimed);
    }
    return { claims, state, policy: this.#policy };
  }

  known(): Snapshot | undefined {
    return this.#seen && { names: this.#seen.names, at: this.#names.now() };
  }

  async #settle(name: string, sentAt: number, answer?: ResponseHead): Promise<void> {
    const counts = answer?.status !== 429;
    const released = await this.#release(name, { counts });
    if (!answer) return;
    const state = await this.#repaired(released);
    const policy = this.#policy;
    const remaining = (this.#remaining = addRemaining(
      this.#remaining,
      answer,
      state.at,
      policy.windowMs,
    ));
    const arrival = { answer, index: indexOf(name), sentAt, remaining, state, policy };
    const changes = changesAfterAnswer({
      ...arrival,
      reading: readAnswer(arrival),
      random: this.#random,
    });
    if (changes.length > 0) await this.#change(changes);
  }

  async #change(
    changes: readonly NameChange[],
    max?: number,
  ): Promise<{ done: readonly NameChange[]; state: BudgetState }> {
    this.#seen = await this.#names.change(changes, max);
    return { done: this.#seen.done, state: readState(this.#seen, this.#policy) };
  }

  async #repaired(state: BudgetState): Promise<BudgetState> {
    if (state.repairs.length === 0) return state;
    // A listing can miss a name that another process is changing: two of them must agree.
    const first = new Set(state.repairs.map(repairKey));
    const again = await this.#change([]);
    const both = again.state.repairs.filter((repair) => first.has(repairKey(repair)));
    return (await this.#change(both)).state;
  }

  #claimOf({ index, name }: Slot, sentAt: number): NameChange {
    const freeAt = this.#names.now() + this.#policy.leaseMs;
    return [name, slotName({ index, state: 'claimed', freeAt, countedAt: sentAt })];
  }

  /** `counts`: the service counts the request. */
  async #release(name: string, { counts }: { readonly counts: boolean }): Promise<BudgetState> {
    const index = indexOf(name);
    const now = this.#names.now();
    const freeAt = now + this.#policy.restMs;
    const used = slotName({ index, state: 'used', freeAt, countedAt: counts ? now : 0 });
    const { done, state } = await this.#change([[name, used]]);
    if (done.length > 0) return state;
    // Another process has repaired the claim, but the request counts.
    const found = state.slots.find((slot) => slot.index === index);
    return found && found.freeAt < freeAt
      ? (await this.#change([[found.name, used]])).state
      : state;
  }
}

/** The same for two repairs of the same name or of the same missing slot. */
function repairKey([from, to]: NameChange): string {
  return from === '' ? `slot ${indexOf(to)}` : from;
}

/** Begins with a random slot, so that processes try different ones at the same moment. */
function fromRandomStart(slots: readonly Slot[], random: number): Slot[] {
  const start = Math.floor(random * slots.length);
  return [...slots.slice(start), ...slots.slice(0, start)];
}
