import { type Reset, readReset } from '../reset.ts';
import type { Answer } from '../types.ts';
import { type Stamp, addMs, msUntil } from './clock.ts';
import { type WindowMemory, learnWindow, noteWindow } from './learn-window.ts';
import type { NameSet } from './name-set.ts';
import { fewLeftName, gateName, loweredLimitName, slotName, throttleName, unusedSlotName } from './state-names.ts';
import type { LimitPolicy } from './policy.ts';
import type { TimedSlot } from './slots.ts';
import { type LimiterState, freeSlots } from './state.ts';
import {
  earlyProbeMs,
  gapMs,
  isSentUnder,
  isThrottled,
  on429,
  onContention,
  onSuccess,
  probeWaitMs,
} from './throttle.ts';

/** What feedback reads and changes. */
interface FeedbackTarget {
  readonly names: NameSet;
  readonly policy: LimitPolicy;
  readonly state: () => LimiterState;
  readonly random: () => number;
  readonly memory: WindowMemory;
}

export interface SentRequest {
  readonly sentAt: Stamp;
  /** Sent alone, to find out whether the service accepts requests again. */
  readonly isProbe: boolean;
}

/** Applies what an answer says about the budget. It only ever lowers our own count, or undoes having lowered it. */
export function applyFeedback(answer: Answer, { sentAt, isProbe }: SentRequest, target: FeedbackTarget): void {
  if (answer.status === 429) return closeGate(answer, sentAt, target);
  if (isProbe) endProbing(sentAt, target);
  const limit = exactCount(answer.headers['x-ratelimit-limit']);
  const left = exactCount(answer.headers['x-ratelimit-remaining']);
  if (limit === undefined && left === undefined) return;
  const now = target.state();
  const isNews = limit !== undefined && limit > 0 && noteLimit(limit, now, target);
  if (left === undefined) return;
  const state = isNews ? target.state() : now;
  compareCounts(left, { answer, sentAt, state }, target);
  learnWindow({ left, reset: readReset(answer.headers, answer.receivedAt), sentAt }, state, target);
}

