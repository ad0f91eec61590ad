/** The slots as one process would like to change them. */
import type { ResponseHead } from '../types.ts';
import type { Policy } from './policy.ts';
import { type Caution, type Change, type Claim, type Slot, cautionName, slotName } from './slots.ts';
import type { State } from './state.ts';

/** What this process has seen of the service's count. */
export interface Memory {
  /** The lowest count so far. */
  lowest: number;
  /** The counts of the last answers. */
  recent: readonly { readonly at: number; readonly left: number }[];
}

export function newMemory(): Memory {
  return { lowest: Number.POSITIVE_INFINITY, recent: [] };
}

/** An answer, and all that its meaning depends on. */
export interface Heard {
  readonly answer: ResponseHead;
  readonly claim: Claim;
  readonly state: State;
  readonly policy: Policy;
  readonly memory: Memory;
  readonly random: () => number;
}

/** The slots as they will be. */
export class Draft {
  readonly #state: State;
  readonly #slots: Map<number, Slot>;
  #caution: Caution | undefined;

  constructor(state: State) {
    this.#state = state;
    this.#slots = new Map(state.slots.map((slot) => [slot.index, slot]));
    this.#caution = state.caution;
  }

  get slots(): Slot[] {
    return [...this.#slots.values()];
  }

  /** Those that this process goes by. */
  get relevant(): Slot[] {
    return this.#state.relevant.flatMap(({ index }) => this.#slots.get(index) ?? []);
  }

  set(slot: Slot, change: Partial<Pick<Slot, 'state' | 'freeAt'>>): void {
    const next = { ...slot, ...change };
    this.#slots.set(slot.index, { ...next, name: slotName(next) });
  }

  get caution(): Caution | undefined {
    return this.#caution;
  }

  set caution(caution: Omit<Caution, 'name'>) {
    this.#caution = { ...caution, name: cautionName(caution) };
  }

  changes(): Change[] {
    const { slots, caution } = this.#state;
    const moved = slots.map(({ index, name }): Change => [name, this.#slots.get(index)?.name ?? name]);
    const rules: Change = [caution?.name ?? '', this.#caution?.name ?? ''];
    return [rules, ...moved].filter(([from, to]) => from !== to);
  }
}

export function isOurs({ state }: Slot): boolean {
  return state === 'used' || state === 'uncounted';
}

/** The slots that are held back for this reason. */
export function heldBack({ relevant }: Draft, at: number, reason: 'other' | 'over'): Slot[] {
  return relevant.filter((slot) => slot.state === reason && slot.freeAt > at);
}

/** Those that are free come first, in the order of their indices: a process with a lower limit can use the first ones only. */
export function soonest(at: number) {
  return (a: Slot, b: Slot): number => Math.max(a.freeAt, at) - Math.max(b.freeAt, at) || a.index - b.index;
}
