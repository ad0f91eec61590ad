import type { Answer } from '../types.ts';
import { type Stamp, after, longAgo } from './clock.ts';
import type { Claim } from './desk.ts';
import type { Ledger } from './ledger.ts';
import { gateName, leftName, lowerName, paceName, slotName } from './names.ts';
import { accepted, crowded, earlyMs, gapMs, isPaced, probeMs, refused, sentSince } from './pacing.ts';
import { type Reset, readReset } from './reset.ts';
import type { Terms } from './terms.ts';
import { type PlacedSlot, type View, freeSlots } from './view.ts';

export interface Correction {
  readonly ledger: Ledger;
  readonly terms: Terms;
  readonly look: () => View;
  readonly random: () => number;
}

/** Takes in what an answer says about the budget. It can only make it smaller than our own count, or undo having done so. */
export function correct(answer: Answer, { sentAt, alone }: Pick<Claim, 'sentAt' | 'alone'>, on: Correction): void {
  if (answer.status === 429) return close(answer, sentAt, on);
  if (alone) reopen(sentAt, on);
  const limit = integer(answer.headers['x-ratelimit-limit']);
  if (limit !== undefined && limit > 0 && limit < on.terms.limit) lowerLimit(limit, on);
  const left = integer(answer.headers['x-ratelimit-remaining']);
  if (left !== undefined) compare(left, answer, sentAt, on);
}

/** Only an exact integer is believed: lists, signs, fractions and floods of digits are not. */
function integer(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function close(answer: Answer, sentAt: Stamp, { ledger, terms, look, random }: Correction): void {
  const view = look();
  const { pace, gate, at } = view;
  const reset = believed(answer, view, terms, random);
  const next = refused(pace, reset, at, terms, random);
  const news = sentSince(pace, sentAt, terms);
  // Of many refused at once the first decides; a later one may still know of a longer wait.
  if (!news && (typeof reset !== 'object' || next.waitMs <= gate.waitMs)) return;
  ledger.add(gateName(typeof reset === 'object' ? 'limited' : 'unknown', after(at, next.waitMs)));
  if (news) ledger.move(pace.name, paceName(next.pace));
}

/**
 * Where no other client showed, a refusal of what our own exact count allows comes from a service that weighs its last window, and a
 * weighed count falls long before its reset: the first time, one request looks whether it does. `Retry-After` asks not to.
 */
function believed(answer: Answer, view: View, terms: Terms, random: () => number): Reset {
  const reset = readReset(answer.headers, answer.receivedAt);
  const others = view.slots.some((slot) => slot.state === 'other' && slot.waitMs > 0);
  if (typeof reset !== 'object' || 'retry-after' in answer.headers || others || !mayBeWeighed(view, terms))
    return reset;
  return { waitMs: Math.min(reset.waitMs, earlyMs(terms, random)) };
}

/** Whether we sent enough in the last two windows to be what the service counts, and have not found out yet. */
function mayBeWeighed(view: View, terms: Terms): boolean {
  const lately = view.slots.filter((slot) => slot.state !== 'other' && slot.waitMs > -terms.windowMs);
  return !isPaced(view.pace) && lately.length >= view.limit / 2;
}

function reopen(sentAt: Stamp, { ledger, terms, look }: Correction): void {
  const { pace, at, limit } = look();
  if (pace.probes === 0 || !sentSince(pace, sentAt, terms)) return;
  ledger.move(pace.name, paceName(accepted(pace, at, limit, terms)));
}

function lowerLimit(limit: number, { ledger, terms, look }: Correction): void {
  const { lower, at } = look();
  const kept = lower && lower.limit <= limit && lower.until.wall - at.wall > terms.longestMs / 2;
  if (!kept) ledger.add(lowerName(limit, after(at, terms.longestMs)));
}

/**
 * Every slot that was free when the request left, and still is, the service must count as left, too. Where it counts fewer, somebody
 * else took them: as many of ours are taken for a window. Where it counts more again, they are given back.
 */
function compare(left: number, answer: Answer, sentAt: Stamp, on: Correction): void {
  const { ledger, terms } = on;
  const view = on.look();
  // Of two clocks, the one that makes it longer claims less.
  const sinceSent = Math.max(view.at.wall - sentAt.wall, view.at.up - sentAt.up);
  remember(left, view, sinceSent, on);
  const ours = freeSlots(view).filter((slot) => slot.waitMs + sinceSent <= 0);
  const theirs = view.slots.filter((slot) => slot.state === 'other' && slot.waitMs > 0);
  if (left < ours.length) {
    const until = after(view.at, terms.restMs);
    // The one that stays free at 0 waits behind the gate: it finds out whether there are more.
    for (const slot of ours.slice(Math.max(1, left))) ledger.move(slot.name, slotName(slot.index, 'other', until));
  } else {
    const known = theirs.filter((slot) => slot.waitMs + sinceSent <= terms.restMs);
    for (const slot of known.slice(0, Math.max(0, left - view.underWay - ours.length))) {
      ledger.move(slot.name, slotName(slot.index, 'used', longAgo));
    }
  }
  if (left === 0 && (ours.length > 0 || theirs.length > 0)) shut(answer, ours.length > 0 ? [] : theirs, view, on);
}

/** Near the end, what is left is told to all: some of the requests under way may not be counted in it yet. */
function remember(left: number, view: View, sinceSent: number, { ledger, terms }: Correction): void {
  const newsMs = terms.windowMs / 20;
  const name = left < Math.max(2 * view.underWay, view.limit / 4) ? leftName(left, after(view.at, newsMs)) : undefined;
  const old = view.left;
  // Answers overtake each other: an older one, that knows of more, is no news.
  if (old && left > old.left && newsMs - (old.until.wall - view.at.wall) < sinceSent) return;
  if (!old) {
    if (name !== undefined) ledger.add(name);
  } else if (name === undefined) ledger.drop(old.name);
  else ledger.move(old.name, name);
}

/** Nothing is left, and others have a part in it: our own slots' times say nothing then, the service's reset does. */
function shut(answer: Answer, theirs: readonly PlacedSlot[], view: View, on: Correction): void {
  const { ledger, terms, random } = on;
  const reset = readReset(answer.headers, answer.receivedAt);
  const margin = terms.restMs - terms.windowMs;
  const told = typeof reset === 'object' ? Math.min(reset.waitMs, terms.windowMs) + margin : probeMs(0, terms, random);
  // The first one that comes free is contended for: a little later there are more.
  const waitMs = mayBeWeighed(view, terms)
    ? Math.min(told, earlyMs(terms, random))
    : told + 2 * gapMs(view.pace, view.limit, terms);
  if (waitMs <= view.gate.waitMs) return;
  const until = after(view.at, waitMs);
  ledger.add(gateName('others', until));
  const pace = crowded(view.pace, after(view.at, waitMs), view.at, terms);
  if (pace !== view.pace) ledger.move(view.pace.name, paceName(pace));
  const [first] = theirs;
  if (first && first.waitMs > waitMs) ledger.move(first.name, slotName(first.index, 'other', until));
}
