import { type Stamp, longAgo, remaining } from './clock.ts';
import {
  type Entry,
  type GateReason,
  type Left,
  type Lower,
  type Pace,
  type Slot,
  paceName,
  slotName,
} from './names.ts';
import type { Terms } from './terms.ts';

/** What the ledger says at one moment. */
export interface View {
  readonly at: Stamp;
  readonly slots: readonly PlacedSlot[];
  /** Requests a window: ours, or the lower one that the service told. */
  readonly limit: number;
  readonly lower: Lower | undefined;
  /** `waitMs` is 0 while the gate is open. */
  readonly gate: { readonly waitMs: number; readonly reason: GateReason | undefined };
  readonly pace: Pace;
  readonly left: Left | undefined;
  /** Requests sent and not answered. */
  readonly underWay: number;
  /** Names that say nothing any more. */
  readonly stale: readonly string[];
}

/** Free when `waitMs` <= 0; the more negative, the longer it has been. */
export interface PlacedSlot extends Slot {
  readonly waitMs: number;
}

export const noPace: Pace = { kind: 'pace', name: '', level: 0, probes: 0, next: longAgo, changed: longAgo };

/** Names of a ledger nobody has used yet. */
export function freshNames(limit: number): string[] {
  const slots = Array.from({ length: limit }, (_, index) => slotName(index, 'used', longAgo));
  return [...slots, paceName(noPace)];
}

export function look(entries: readonly (Entry | undefined)[], at: Stamp, terms: Terms): View {
  const slots: PlacedSlot[] = [];
  const stale: string[] = [];
  let gate: View['gate'] = { waitMs: 0, reason: undefined };
  let lower: Lower | undefined;
  let left: Left | undefined;
  let underWay = 0;
  let pace = noPace;
  for (const entry of entries) {
    if (!entry) continue;
    if (entry.kind === 'slot') {
      const { kind, name, index, state, freeAt } = entry;
      const waitMs = remaining(freeAt, at, terms) ?? Number.POSITIVE_INFINITY;
      if (state === 'claimed' && waitMs > 0) underWay += 1;
      slots.push({ kind, name, index, state, freeAt, waitMs });
    } else if (entry.kind === 'pace') {
      const loser = stricter(pace, entry) ? entry : pace;
      if (loser.name !== '') stale.push(loser.name);
      if (loser === pace) pace = entry;
    } else {
      const waitMs = remaining(entry.until, at, terms) ?? 0;
      if (waitMs <= 0) stale.push(entry.name);
      else if (entry.kind === 'gate') gate = waitMs > gate.waitMs ? { waitMs, reason: entry.reason } : gate;
      else if (entry.kind === 'left') left = left && left.left <= entry.left ? left : entry;
      else lower = lower && lower.limit <= entry.limit ? lower : entry;
    }
  }
  return {
    at,
    slots,
    limit: Math.min(terms.limit, lower?.limit ?? terms.limit),
    lower,
    gate,
    pace,
    left,
    underWay,
    stale,
  };
}

/** Whether as many are under way as the service said are left: one of their answers comes first. */
export function isHeld({ left, underWay }: View): boolean {
  return left !== undefined && underWay >= Math.max(1, left.left);
}

function stricter(a: Pace, b: Pace): boolean {
  if (a.name === '') return false;
  return (a.level - b.level || a.probes - b.probes || a.next.wall - b.next.wall) >= 0;
}

/** What may be claimed now: free, and within the limit that holds. */
export function freeSlots(view: View): PlacedSlot[] {
  const free = view.slots.filter((slot) => slot.waitMs <= 0 && slot.index < view.limit);
  const taken = view.slots.reduce((count, slot) => count + (slot.waitMs > 0 ? 1 : 0), 0);
  return free.slice(0, Math.max(0, view.limit - taken));
}
