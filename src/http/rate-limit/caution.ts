/** What follows when the service refuses a request, or is about to: a pause, one request that asks, and a slower pace for a while. */
import { readReset } from '../reset.ts';
import { type Draft, heldIn, soonest } from './draft.ts';
import type { Policy } from './policy.ts';
import { type Slot, restsUntil } from './slots.ts';

/** After a refusal, a window holds this part of the requests that were accepted before it. */
const cautiousPart = 0.86;
/** The requests of so many windows before the refusal count as accepted. */
const acceptedWindows = 1.2;
/** But at least this part of the limit: a refusal after few requests says little about how many would be accepted. */
const leastPart = 1 / 4;

/** All slots move behind the reset; one of them, the probe, comes first. */
export function closeUntilProbe(draft: Draft): void {
  const { at } = draft.state;
  const probeAt = at + pauseMs(draft);
  draft.caution = { since: at, probeAt, most: 0 };
  for (const [turn, slot] of draft.idle.toSorted(soonest(at)).entries())
    slot.freeAt = turn === 0 ? probeAt : Math.max(slot.freeAt, probeAt + draft.policy.restMs);
}

/** How long until the probe, ms. */
function pauseMs(draft: Draft): number {
  const { answer, caution, policy, random } = draft;
  const { windowMs, restMs } = policy;
  const isProbing = caution?.most === 0;
  const resetMs = readReset(answer.headers, answer.receivedAt, windowMs);
  // Without a reset, twice as long after each probe that was refused.
  const lastMs = isProbing ? caution.probeAt - caution.since : windowMs / 12;
  const unknownMs = Math.min(windowMs, 2 * lastMs * (1 + random() / 2));
  const toldMs = resetMs === undefined ? unknownMs : resetMs + restMs - windowMs;
  // Nothing explains it: perhaps it was only a few requests too many.
  const isEarly = heldIn(draft).length === 0 && !isProbing && !('retry-after' in answer.headers);
  return isEarly ? Math.min(toldMs, (windowMs / 12) * (1 + random())) : toldMs;
}

/** The fewest requests of a window after a probe that was accepted. */
export function leastAfterProbe({ limit }: Policy): number {
  return Math.max(1, Math.floor(leastPart * limit));
}

/** The service accepts requests again: they are spread out over a window, and fewer than before the refusal. */
export function endProbe(draft: Draft): void {
  const { index, sentAt, state, policy, caution } = draft;
  const { at } = state;
  if (caution?.most !== 0 || sentAt < caution.since) return;
  const since = caution.since - acceptedWindows * policy.windowMs;
  const accepted = draft.idle.filter(({ countedAt }) => countedAt > since && countedAt <= caution.since).length;
  const most = Math.max(leastAfterProbe(policy), Math.floor(cautiousPart * accepted));
  draft.caution = { since: at, probeAt: at, most };
  const gapMs = policy.windowMs / most;
  const rest = (slot: Slot): number => (slot.state === 'used' ? restsUntil(slot, policy) : 0);
  let last = at;
  for (const slot of draft.idle.toSorted((a, b) => rest(a) - rest(b) || a.index - b.index)) {
    if (slot.index === index) continue;
    last = Math.max(rest(slot), last + gapMs);
    slot.freeAt = last;
  }
}
