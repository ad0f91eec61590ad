/** What an answer says about the budget: every rule is a time on a slot. Pure. */
import { closeUntilProbe, endProbe } from './caution.ts';
import { Draft, type Heard, heldBack, isOurs, soonest } from './draft.ts';
import { countIn, readReset } from '../reset.ts';
import { type Change, type Slot, restsUntil } from './slots.ts';

/** Returns the changes that follow from an answer. The slot of the answered request is `used` already. */
export function changesAfter(heard: Heard): Change[] {
  const draft = new Draft(heard.state);
  keepToLimit(heard, draft);
  if (heard.answer.status === 429) refuse(heard, draft);
  else {
    endProbe(heard, draft);
    believe(heard, draft);
  }
  return draft.changes();
}

/**
 * The service allows fewer requests than configured: that many slots are held back, for as long as its answers say so and, because a burst
 * can be followed by a window without answers, one more. If later answers allow more, for a window.
 */
function keepToLimit({ answer, state: { at, relevant }, policy }: Heard, draft: Draft): void {
  const { limit, restMs } = policy;
  const told = countIn(answer.headers, 'x-ratelimit-limit');
  if (!told) return;
  const surplus = told < limit ? relevant.length - told : 0;
  // Of those without a request the last ones, which are not slots of a lower limit.
  const rest = (slot: Slot): number => Math.max(at, restsUntil(slot, policy));
  const lastFirst = (a: Slot, b: Slot): number => rest(a) - rest(b) || b.index - a.index;
  const over = heldBack(draft, at, 'over').sort((a, b) => b.index - a.index);
  const idle = draft.relevant.filter(isOurs).sort(lastFirst);
  for (const slot of [...over, ...idle].slice(0, surplus))
    if (slot.state !== 'over' || slot.freeAt < at + restMs) draft.set(slot, { state: 'over', freeAt: at + 2 * restMs });
  for (const slot of over.slice(surplus))
    if (slot.freeAt > at + restMs) draft.set(slot, { freeAt: slot.freeAt - restMs });
}

function refuse(heard: Heard, draft: Draft): void {
  const { caution } = heard.state;
  // Of several requests refused together, the first decides.
  if (!caution || heard.claim.sentAt >= caution.since) closeUntilProbe('refused', heard, draft);
}

/** `X-RateLimit-Remaining` is the truth about every request that was answered before this one was sent. */
function believe(heard: Heard, draft: Draft): void {
  const { claim, state, policy } = heard;
  const { at, caution } = state;
  const left = lowestSince(heard);
  if (left === undefined) return;
  const { relevant: slots } = draft;
  const theirs = heldBack(draft, at, 'other').length;
  // No request of these is counted: the service must count all of them as left.
  const ours = slots.filter((slot) => isOurs(slot) && restsUntil(slot, policy) <= claim.sentAt);
  // More than one, because services round.
  if (left === 0 && (theirs > 0 || ours.length > 1)) {
    if (caution?.most !== 0) closeUntilProbe('others', heard, draft);
    return;
  }
  // The service may have counted these, or not yet.
  const uncertain = slots.filter((slot) =>
    slot.state === 'claimed'
      ? slot.freeAt > at
      : slot.state === 'used' && slot.countedAt > claim.sentAt && slot.index !== claim.index,
  ).length;
  const sure = left - uncertain;
  holdBack(ours, { left, sure, isShared: theirs > 0 }, heard, draft);
  // It may have counted these as left already.
  const free = slots.filter(
    (slot) => isOurs(slot) && slot.freeAt <= at && restsUntil(slot, policy) > claim.sentAt,
  ).length;
  giveBack(sure - ours.length - free, heard, draft);
  if (left === 0 && draft.relevant.every((slot) => slot.freeAt > at)) bringOneBack(heard, draft);
}

/** Answers can overtake each other: the lowest count of those that arrived since this request was sent is the latest. */
function lowestSince({ answer, claim, state, policy, memory }: Heard): number | undefined {
  const told = countIn(answer.headers, 'x-ratelimit-remaining');
  if (told === undefined) return undefined;
  const { at } = state;
  memory.recent = [...memory.recent.filter((one) => one.at > at - policy.windowMs / 2), { at, left: told }];
  memory.lowest = Math.min(memory.lowest, told);
  return Math.min(...memory.recent.filter((one) => one.at >= claim.sentAt).map((one) => one.left));
}

interface Left {
  readonly left: number;
  /** The part of `left` that no request of ours can have used meanwhile. */
  readonly sure: number;
  readonly isShared: boolean;
}

/** Others use what is not left. What our own requests may have used comes a little later, when their answers say more. */
function holdBack(ours: readonly Slot[], { left, sure, isShared }: Left, heard: Heard, draft: Draft): void {
  const { claim, state, policy } = heard;
  const { at } = state;
  const gapMs = policy.windowMs / (8 * policy.limit);
  for (const [rank, slot] of [...ours].sort(soonest(at)).entries()) {
    if (rank >= left) draft.set(slot, { state: 'other', freeAt: at + policy.restMs });
    else if (draft.caution) continue;
    else if (rank < sure) draft.set(slot, { freeAt: Math.min(slot.freeAt, claim.sentAt) });
    else if (isShared || slot.freeAt <= at) draft.set(slot, { freeAt: at + (rank - sure + 1) * gapMs });
  }
}

/** The service counts fewer requests than we do: those that were answered before this one was sent do not count any more. */
function giveBack(count: number, heard: Heard, draft: Draft): void {
  const { claim, state, policy, memory } = heard;
  const { at } = state;
  // The pace may have just been set, by this answer.
  const { caution } = draft;
  const theirs = heldBack(draft, at, 'other').filter((slot) => slot.freeAt - policy.restMs < claim.sentAt);
  const before = draft.relevant.filter(
    (slot) => slot.state === 'used' && slot.freeAt > at && slot.countedAt < claim.sentAt,
  );
  // A header that never falls is not a count.
  const isCount = memory.lowest < policy.limit / 2;
  const ours = isCount && !caution ? before.sort((a, b) => a.countedAt - b.countedAt) : [];
  const gapMs = caution ? policy.windowMs / (caution.most || 1) : 0;
  for (const [turn, slot] of [...theirs, ...ours].slice(0, Math.max(0, count)).entries())
    draft.set(slot, { state: 'uncounted', freeAt: caution ? at + (turn + 1) * gapMs : claim.sentAt });
}

/** The answer to the first request after the reset shows how many more are accepted: its slot comes back then, before its time. */
function bringOneBack({ answer, state, policy }: Heard, draft: Draft): void {
  const reset = readReset(answer.headers, answer.receivedAt, policy.windowMs);
  if (typeof reset !== 'object') return;
  const freeAt = state.at + reset.waitMs + policy.restMs - policy.windowMs;
  const [first] = draft.relevant.filter(isOurs).sort((a, b) => a.freeAt - b.freeAt);
  if (first && first.freeAt > freeAt) draft.set(first, { freeAt });
}
