/** An answer, and the slots as the process that got it would like to change them. */
import type { ResponseHead } from '../types.ts';
import type { Policy } from './policy.ts';
import { type Caution, type Change, type Slot, cautionName, restsUntil, slotName } from './slots.ts';
import type { State } from './state.ts';

/** What this process has seen of the service's count. */
export interface Memory {
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

type MovableSlot = { -readonly [Field in keyof Slot]: Slot[Field] };

/** `state` is as it was; this is as it will be. */
export interface Draft extends Heard {
  /** Without the slots of requests under way. */
  readonly idle: MovableSlot[];
  caution: Omit<Caution, 'name'> | undefined;
}

export function draftOf(heard: Heard): Draft {
  const idle = heard.state.slots.filter(({ state }) => state !== 'claimed').map((slot) => ({ ...slot }));
  return { ...heard, idle, caution: heard.state.caution };
}

/** Whatever an answer says, no slot comes free while its last request counts: so no window holds more than the limit. */
export function changesOf({ state, idle, caution, policy }: Draft): Change[] {
  const rules: Change = [state.caution?.name ?? '', caution ? cautionName(caution) : ''];
  const changed = idle.filter((slot) => slot.name !== slotName(slot));
  const safe = (slot: Slot): Slot => ({ ...slot, freeAt: Math.max(slot.freeAt, restsUntil(slot, policy)) });
  return [rules, ...changed.map((slot): Change => [slot.name, slotName(safe(slot))])].filter(
    ([from, to]) => from !== to,
  );
}

/** The slots of our own requests that were answered. */
export function oursIn({ idle }: Draft): MovableSlot[] {
  return idle.filter(({ state }) => state === 'used');
}

/** The slots that are held back now. */
export function heldIn({ idle, state: { at } }: Draft): MovableSlot[] {
  return idle.filter(({ state, freeAt }) => state === 'other' && freeAt > at);
}

/** Those that are free come first, in the order of their indices: a process with a lower limit can use the first ones only. */
export function soonest(at: number) {
  return (a: Slot, b: Slot): number => Math.max(a.freeAt, at) - Math.max(b.freeAt, at) || a.index - b.index;
}
