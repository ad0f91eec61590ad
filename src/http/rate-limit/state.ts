/** Reads the names of slots: which are free, and what is wrong with the others. */
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
  /** Those that this process goes by: of the slots of a higher limit, only the ones whose request counts. */
  readonly relevant: readonly Slot[];
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
  const counted = slots.filter((slot) => isCounted(slot, at, policy));
  const requests = new Set(counted.filter((slot) => slot.freeAt > at));
  const relevant = slots.filter((slot) => slot.index < policy.limit || requests.has(slot));
  const taken = relevant.filter((slot) => slot.freeAt > at);
  const free = relevant.filter((slot) => slot.freeAt <= at && slot.index < policy.limit);
  const over = taken.filter((slot) => slot.state === 'over').length;
  const limit = Math.min(policy.limit, relevant.length - over);
  const room = Math.min(limit - requests.size, caution?.most ? caution.most - counted.length : limit);
  return {
    at,
    latest,
    slots,
    relevant,
    free: free.slice(0, Math.max(0, room)),
    taken,
    limit: Math.max(1, limit),
    caution,
    repairs,
  };
}

/** Whether its last request is one of the last window. */
function isCounted(slot: Slot, at: number, policy: Policy): boolean {
  return (slot.state === 'claimed' ? slot.freeAt : restsUntil(slot, policy)) > at;
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

/**
 * A slot that is missing, or whose time is impossible, counts as just used. Those behind the last one are of a higher limit than before:
 * they come free at the same time, but no request is known of them.
 */
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
  const justUsed = (index: number, name: string, countedAt = at): Slot => {
    const slot = { index, state: 'used', freeAt: at + restMs, countedAt } as const;
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
  const last = slots.size > 0 ? Math.max(...slots.keys()) : limit;
  for (let index = 0; index < limit; index += 1)
    if (!slots.has(index)) slots.set(index, justUsed(index, '', index > last ? 0 : at));
  return [...slots.values()];
}
