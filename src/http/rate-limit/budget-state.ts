/** Reads the names of slots: which are free, and which must be repaired. */
import type { Snapshot } from './names.ts';
import { type Policy, maxAheadMs } from './policy.ts';
import {
  type NameChange,
  type Cooldown,
  type Slot,
  readCooldown,
  readSlot,
  countsUntil,
  slotName,
} from './slots.ts';
import { tuning } from './tuning.ts';

/** The budget as its names show it at one moment. */
export interface BudgetState {
  /** Epoch ms. */
  readonly at: number;
  /** As many slots as the limit, and slots of a process with a higher limit that are in use. */
  readonly slots: readonly Slot[];
  readonly free: readonly Slot[];
  readonly taken: readonly Slot[];
  readonly cooldown: Cooldown | undefined;
  /** For names that are missing, doubled, expired or impossible. */
  readonly repairs: readonly NameChange[];
}

/** How far the clocks of machines may differ. */
const maxClockDifferenceMs = 1_000;

export function readState(seen: Snapshot, policy: Policy): BudgetState {
  const { at } = seen;
  const { cooldown, expired } = latestCooldown(seen, policy);
  const latest = at + maxAheadMs(policy, { afterRefusal: cooldown !== undefined });
  const read = readSlots(seen, policy, latest);
  const slots = read.slots.filter(
    (slot) => slot.index < policy.limit || (isCounted(slot, at, policy) && slot.freeAt > at),
  );
  const taken = slots.filter((slot) => slot.freeAt > at);
  // Taken slots of a process with a higher limit leave fewer of ours free.
  const room = Math.min(policy.limit - taken.length, roomIn(cooldown, slots, at, policy));
  const free = slots.filter((slot) => slot.freeAt <= at).slice(0, Math.max(0, room));
  const repairs = [...expired.map(({ name }): NameChange => [name, '']), ...read.repairs];
  return { at, slots, free, taken, cooldown, repairs };
}

/** How many requests the cool-down allows now: before its probe is answered, the probe alone. */
function roomIn(
  cooldown: Cooldown | undefined,
  slots: readonly Slot[],
  at: number,
  policy: Policy,
): number {
  if (cooldown === undefined) return policy.limit;
  const { since, probeAt, perWindow } = cooldown;
  if (perWindow > 0) return perWindow - slots.filter((slot) => isCounted(slot, at, policy)).length;
  const isProbed = slots.some(
    (slot) => slot.state === 'claimed' && slot.freeAt > at && slot.countedAt >= since,
  );
  return at < probeAt || isProbed ? 0 : 1;
}

/** Whether the last request of the slot still counts. */
function isCounted(slot: Slot, at: number, policy: Policy): boolean {
  return (slot.state === 'claimed' ? slot.freeAt : countsUntil(slot, policy)) > at;
}

/** The latest counts. One from the future was set before the clock was stepped back. */
function latestCooldown({ names, at }: Snapshot, policy: Policy) {
  const isValid = ({ since, probeAt }: Cooldown): boolean =>
    at <= probeAt + tuning.cooldownWindows * policy.windowMs &&
    since <= at + maxClockDifferenceMs &&
    probeAt <= at + maxAheadMs(policy, { afterRefusal: true });
  const found = names.flatMap((name) => readCooldown(name) ?? []);
  const [latest] = found
    .filter(isValid)
    .sort((a, b) => b.since - a.since || b.probeAt - a.probeAt || b.perWindow - a.perWindow);
  return { cooldown: latest, expired: found.filter((one) => one !== latest) };
}

/**
 * A slot that is missing or has an impossible time counts as just used. Of two names for one slot,
 * the later one counts. A server without any names may have lost them: its slots come free in turn.
 */
function readSlots({ names, at }: Snapshot, policy: Policy, latest: number) {
  const repairs: NameChange[] = [];
  const slots = new Map<number, Slot>();
  const unknownSlot = (index: number, name: string, freeAt = at + policy.restMs): Slot => {
    const slot = { index, state: 'used', freeAt, countedAt: at } as const;
    const mended = { ...slot, name: slotName(slot) };
    repairs.push([name, mended.name]);
    return mended;
  };
  for (const name of names) {
    const read = readSlot(name);
    if (!read) continue;
    const slot = read.freeAt > latest ? unknownSlot(read.index, name) : read;
    const known = slots.get(read.index);
    const isLater = !known || slot.freeAt > known.freeAt;
    if (known) repairs.push([isLater ? known.name : slot.name, '']);
    if (isLater) slots.set(read.index, slot);
  }
  const isEmpty = slots.size === 0;
  for (let index = 0; index < policy.limit; index += 1) {
    const turnAt = isEmpty
      ? at + Math.ceil(((index + 1) * policy.windowMs) / policy.limit)
      : undefined;
    if (!slots.has(index)) slots.set(index, unknownSlot(index, '', turnAt));
  }
  return { slots: [...slots.values()], repairs };
}
