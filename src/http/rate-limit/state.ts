import type { Span } from './names.ts';
import { type Policy, longestMs } from './policy.ts';
import { type Caution, type Change, type Slot, readCautionName, readSlot, restsUntil, slotName } from './slots.ts';

/** What the names say at one moment. */
export interface State {
  /** Epoch ms: the earliest that the clock can show, so that no slot is taken for free too early. */
  readonly at: number;
  /** The latest that it can show. */
  readonly latest: number;
  /** One for each index. */
  readonly slots: readonly Slot[];
  readonly free: readonly Slot[];
  readonly taken: readonly Slot[];
  /** Requests per window: as configured, or a lower limit of the service. */
  readonly limit: number;
  readonly caution: Caution | undefined;
  /** What mends names that are missing, doubled, expired or impossible. */
  readonly repairs: readonly Change[];
}

/** For so many windows after a refusal, requests are spread out. */
const cautionWindows = 6;
/** Clocks of processes do not differ, those of machines by little. */
const sameClockMs = 1_000;

/** Names that are not ours stay as they are. */
export function readState(names: readonly string[], { earliest: at, latest }: Span, policy: Policy): State {
  const repairs: Change[] = [];
  const caution = readCaution(names, at, policy, repairs);
  const slots = readSlots(names, at, policy, caution, repairs);
  const taken = slots.filter((slot) => slot.freeAt > at);
  const free = slots.filter((slot) => slot.freeAt <= at && slot.index < policy.limit);
  const room = Math.min(
    policy.limit - taken.length,
    caution?.most ? caution.most - counted(slots, at, policy) : policy.limit,
  );
  const limit = policy.limit - taken.filter((slot) => slot.state === 'over').length;
  return {
    at,
    latest,
    slots,
    free: free.slice(0, Math.max(0, room)),
    taken,
    limit: Math.max(1, limit),
    caution,
    repairs,
  };
}

/** The requests of the last window. */
function counted(slots: readonly Slot[], at: number, policy: Policy): number {
  return slots.filter((slot) => (slot.state === 'claimed' ? slot.freeAt : restsUntil(slot, policy)) > at).length;
}

/** The latest counts. One from the future is of a clock that was stepped back. */
function readCaution(names: readonly string[], at: number, policy: Policy, repairs: Change[]): Caution | undefined {
  let latest: Caution | undefined;
  for (const name of names) {
    const caution = readCautionName(name);
    if (!caution) continue;
    const isOver = at > caution.probeAt + cautionWindows * policy.windowMs;
    const isPossible = caution.since <= at + sameClockMs && caution.probeAt <= at + longestMs(policy, true);
    const isKept = !isOver && isPossible && (!latest || isLater(caution, latest));
    const dropped = isKept ? latest : caution;
    if (dropped) repairs.push([dropped.name, '']);
    if (isKept) latest = caution;
  }
  return latest;
}

function isLater(a: Caution, b: Caution): boolean {
  return (a.since - b.since || a.probeAt - b.probeAt || a.most - b.most) > 0;
}

/** A slot that is missing, or whose time is impossible, counts as just used. */
function readSlots(
  names: readonly string[],
  at: number,
  policy: Policy,
  caution: Caution | undefined,
  repairs: Change[],
): Slot[] {
  const { limit, restMs } = policy;
  const latest = at + longestMs(policy, caution !== undefined);
  const slots = new Map<number, Slot>();
  const justUsed = (index: number, name: string): Slot => {
    const slot = { index, state: 'used', freeAt: at + restMs, countedAt: at } as const;
    const mended = { ...slot, name: slotName(slot) };
    repairs.push([name, mended.name]);
    return mended;
  };
  for (const name of names) {
    const read = readSlot(name);
    if (!read) continue;
    const slot = read.freeAt > latest ? justUsed(read.index, name) : read;
    const known = slots.get(read.index);
    // Two names for one slot: the one that is taken longer counts.
    const isKept = !known || slot.freeAt > known.freeAt;
    if (known) repairs.push([isKept ? known.name : slot.name, '']);
    if (isKept) slots.set(read.index, slot);
  }
  for (let index = 0; index < limit; index += 1) if (!slots.has(index)) slots.set(index, justUsed(index, ''));
  return [...slots.values()];
}
