/**
 * All shared state is in the names of empty files. A rename is atomic: of all processes that rename
 * a name, one succeeds, and only if the name is still the one that it read (on Windows: microsoft-windows.ts).
 *
 * Why no window of length W holds more requests than there are slots:
 * 1. A request is sent only by the process that renamed a free slot to `claimed`, so one request at a time holds a slot.
 * 2. The service counts it at some moment between that claim and its answer, or the end of its attempt if no answer arrives.
 * 3. The slot becomes free W after the answer, or after the longest end of the attempt: also if the process is killed.
 * 4. So two requests of one slot are counted at least W apart, and a window of length W holds at most one of each slot.
 * 5. What the service says can only make a slot free later. A request that it refused does not count.
 */
import type { Policy } from './policy.ts';

/** `claimed`: a request is under way. `other`: held back, as the service has no room. */
type SlotState = (typeof slotStates)[number];
const slotStates = ['claimed', 'used', 'other'] as const;

/** Room for one request in a window. Times are epoch ms. */
export interface Slot {
  readonly name: string;
  readonly index: number;
  readonly state: SlotState;
  readonly freeAt: number;
  /**
   * When its last request was sent (`claimed`) or answered; 0 if there was none, or the service does
   * not count it.
   */
  readonly countedAt: number;
}

/** After a refusal, for all processes. Times are epoch ms. */
export interface Cooldown {
  readonly name: string;
  /** When the request was refused; later, when the probe was accepted. */
  readonly since: number;
  /** When the probe is due, the one request of the pause; later, when it was accepted. */
  readonly probeAt: number;
  /** Requests per window after the probe; 0 until it is answered. */
  readonly perWindow: number;
}

/** Whether the probe has no answer yet: until then, no other request is sent. */
export function isPaused<C extends Pick<Cooldown, 'perWindow'>>(
  cooldown: C | undefined,
): cooldown is C {
  return cooldown?.perWindow === 0;
}

/** A new name for an old one. With '' as `from` it adds a name, with '' as `to` it removes one. */
export type NameChange = readonly [from: string, to: string];

export function slotName({ index, state, freeAt, countedAt }: Omit<Slot, 'name'>): string {
  return `slot-${index}-${state}-${Math.ceil(freeAt)}-${Math.floor(countedAt)}`;
}

export function cooldownName({ since, probeAt, perWindow }: Omit<Cooldown, 'name'>): string {
  return `cooldown-${Math.floor(since)}-${Math.ceil(probeAt)}-${perWindow}`;
}

/** Undefined for a name that is not ours. */
export function readSlot(name: string): Slot | undefined {
  const [, index, stateText, freeAt, countedAt] =
    /^slot-(\d{1,4})-([a-z]+)-(\d{1,15})-(\d{1,15})$/.exec(name) ?? [];
  const state = slotStates.find((one) => one === stateText);
  if (state === undefined) return undefined;
  return {
    name,
    index: Number(index),
    state,
    freeAt: Number(freeAt),
    countedAt: Number(countedAt),
  };
}

export function readCooldown(name: string): Cooldown | undefined {
  const parts = /^cooldown-(\d{1,15})-(\d{1,15})-(\d{1,6})$/.exec(name)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [since = 0, probeAt = 0, perWindow = 0] = parts;
  return { name, since, probeAt, perWindow };
}

export function indexOf(slotName: string): number {
  return Number(slotName.split('-')[1]);
}

/** When the last request of the slot stops counting. */
export function countsUntil({ countedAt }: Slot, { restMs }: Policy): number {
  return countedAt === 0 ? 0 : countedAt + restMs;
}
