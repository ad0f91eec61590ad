/** What an answer says about the budget: every rule is a time on a slot. Pure. */
import { countIn, readReset } from '../reset.ts';
import { closeUntilProbe, endProbe } from './caution.ts';
import { Draft, type Heard, soonest } from './draft.ts';
import { type Change, type Slot, restsUntil } from './slots.ts';

/** Returns the changes that follow from an answer. */
export function changesAfter(heard: Heard): Change[] {
  const draft = new Draft(heard.state);
  const { caution } = heard.state;
  const beyond = keepToLimit(heard, draft);
  if (heard.answer.status === 429) {
    // Of several requests refused together, the first decides.
    if (!caution || heard.sentAt >= caution.since) closeUntilProbe(heard, draft);
  } else {
    endProbe(heard, draft);
    believe(beyond, heard, draft);
  }
  return draft.changes();
}

/**
 * `X-RateLimit-Remaining` is the truth about every request that was answered before this one was sent.
 *
 * @param beyond so many slots are held back because the service's limit is lower
 */
function believe(beyond: number, heard: Heard, draft: Draft): void {
  const { sentAt, state, policy } = heard;
  const left = lowestSince(heard);
  if (left === undefined) return;
  const held = draft.held.length;
  const slots = draft.ours;
  // The service counts none of these, so it must have them left.
  const unused = slots.filter((slot) => restsUntil(slot, policy) <= sentAt);
  // More than one, because services round.
  if (left === 0 && (held > beyond || held + unused.length > beyond + 1)) {
    if (state.caution?.most !== 0) closeUntilProbe(heard, draft);
    return;
  }
  // The service may have counted these, or not yet.
  const uncertain =
    state.taken.filter((slot) => slot.state === 'claimed').length +
    slots.filter((slot) => slot.countedAt > sentAt && slot.index !== heard.index).length;
  const sure = left - uncertain;
  holdBack({ left, sure, isShared: held > beyond }, heard, draft);
  // It may have counted these as left already.
  const free = slots.filter((slot) => slot.freeAt <= state.at && restsUntil(slot, policy) > sentAt).length;
  giveBack(sure - unused.length - free, beyond, heard, draft);
  if (left === 0 && draft.idle.every((slot) => slot.freeAt > state.at)) bringOneBack(heard, draft);
}

/** If the service allows fewer requests than configured, as many slots are held back. Returns how many. */
function keepToLimit({ answer, state: { at }, policy }: Heard, draft: Draft): number {
  const { limit, restMs } = policy;
  const beyond = Math.max(0, limit - (countIn(answer.headers, 'x-ratelimit-limit') ?? limit));
  const rest = (slot: Slot): number => Math.max(at, restsUntil(slot, policy));
  // Of those without a request the last ones: a process with a lower limit can use the first ones only.
  const ours = draft.ours.sort((a, b) => rest(a) - rest(b) || b.index - a.index);
  for (const slot of [...draft.held, ...ours].slice(0, beyond))
    // For two windows, because a burst can be followed by a window without answers.
    if (slot.state === 'used' || slot.freeAt < at + restMs)
      draft.set(slot, { state: 'other', freeAt: at + 2 * restMs });
  return beyond;
}

/** Answers can overtake each other: the lowest count of those that arrived since this request was sent is the latest. */
function lowestSince({ answer, sentAt, state: { at }, policy, memory }: Heard): number | undefined {
  const left = countIn(answer.headers, 'x-ratelimit-remaining');
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
function holdBack({ left, sure, isShared }: Left, { sentAt, state: { at }, policy }: Heard, draft: Draft): void {
  const gapMs = policy.windowMs / (8 * policy.limit);
  const unused = draft.ours.filter((slot) => restsUntil(slot, policy) <= sentAt).sort(soonest(at));
  for (const [rank, slot] of unused.entries()) {
    if (rank >= left) draft.set(slot, { state: 'other', freeAt: at + policy.restMs });
    else if (draft.caution) continue;
    else if (rank < sure) draft.set(slot, { freeAt: Math.min(slot.freeAt, sentAt) });
    else if (isShared || slot.freeAt <= at) draft.set(slot, { freeAt: at + (rank - sure + 1) * gapMs });
  }
}

/** The service counts fewer requests than we do: those that were answered before this one was sent do not count any more. */
function giveBack(count: number, beyond: number, { sentAt, state: { at }, policy, memory }: Heard, draft: Draft): void {
  // The pace may have just been set, by this answer.
  const { caution, held } = draft;
  const theirs = held.slice(beyond).filter((slot) => slot.freeAt - policy.restMs < sentAt);
  const before = draft.ours.filter((slot) => slot.freeAt > at && slot.countedAt > 0 && slot.countedAt < sentAt);
  // A header that never falls is not a count.
  const isCount = memory.lowest < policy.limit / 2;
  const ours = isCount && !caution ? before.sort((a, b) => a.countedAt - b.countedAt) : [];
  const gapMs = policy.windowMs / (caution?.most || 1);
  for (const [turn, slot] of [...theirs, ...ours].slice(0, Math.max(0, count)).entries())
    draft.set(slot, { state: 'used', countedAt: 0, freeAt: caution ? at + (turn + 1) * gapMs : sentAt });
}

/** The answer to the first request after the reset shows how many more are accepted: its slot comes back then, before its time. */
function bringOneBack({ answer, state, policy }: Heard, draft: Draft): void {
  const resetMs = readReset(answer.headers, answer.receivedAt, policy.windowMs);
  if (resetMs === undefined) return;
  const freeAt = state.at + resetMs + policy.restMs - policy.windowMs;
  const [first] = draft.ours.sort((a, b) => a.freeAt - b.freeAt);
  if (first && first.freeAt > freeAt) draft.set(first, { freeAt });
}
