/** What an answer says about the budget: every rule is a time on a slot. Pure. */
import { countIn, readReset, remainingOf } from '../reset.ts';
import { closeUntilProbe, endProbe } from './caution.ts';
import { type Draft, type Heard, changesOf, draftOf, heldIn, oursIn, soonest } from './draft.ts';
import { type Change, type Slot, restsUntil } from './slots.ts';

/** Returns the changes that follow from an answer. */
export function changesAfter(heard: Heard): Change[] {
  const draft = draftOf(heard);
  const beyond = keepToLimit(draft);
  if (heard.answer.status === 429) {
    // Of several requests refused together, the first decides.
    if (!draft.caution || heard.sentAt >= draft.caution.since) closeUntilProbe(draft);
  } else {
    endProbe(draft);
    believe(beyond, draft);
  }
  return changesOf(draft);
}

/**
 * `X-RateLimit-Remaining` is the truth about every request that was answered before this one was sent.
 *
 * @param beyond so many slots are held back because the service's limit is lower
 */
function believe(beyond: number, draft: Draft): void {
  const { index, sentAt, state, policy } = draft;
  const left = lowestSince(draft);
  if (left === undefined) return;
  const held = heldIn(draft).length;
  const slots = oursIn(draft);
  // The service counts none of these, so it must have them left.
  const unused = slots.filter((slot) => restsUntil(slot, policy) <= sentAt);
  // More than one, because services round.
  if (left === 0 && (held > beyond || held + unused.length > beyond + 1)) {
    if (state.caution?.most !== 0) closeUntilProbe(draft);
    return;
  }
  // The service may have counted these, or not yet.
  const uncertain =
    state.taken.filter((slot) => slot.state === 'claimed').length +
    slots.filter((slot) => slot.countedAt > sentAt && slot.index !== index).length;
  const sure = left - uncertain;
  holdBack({ left, sure, isShared: held > beyond }, draft);
  // It may have counted these as left already.
  const free = slots.filter((slot) => slot.freeAt <= state.at && restsUntil(slot, policy) > sentAt).length;
  giveBack(sure - unused.length - free, beyond, draft);
  if (left === 0 && draft.idle.every((slot) => slot.freeAt > state.at)) bringOneBack(draft);
}

/** If the service allows fewer requests than configured, as many slots are held back. Returns how many. */
function keepToLimit(draft: Draft): number {
  const { answer, policy } = draft;
  const { at } = draft.state;
  const { limit, restMs } = policy;
  const beyond = Math.max(0, limit - (countIn(answer.headers, 'x-ratelimit-limit') ?? limit));
  const rest = (slot: Slot): number => Math.max(at, restsUntil(slot, policy));
  // Of those without a request the last ones: a process with a lower limit can use the first ones only.
  const ours = oursIn(draft).sort((a, b) => rest(a) - rest(b) || b.index - a.index);
  for (const slot of [...heldIn(draft), ...ours].slice(0, beyond))
    // For two windows, because a burst can be followed by a window without answers.
    if (slot.state === 'used' || slot.freeAt < at + restMs)
      Object.assign(slot, { state: 'other', freeAt: at + 2 * restMs } satisfies Partial<Slot>);
  return beyond;
}

/** Answers can overtake each other: the lowest count of those that arrived since this request was sent is the latest. */
function lowestSince({ answer, sentAt, state: { at }, policy, memory }: Heard): number | undefined {
  const left = remainingOf(answer);
  if (left === undefined) return undefined;
  memory.recent = [...memory.recent.filter((one) => one.at > at - policy.windowMs / 2), { at, left }];
  memory.lowest = Math.min(memory.lowest, left);
  return Math.min(...memory.recent.filter((one) => one.at >= sentAt).map((one) => one.left));
}

interface Left {
  readonly left: number;
  /** The part of `left` that no request of ours can have used meanwhile. */
  readonly sure: number;
  readonly isShared: boolean;
}

/** What is not left is held back. What our own requests may have used comes a little later, when their answers say more. */
function holdBack({ left, sure, isShared }: Left, draft: Draft): void {
  const { sentAt, policy } = draft;
  const { at } = draft.state;
  const gapMs = policy.windowMs / (8 * policy.limit);
  const unused = oursIn(draft)
    .filter((slot) => restsUntil(slot, policy) <= sentAt)
    .sort(soonest(at));
  for (const [rank, slot] of unused.entries()) {
    if (rank >= left) Object.assign(slot, { state: 'other', freeAt: at + policy.restMs } satisfies Partial<Slot>);
    else if (draft.caution) continue;
    else if (rank < sure) slot.freeAt = Math.min(slot.freeAt, sentAt);
    else if (isShared || slot.freeAt <= at) slot.freeAt = at + (rank - sure + 1) * gapMs;
  }
}

/** The service counts fewer requests than we do: those that were answered before this one was sent do not count any more. */
function giveBack(count: number, beyond: number, draft: Draft): void {
  // The pace may have just been set, by this answer.
  const { sentAt, policy, memory, caution } = draft;
  const { at } = draft.state;
  const theirs = heldIn(draft)
    .slice(beyond)
    .filter((slot) => slot.freeAt - policy.restMs < sentAt);
  const before = oursIn(draft).filter((slot) => slot.freeAt > at && slot.countedAt > 0 && slot.countedAt < sentAt);
  // A header that never falls is not a count.
  const isCount = memory.lowest < policy.limit / 2;
  const ours = isCount && !caution ? before.sort((a, b) => a.countedAt - b.countedAt) : [];
  const gapMs = policy.windowMs / (caution?.most || 1);
  for (const [turn, slot] of [...theirs, ...ours].slice(0, Math.max(0, count)).entries())
    Object.assign(slot, { state: 'used', countedAt: 0, freeAt: caution ? at + (turn + 1) * gapMs : sentAt });
}

/** The answer to the first request after the reset shows how many more are accepted: its slot comes back then, before its time. */
function bringOneBack(draft: Draft): void {
  const { answer, state, policy } = draft;
  const resetMs = readReset(answer.headers, answer.receivedAt, policy.windowMs);
  // An answer with more left was overtaken: its reset is not that of the count.
  if (resetMs === undefined || remainingOf(answer) !== 0) return;
  const freeAt = state.at + resetMs + policy.restMs - policy.windowMs;
  const [first] = oursIn(draft).sort((a, b) => a.freeAt - b.freeAt);
  if (first && first.freeAt > freeAt) first.freeAt = freeAt;
}
