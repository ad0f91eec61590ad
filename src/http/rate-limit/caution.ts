/** What follows when the service refuses a request, or is about to: a pause, one request that asks, and a slower pace for a while. */
import { readReset, retryAfterMs } from '../reset.ts';
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
  const { policy, state } = draft;
  const { at } = state;
  const earliest = at + pauseMs(draft);
  // The probe may be accepted, so its slot must not hold a request that still counts.
  const freeAt = (slot: Slot): number => Math.max(earliest, restsUntil(slot, policy));
  const byTurn = soonest(at);
  const [probe, ...others] = draft.idle.toSorted((a, b) => freeAt(a) - freeAt(b) || byTurn(a, b));
  const probeAt = probe ? freeAt(probe) : earliest;
  draft.caution = { since: at, probeAt, most: 0 };
  if (probe) probe.freeAt = probeAt;
  for (const slot of others) slot.freeAt = Math.max(slot.freeAt, probeAt + policy.restMs);
}

/** How long until the probe, ms. */
function pauseMs(draft: Draft): number {
  const { answer, caution, policy } = draft;
  const { windowMs, restMs } = policy;
  const { headers, receivedAt } = answer;
  const resetMs = readReset(headers, receivedAt, windowMs);
  const namedMs = resetMs === undefined ? undefined : resetMs + restMs - windowMs;
  const isPromise = (retryAfterMs(headers, receivedAt) ?? 0) > 0;
  // The probe was refused: the reset that was waited for was wrong, so this one counts as unknown.
  if (caution?.most === 0) return Math.max(unknownMs(draft), isPromise ? (namedMs ?? 0) : 0);
  if (namedMs === undefined) return unknownMs(draft);
  return isPromise || !isUnexplained(draft) ? namedMs : Math.min(namedMs, unknownMs(draft));
}

/** Without a reset: a part of the window, then twice as long after each probe that was refused. */
function unknownMs({ caution, policy: { windowMs }, random }: Draft): number {
  const firstMs = (windowMs / 12) * (1 + random());
  if (caution?.most !== 0) return firstMs;
  const lastMs = caution.probeAt - caution.since;
  return Math.min(windowMs, Math.max(firstMs, 2 * lastMs * (1 + random() / 2)));
}

/**
 * Nothing but our requests explains the refusal: perhaps the service weights the last window, and they were only a few too many. After few
 * requests, others have used the limit up.
 */
function isUnexplained(draft: Draft): boolean {
  const { idle, state, policy } = draft;
  const answered = idle.filter(({ countedAt }) => countedAt > state.at - 2 * policy.windowMs);
  return heldIn(draft).length === 0 && answered.length >= policy.limit / 2;
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
