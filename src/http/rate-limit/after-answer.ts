/**
 * The changes of slots that follow from an answer. Every rule moves the times at which slots come free. Pure.
 *
 * - **Normal**: each slot comes free a window after its own request.
 *   → *held* if the service has fewer requests left than we have slots, or a lower limit.
 *   → *paused* after a 429, or if nothing is left although our own requests do not explain it.
 * - **Held**: some slots have the state `other`, as many as other clients use. They come back after a window, or once an answer says that there is room.
 *   → *paused* as above.
 * - **Paused**: until the reset, no slot is free (`readState` sees to that). Then one request, the probe, asks. Its answer decides for all processes.
 *   → *paused* again after a 429, for two to three times as long.
 *   → *spread* after any other answer.
 * - **Spread**: slots come free at even distances, fewer in a window than were accepted before the 429, at least a quarter of the limit.
 *   → *paused* after a 429.
 *   → *normal* after six windows.
 *
 * `Cooldown` (slots.ts) is the state of the last two; all processes see it.
 */
import type { Policy } from './policy.ts';
import type { Arrival, AnswerReading } from './reading.ts';
import {
  type NameChange,
  type Cooldown,
  type Slot,
  cooldownName,
  isPaused,
  countsUntil,
  slotName,
} from './slots.ts';
import { tuning } from './tuning.ts';

interface Plan {
  /** All slots without a request under way. */
  readonly slots: readonly Slot[];
  readonly cooldown: Omit<Cooldown, 'name'> | undefined;
}

/** `random` keeps processes from probing in step. */
type Given = Arrival & { readonly reading: AnswerReading; readonly random: () => number };

/** Whatever the answer says, no slot comes free while its last request counts. */
export function changesAfterAnswer(given: Given): NameChange[] {
  const { state, policy } = given;
  const idle = state.slots.filter((slot) => slot.state !== 'claimed');
  const limited = { slots: keepToLimit(idle, given), cooldown: state.cooldown };
  const { slots, cooldown } = given.reading.isRefused
    ? afterRefusal(limited, given)
    : afterAccepted(limited, given);
  const renames = slots.map((slot): NameChange => {
    const freeAt = Math.max(slot.freeAt, countsUntil(slot, policy));
    const isUnchanged = slot.name === slotName(slot);
    return [slot.name, isUnchanged ? slot.name : slotName({ ...slot, freeAt })];
  });
  const changes: NameChange[] = [
    [state.cooldown?.name ?? '', cooldown ? cooldownName(cooldown) : ''],
    ...renames,
  ];
  return changes.filter(([from, to]) => from !== to);
}

/** If the service has a lower limit than is configured, holds back the slots that are too many. */
function keepToLimit(slots: readonly Slot[], { reading, state, policy }: Given): readonly Slot[] {
  const { at } = state;
  const freeAgainAt = (slot: Slot): number => Math.max(at, countsUntil(slot, policy));
  // Of slots that are as soon, the last ones: a process with a lower limit can use only the first.
  const soonest = usedOf(slots).sort(
    (a, b) => freeAgainAt(a) - freeAgainAt(b) || b.index - a.index,
  );
  const held = [...heldBackOf(slots, at), ...soonest].slice(0, reading.overLimit);
  // Renewed only in the last part of its time, so that most answers rename nothing.
  const isHeldLong = (slot: Slot): boolean =>
    slot.state === 'other' && slot.freeAt >= at + policy.restMs;
  const freeAt = at + tuning.limitWindows * policy.restMs;
  const toHold = held.filter((slot) => !isHeldLong(slot));
  return replaced(slots, toHold, () => ({ state: 'other', freeAt }));
}

/**
 * Of several requests that are refused together, the first decides; but a longer `Retry-After` of
 * another is waited for as well.
 */
function afterRefusal(plan: Plan, given: Given): Plan {
  const { cooldown } = plan;
  if (cooldown === undefined || given.sentAt >= cooldown.since)
    return beginPause(plan, given, pauseMs(plan.slots, given));
  const { reading, state, policy } = given;
  const retryAfterMs = reading.isRetryAfter ? (untilReset(reading, policy) ?? 0) : 0;
  const isLonger = isPaused(cooldown) && state.at + retryAfterMs > cooldown.probeAt;
  return isLonger ? beginPause(plan, given, retryAfterMs) : plan;
}

