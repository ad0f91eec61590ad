import { gapMs, turnMs } from './pacing.ts';
import type { Terms } from './terms.ts';
import { type View, isHeld } from './view.ts';

/** When a request could be sent, and what it waits for, in words. */
export interface Outlook {
  readonly waitMs: number;
  readonly reason: string;
}

/** About how soon an answer comes. */
const answerMs = 20;

/** The outlook of the request that has `ahead` others before it. */
export function outlooks(view: View, terms: Terms): (ahead: number) => Outlook {
  const { gate, pace, at, limit } = view;
  const slotMs = slotWaits(view, terms);
  // While one request tries alone, its answer ends the wait, not the time it has for it.
  const due = pace.probes > 0 && view.underWay > 0 ? answerMs : Number.POSITIVE_INFINITY;
  const turn = Math.min(turnMs(pace, at, terms), due);
  const words = slotWords(view);
  return (ahead) => {
    const byPace = turn + ahead * gapMs(pace, limit, terms);
    const bySlots = slotMs(ahead);
    if (gate.waitMs > 0 && gate.waitMs >= Math.max(byPace, bySlots)) {
      return { waitMs: gate.waitMs, reason: gateWords(gate.reason) };
    }
    if (byPace > bySlots) return { waitMs: byPace, reason: turnWords(pace.probes) };
    if (bySlots <= answerMs && isHeld(view))
      return { waitMs: answerMs, reason: 'an answer is due that says how many requests are left' };
    return { waitMs: bySlots, reason: words };
  };
}

/** A request under way is taken to be answered now: the lease its slot still has is for the case that its process died. */
function slotWaits(view: View, terms: Terms): (ahead: number) => number {
  const waits = view.slots
    .filter((slot) => slot.waitMs > 0)
    .map((slot) => (slot.state === 'claimed' ? Math.min(slot.waitMs, terms.restMs) : slot.waitMs))
    .sort((a, b) => a - b);
  // Below 0 where more are taken than the limit allows: as many must come free first.
  const free = Math.min(view.limit, view.slots.length) - waits.length;
  return (ahead) => {
    if (ahead < free) return 0;
    const rounds = Math.floor((ahead - free) / view.limit);
    const place = Math.min(ahead - free - rounds * view.limit, waits.length - 1);
    return (waits[place] ?? 0) + rounds * terms.restMs;
  };
}

function slotWords(view: View): string {
  const taken = view.slots.filter((slot) => slot.waitMs > 0);
  const used = `${Math.min(taken.length, view.limit)} of ${view.limit} requests used`;
  return taken.some((slot) => slot.state === 'other') ? `${used}, another client shares this address` : used;
}

function gateWords(reason: View['gate']['reason']): string {
  switch (reason) {
    case 'others':
      return 'another client shares this address';
    case 'unknown':
      return 'too many requests, and the service does not say until when';
    case 'limited':
    case undefined:
      return 'the service says too many requests';
  }
}

function turnWords(probes: number): string {
  return probes > 0
    ? 'one request tries whether the service counts anew'
    : 'requests are spread out for a while after the limit was reached';
}
