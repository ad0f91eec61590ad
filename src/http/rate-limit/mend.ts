import { after } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { paceName, slotName } from './names.ts';
import type { Terms } from './terms.ts';
import { type PlacedSlot, type View, noPace } from './view.ts';

/**
 * Puts right what was deleted, doubled, stamped by a clock nobody believes, or outlived.
 *
 * A listing taken while names change can miss a name or show it twice, so only what two listings agree on is touched.
 *
 * @returns whether the ledger must be read again
 */
export function mend(ledger: Ledger, first: View, lookAgain: () => View, terms: Terms): boolean {
  if (!broken(first, terms)) return false;
  const second = lookAgain();
  const twice = new Set([...first.slots.map((slot) => slot.name), ...first.stale]);
  for (const name of second.stale) if (twice.has(name)) ledger.drop(name);
  for (const slot of doubles(second)) if (twice.has(slot.name)) ledger.drop(slot.name);
  for (const slot of second.slots) {
    if (slot.waitMs !== Number.POSITIVE_INFINITY) continue;
    ledger.move(slot.name, slotName(slot.index, 'claimed', after(second.at, terms.leaseMs)));
  }
  addMissing(ledger, [first, second], terms);
  return true;
}

function broken(view: View, terms: Terms): boolean {
  const indices = new Set<number>();
  let missing = terms.limit;
  let lost = false;
  for (const { index, waitMs } of view.slots) {
    if (index < terms.limit && !indices.has(index)) missing -= 1;
    indices.add(index);
    lost ||= waitMs === Number.POSITIVE_INFINITY;
  }
  return missing > 0 || lost || indices.size !== view.slots.length || view.pace.name === '' || view.stale.length > 0;
}

/** Of two with one index the one that is taken longer stays. */
function doubles(view: View): PlacedSlot[] {
  const kept = new Map<number, PlacedSlot>();
  const surplus: PlacedSlot[] = [];
  for (const slot of view.slots) {
    const other = kept.get(slot.index);
    const [longer, shorter] = other && other.waitMs >= slot.waitMs ? [other, slot] : [slot, other];
    kept.set(slot.index, longer);
    if (shorter) surplus.push(shorter);
  }
  return surplus;
}

/**
 * A slot that is gone may have been used just now, so it comes back taken. Its stamp is rounded to a whole window: whoever else
 * mends it at the same time makes the same name, and only one can.
 */
function addMissing(ledger: Ledger, views: readonly [View, View], terms: Terms): void {
  const present = new Set(views.flatMap((view) => view.slots.map((slot) => slot.index)));
  const wall = Math.ceil((views[1].at.wall + terms.leaseMs) / terms.windowMs) * terms.windowMs;
  for (let index = 0; index < terms.limit; index += 1) {
    if (!present.has(index)) ledger.add(slotName(index, 'claimed', { wall, up: 0 }));
  }
  if (views.every((view) => view.pace.name === '')) ledger.add(paceName(noPace));
}