function afterAccepted(plan: Plan, given: Given): Plan {
  const { cooldown } = given.state;
  const wasPaused = isPaused(cooldown);
  const next = wasPaused && given.sentAt >= cooldown.since ? endPause(plan, given) : plan;
  const { left } = given.reading;
  if (left === undefined) return next;
  if (left === 0 && isUsedByOthers(next.slots, given))
    return wasPaused ? next : beginPause(next, given, pauseMs(next.slots, given));
  const shared = giveBack(adjustToLeft(next, left, given), given);
  const isFull = shared.slots.every((slot) => slot.freeAt > given.state.at);
  return isFull && !shared.cooldown
    ? { ...shared, slots: oneGoesFirst(shared.slots, given) }
    : shared;
}

/** Whether others use the limit: nothing is left, although some of our requests no longer count. */
function isUsedByOthers(
  slots: readonly Slot[],
  { reading, sentAt, state, policy }: Given,
): boolean {
  const held = heldBackOf(slots, state.at).length;
  const uncounted = noLongerCounted(slots, sentAt, policy).length;
  const surplus = held - reading.overLimit;
  // One slot that no longer counts proves nothing, because services round.
  return surplus > 0 || surplus + uncounted > 1;
}

/**
 * Lets as many slots come free as the service has room for, and holds back the others. If requests
 * under way may take the room of a slot, it comes free a little later.
 */
function adjustToLeft(
  { slots, cooldown }: Plan,
  left: number,
  { reading, sentAt, state, policy }: Given,
): Plan {
  const { at } = state;
  const isShared = heldBackOf(slots, at).length > reading.overLimit;
  const gapMs = tuning.uncertainGapPart * (policy.windowMs / policy.limit);
  const uncounted = noLongerCounted(slots, sentAt, policy).sort(bySoonest(at));
  const adjusted = (slot: Slot, rank: number): Partial<Slot> => {
    if (rank >= left) return { state: 'other', freeAt: at + policy.restMs };
    if (cooldown) return {};
    // The service has room for it, whatever becomes of the requests under way.
    if (rank < reading.surelyLeft) return { freeAt: Math.min(slot.freeAt, sentAt) };
    return isShared || slot.freeAt <= at
      ? { freeAt: at + (rank - reading.surelyLeft + 1) * gapMs }
      : {};
  };
  return { slots: replaced(slots, uncounted, adjusted), cooldown };
}

/** Slots that were held back come back when the service has room for them. */
function giveBack({ slots, cooldown }: Plan, { reading, sentAt, state, policy }: Given): Plan {
  const { at } = state;
  const usable = usedOf(slots).filter(
    (slot) => countsUntil(slot, policy) <= sentAt || slot.freeAt <= at,
  ).length;
  const held = heldBackOf(slots, at)
    .slice(reading.overLimit)
    // Not what was held back since this request was sent: that follows from a newer answer.
    .filter((slot) => slot.freeAt - policy.restMs < sentAt);
  const back = held.slice(0, Math.max(0, reading.surelyLeft - usable));
  // In a pause they come back a window apart, and while requests are spread, at that distance.
  const gapMs = policy.windowMs / (cooldown?.perWindow || 1);
  const freeAt = (turn: number): number => (cooldown ? at + (turn + 1) * gapMs : sentAt);
  return {
    slots: replaced(slots, back, (_, turn) => ({ state: 'used', freeAt: freeAt(turn) })),
    cooldown,
  };
}

/**
 * No slot is free, and meanwhile another client may use what the service has left. So one request
 * goes first, with those that come free at nearly the same time, and the others wait for its answer.
 */
function oneGoesFirst(slots: readonly Slot[], { policy }: Given): readonly Slot[] {
  const countedUntil = (slot: Slot): number => countsUntil(slot, policy);
  const sent = usedOf(slots).filter(({ countedAt }) => countedAt > 0);
  const [first, ...others] = sent.sort(
    (a, b) => countedUntil(a) - countedUntil(b) || a.index - b.index,
  );
  if (!first) return slots;
  const nearby = countedUntil(first) + tuning.nearbyPart * policy.windowMs;
  const firstAt = Math.max(first.freeAt, ...others.map(countedUntil).filter((at) => at <= nearby));
  const othersAt = firstAt + tuning.answerPart * policy.windowMs;
  return replaced(slots, [first, ...others], (slot) => ({
    freeAt: slot === first ? firstAt : Math.max(slot.freeAt, othersAt),
  }));
}

/** All slots move behind the reset; one of them, the probe, comes first. */
function beginPause({ slots }: Plan, { state, policy }: Given, ms: number): Plan {
  const { at } = state;
  const earliest = at + ms;
  // The probe may be accepted: the last request of its slot must no longer count.
  const afterPause = (slot: Slot): number => Math.max(earliest, countsUntil(slot, policy));
  const byTurn = bySoonest(at);
  const [probe] = slots.toSorted((a, b) => afterPause(a) - afterPause(b) || byTurn(a, b));
  const probeAt = probe ? afterPause(probe) : earliest;
  const moved = (slot: Slot): Partial<Slot> => ({
    freeAt: slot === probe ? probeAt : Math.max(slot.freeAt, probeAt + policy.restMs),
  });
  return { slots: replaced(slots, slots, moved), cooldown: { since: at, probeAt, perWindow: 0 } };
}

