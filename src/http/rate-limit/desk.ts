import type { Answer } from '../types.ts';
import { type Clock, type Stamp, after, moment } from './clock.ts';
import { correct } from './correct.ts';
import type { Ledger } from './ledger.ts';
import { mend } from './mend.ts';
import { nameReader, paceName, readName, slotName } from './names.ts';
import { isPaced, taken, turnMs } from './pacing.ts';
import type { Terms } from './terms.ts';
import { type PlacedSlot, type View, freeSlots, isHeld, look } from './view.ts';

/** A slot of this process: one request may be sent. */
export interface Claim {
  readonly index: number;
  readonly sentAt: Stamp;
  readonly name: string;
  /** Sent to find out whether the service counts anew. */
  readonly alone: boolean;
}

/** The ledger and what this process does to it; it never waits. */
export interface Desk {
  /** One request's claim, or what the ledger says while there is none to be had. */
  claim(): Claim | View;
  /** The answer's headers are there: the slot is free a window from now. */
  answered(claim: Claim, answer: Answer): void;
  /** No answer will come. The service may have counted the request up to now. */
  lost(claim: Claim): void;
  view(): View;
}

const rounds = 3;

export function openDesk(ledger: Ledger, terms: Terms, clock: Clock, random: () => number): Desk {
  const entriesOf = nameReader();
  const read = () => look(entriesOf(ledger.list()), moment(clock), terms);

  function view(): View {
    const first = read();
    return mend(ledger, first, read, terms) ? read() : first;
  }

  function settle(claim: Claim): void {
    const until = after(moment(clock), terms.restMs);
    const name = slotName(claim.index, 'used', until);
    if (ledger.move(claim.name, name)) return;
    // Someone mended it meanwhile: then it is taken at least as long, or gets what it is due.
    for (const other of ledger.list()) {
      const entry = readName(other);
      if (entry?.kind !== 'slot' || entry.index !== claim.index) continue;
      if (entry.freeAt.wall < until.wall) ledger.move(other, name);
    }
  }

  return {
    view,
    claim() {
      let now = view();
      for (let round = 0; round < rounds; round += 1) {
        if (now.gate.waitMs > 0 || turnMs(now.pace, now.at, terms) > 0 || isHeld(now)) return now;
        const free = freeSlots(now);
        const claim = claimFrom(free, now, { ledger, terms, random });
        if (claim) return claim;
        if (free.length === 0) return now;
        // Others were faster at all of them.
        now = view();
      }
      return now;
    },
    answered(claim, answer) {
      settle(claim);
      correct(answer, claim, { ledger, terms, look: view, random });
    },
    lost: settle,
  };
}

type Hand = { readonly ledger: Ledger; readonly terms: Terms; readonly random: () => number };

/** Tries the free slots from a random one on, so that processes that look at the same moment do not all reach for the same. */
function claimFrom(free: readonly PlacedSlot[], view: View, { ledger, terms, random }: Hand): Claim | undefined {
  const start = Math.floor(random() * free.length);
  for (let step = 0; step < free.length; step += 1) {
    const slot = free[(start + step) % free.length];
    if (!slot) break;
    const name = slotName(slot.index, 'claimed', after(view.at, terms.leaseMs));
    if (!ledger.move(slot.name, name)) continue;
    if (takeTurn(view, ledger, terms)) return { index: slot.index, sentAt: view.at, name, alone: view.pace.probes > 0 };
    ledger.move(name, slot.name);
    return undefined;
  }
  return undefined;
}

function takeTurn({ pace, at, limit }: View, ledger: Ledger, terms: Terms): boolean {
  return !isPaced(pace) || ledger.move(pace.name, paceName(taken(pace, at, limit, terms)));
}
