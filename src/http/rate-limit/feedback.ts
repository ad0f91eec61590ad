/** What an answer says about the budget: every rule is a time on a slot. Pure. */
import { countIn, remainingOf } from '../reset.ts';
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
  if (!draft.caution && draft.idle.every((slot) => slot.freeAt > state.at)) letOneGoFirst(draft);
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

/** What was held back comes back when the service has room for it. A slot of our own requests never comes back before its time. */
function giveBack(count: number, beyond: number, draft: Draft): void {
  // The pace may have just been set, by this answer.
  const { sentAt, policy, caution } = draft;
  const { at } = draft.state;
  const held = heldIn(draft)
    .slice(beyond)
    .filter((slot) => slot.freeAt - policy.restMs < sentAt);
  const gapMs = policy.windowMs / (caution?.most || 1);
  for (const [turn, slot] of held.slice(0, Math.max(0, count)).entries())
    Object.assign(slot, { state: 'used', freeAt: caution ? at + (turn + 1) * gapMs : sentAt } satisfies Partial<Slot>);
}

/**
 * No slot is left. Until one comes free, another client may use what the service has left, so one request goes first, and the others wait a
 * little for its answer. It waits itself for those that come free at nearly the same time, so that its answer is about them as well.
 */
function letOneGoFirst(draft: Draft): void {
  const { policy } = draft;
  const rest = (slot: Slot): number => restsUntil(slot, policy);
  const ours = oursIn(draft).filter(({ countedAt }) => countedAt > 0);
  const [first, ...others] = ours.sort((a, b) => rest(a) - rest(b) || a.index - b.index);
  if (!first) return;
  const together = others.map(rest).filter((at) => at <= rest(first) + policy.windowMs / 20);
  first.freeAt = Math.max(first.freeAt, ...together);
  for (const slot of others) slot.freeAt = Math.max(slot.freeAt, first.freeAt + policy.windowMs / 40);
}