function pauseMs(slots: readonly Slot[], given: Given): number {
  const { reading, state, policy } = given;
  const { isRetryAfter } = reading;
  const namedMs = untilReset(reading, policy);
  const guessedMs = pauseWithoutResetMs(given);
  if (namedMs === undefined) return guessedMs;
  // The probe was refused: the last reset was wrong, and this one may be, too.
  if (isPaused(state.cooldown)) return isRetryAfter ? Math.max(guessedMs, namedMs) : guessedMs;
  return isRetryAfter || !isRefusalUnexplained(slots, given)
    ? namedMs
    : Math.min(namedMs, guessedMs);
}

/** Until the reset, and the margin by which slots rest longer. Undefined if the service does not say. */
function untilReset({ resetMs }: AnswerReading, { restMs, windowMs }: Policy): number | undefined {
  return resetMs === undefined ? undefined : resetMs + restMs - windowMs;
}

/** A part of the window, then two to three times as long after each probe that was refused. */
function pauseWithoutResetMs({ state: { cooldown }, policy: { windowMs }, random }: Given): number {
  const firstMs = tuning.firstPausePart * windowMs * (1 + random());
  if (!isPaused(cooldown)) return firstMs;
  const lastMs = cooldown.probeAt - cooldown.since;
  return Math.min(windowMs, Math.max(firstMs, 2 * lastMs * (1 + random() / 2)));
}

/**
 * Whether our requests alone were refused: no slot is held back for another client. Perhaps the
 * service also counts a part of the window before.
 */
function isRefusalUnexplained(slots: readonly Slot[], { state, policy }: Given): boolean {
  const answered = slots.filter(({ countedAt }) => countedAt > state.at - 2 * policy.windowMs);
  return heldBackOf(slots, state.at).length === 0 && answered.length >= policy.limit / 2;
}

/** The service accepts requests again. They are spread out, and fewer than before the refusal. */
function endPause({ slots }: Plan, { index, state, policy }: Given): Plan {
  const { at } = state;
  const refusedAt = state.cooldown?.since ?? at;
  const since = refusedAt - tuning.acceptedWindows * policy.windowMs;
  const accepted = slots.filter(
    ({ countedAt }) => countedAt > since && countedAt <= refusedAt,
  ).length;
  const perWindow = Math.max(minPerWindowOf(policy), Math.floor(tuning.spreadPart * accepted));
  const countedUntil = (slot: Slot): number =>
    slot.state === 'used' ? countsUntil(slot, policy) : 0;
  const inTurn = slots
    .filter((slot) => slot.index !== index)
    .sort((a, b) => countedUntil(a) - countedUntil(b) || a.index - b.index);
  let lastAt = at;
  const next = (slot: Slot): Partial<Slot> => {
    lastAt = Math.max(countedUntil(slot), lastAt + policy.windowMs / perWindow);
    return { freeAt: lastAt };
  };
  return { slots: replaced(slots, inTurn, next), cooldown: { since: at, probeAt: at, perWindow } };
}

/** How many requests a window has at least after a probe that was accepted. */
export function minPerWindowOf({ limit }: Policy): number {
  return Math.max(1, Math.floor(tuning.minSpreadPart * limit));
}

function usedOf(slots: readonly Slot[]): Slot[] {
  return slots.filter(({ state }) => state === 'used');
}

/** Slots of requests that the service no longer counted at `sentAt`. */
function noLongerCounted(slots: readonly Slot[], sentAt: number, policy: Policy): Slot[] {
  return usedOf(slots).filter((slot) => countsUntil(slot, policy) <= sentAt);
}

function heldBackOf(slots: readonly Slot[], at: number): Slot[] {
  return slots.filter(({ state, freeAt }) => state === 'other' && freeAt > at);
}

/** Free ones by index: a process with a lower limit can use the first ones only. */
function bySoonest(at: number) {
  return (a: Slot, b: Slot): number =>
    Math.max(a.freeAt, at) - Math.max(b.freeAt, at) || a.index - b.index;
}

function replaced(
  slots: readonly Slot[],
  these: readonly Slot[],
  change: (slot: Slot, rank: number) => Partial<Slot>,
): readonly Slot[] {
  const changed = new Map(
    these.map((slot, rank) => [slot.index, { ...slot, ...change(slot, rank) }]),
  );
  return slots.map((slot) => changed.get(slot.index) ?? slot);
}