/** Ignores lists, signs, fractions and floods of digits. */
function exactCount(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function closeGate(answer: Answer, sentAt: Stamp, { names, policy, state, random }: FeedbackTarget): void {
  const now = state();
  const { throttle, gate, at } = now;
  noteWindow(undefined, now, { names, policy });
  const reset = trustedReset(answer, now, policy, random);
  const next = on429(now, reset, policy, random);
  const isNews = isSentUnder(throttle, sentAt, policy);
  // Of several requests refused together, the first decides; a later one can only make the wait longer.
  if (!isNews && (typeof reset !== 'object' || next.waitMs <= gate.waitMs)) return;
  names.add(gateName(typeof reset === 'object' ? 'limited' : 'unknown', at, addMs(at, next.waitMs)));
  if (isNews) names.rename(throttle.name, throttleName(next.throttle));
}

/**
 * If no other client is known, a 429 within our own exact count comes from a service that weighs its last window, and a weighted
 * count falls long before the reset. So the first time, probe early, unless `Retry-After` asks to wait.
 */
function trustedReset(answer: Answer, state: LimiterState, policy: LimitPolicy, random: () => number): Reset {
  const reset = readReset(answer.headers, answer.receivedAt);
  if (typeof reset !== 'object' || 'retry-after' in answer.headers) return reset;
  if (state.takenByOthers.length > 0 || !mayBeWeighted(state, policy)) return reset;
  return { waitMs: Math.min(reset.waitMs, earlyProbeMs(policy, random)) };
}

/** Whether our requests of the last two windows can be all that the service counts, and no throttle is in place yet. */
function mayBeWeighted({ slots, throttle, limit }: LimiterState, policy: LimitPolicy): boolean {
  const recent = slots.filter((slot) => slot.state !== 'other' && slot.waitMs > -policy.windowMs);
  return !isThrottled(throttle) && recent.length >= limit / 2;
}

function endProbing(sentAt: Stamp, { names, policy, state }: FeedbackTarget): void {
  const { throttle, at, limit } = state();
  if (throttle.probes === 0 || !isSentUnder(throttle, sentAt, policy)) return;
  names.rename(throttle.name, throttleName(onSuccess(throttle, at, limit, policy)));
}

/** Endpoints can have different limits, so the lowest of the last window counts. Returns whether the names changed. */
function noteLimit(limit: number, { loweredLimit: known, at }: LimiterState, target: FeedbackTarget): boolean {
  const { names, policy } = target;
  if (known && limit >= known.limit) {
    const sinceMs = -(msUntil(known.since, at, policy) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs < (limit > known.limit ? policy.windowMs : policy.windowMs / 20)) return false;
  }
  const windowMs = limit === known?.limit ? known.windowMs : undefined;
  const name = limit < policy.limit ? loweredLimitName(limit, at, addMs(at, policy.longestMs), windowMs) : undefined;
  if (known && name) names.rename(known.name, name);
  else if (known) names.remove(known.name);
  else if (name) names.add(name);
  return known !== undefined || name !== undefined;
}

/** What the service says is left, and when the request was sent. */
interface LeftAnswer extends Pick<SentRequest, 'sentAt'> {
  readonly answer: Answer;
  readonly state: LimiterState;
}

/**
 * The service must count every slot as left that was free when the request was sent and still is. If it counts fewer, another
 * client took the rest: as many of our slots are taken for a window. If it counts more later, they are given back.
 */
function compareCounts(left: number, { answer, sentAt, state }: LeftAnswer, target: FeedbackTarget): void {
  const { names, policy } = target;
  // The clock that shows the longer time leaves fewer slots to compare.
  const sinceSentMs = Math.max(state.at.wall - sentAt.wall, state.at.up - sentAt.up);
  noteFewLeft(left, state, sinceSentMs, target);
  const ours = freeSlots(state).filter((slot) => slot.waitMs + sinceSentMs <= 0);
  const theirs = state.takenByOthers;
  if (left < ours.length) {
    const until = addMs(state.at, policy.restMs);
    // At 0, one slot stays free: it waits behind the gate and then shows whether there are more.
    for (const slot of ours.slice(Math.max(1, left)))
      names.rename(slot.name, slotName(slot.index, 'other', until, policy.restMs));
  } else {
    const known = theirs.filter((slot) => slot.waitMs + sinceSentMs <= policy.restMs);
    for (const slot of known.slice(0, Math.max(0, left - state.underWay - ours.length)))
      names.rename(slot.name, unusedSlotName(slot.index));
  }
  if (left === 0 && ours.length > 0) holdBack(answer, undefined, state, target);
  else if (left === 0 && theirs.length > 0) holdBack(answer, theirs[0], state, target);
}

/** Near the end of the window, tells all processes how many are left: the count may not include requests under way. */
function noteFewLeft(left: number, state: LimiterState, sinceSentMs: number, { names, policy }: FeedbackTarget): void {
  const newsMs = policy.windowMs / 20;
  const isNearEnd = left < Math.max(2 * state.underWay, state.limit / 4);
  const old = state.fewLeft;
  // Answers overtake each other: ignore an older one, which counts more as left.
  if (old && left > old.left && newsMs - (old.until.wall - state.at.wall) < sinceSentMs) return;
  const name = fewLeftName(left, addMs(state.at, newsMs));
  if (!isNearEnd) {
    if (old) names.remove(old.name);
  } else if (old) names.rename(old.name, name);
  else names.add(name);
}

/** No requests are left, partly because of others: our own slots cannot tell when there are more, but the service's reset can. */
function holdBack(answer: Answer, theirs: TimedSlot | undefined, state: LimiterState, target: FeedbackTarget): void {
  const { names, policy, random } = target;
  const { throttle, at, gate, limit } = state;
  const reset = readReset(answer.headers, answer.receivedAt);
  const marginMs = policy.restMs - policy.windowMs;
  const resetMs =
    typeof reset === 'object' ? Math.min(reset.waitMs, policy.windowMs) + marginMs : probeWaitMs(0, policy, random);
  // Clients compete for the first request after the reset; a little later there are more.
  const waitMs = mayBeWeighted(state, policy)
    ? Math.min(resetMs, earlyProbeMs(policy, random))
    : resetMs + 2 * gapMs(throttle, limit, policy);
  if (waitMs <= gate.waitMs) return;
  const until = addMs(at, waitMs);
  names.add(gateName('others', at, until));
  const next = onContention(state, until, policy);
  if (next !== throttle) names.rename(throttle.name, throttleName(next));
  if (theirs && theirs.waitMs > waitMs)
    names.rename(theirs.name, slotName(theirs.index, 'other', until, policy.restMs));
}
