/** An answer, and the slots as the process that got it would like to change them. */
import type { ResponseHead } from '../types.ts';
import type { Policy } from './policy.ts';
import { type Caution, type Change, type Slot, cautionName, slotName } from './slots.ts';
import type { State } from './state.ts';

/** What this process has seen of the service's count. */
export interface Memory {
  /** The lowest count so far. */
  lowest: number;
  /** The counts of the last answers. */
  recent: readonly { readonly at: number; readonly left: number }[];
}

/** An answer, and all that its meaning depends on. */
export interface Heard {
  readonly answer: ResponseHead;
  /** The slot of the request, which is `used` already. */
  readonly index: number;
  /** Epoch ms. */
  readonly sentAt: number;
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

  /** Without the slots of requests under way. */
  get idle(): Slot[] {
    return [...this.#slots.values()].filter(({ state }) => state !== 'claimed');
  }

  /** The slots of our own requests that were answered. */
  get ours(): Slot[] {
    return this.idle.filter(({ state }) => state === 'used');
  }

  /** The slots that are held back now. */
  get held(): Slot[] {
    return this.idle.filter(({ state, freeAt }) => state === 'other' && freeAt > this.#state.at);
  }

  set(slot: Slot, change: Partial<Pick<Slot, 'state' | 'freeAt' | 'countedAt'>>): void {
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

/** Those that are free come first, in the order of their indices: a process with a lower limit can use the first ones only. */
export function soonest(at: number) {
  return (a: Slot, b: Slot): number => Math.max(a.freeAt, at) - Math.max(b.freeAt, at) || a.index - b.index;
}
