import { type Reset } from '../reset.ts';
import { type Stamp, addMs } from './clock.ts';
import type { NameSet } from './name-set.ts';
import type { LimitPolicy } from './policy.ts';
import { type WindowEvidence, isShort, weigh } from './short-window.ts';
import type { TimedSlot } from './slots.ts';
import { type Slot, heldSlotName, loweredLimitName } from './state-names.ts';
import { type LimiterState, freeSlots } from './state.ts';
import { isThrottled } from './throttle.ts';

/** What a process remembers of the answers to its own requests. Other processes learn only what is proven. */
export interface WindowMemory {
  evidence: WindowEvidence;
  /** Answers so far. */
  answers: number;
  /** Slots kept for later, to see what the service has forgotten by then. */
  held: readonly { readonly slot: Pick<Slot, 'index' | 'countedAt'>; readonly name: string }[];
  /** When the first of them comes free. */
  dueAt: Stamp;
  /** For which window slots were held. */
  triedMs: number;
}

export function newWindowMemory(): WindowMemory {
  return { evidence: { windowMs: 0 }, answers: 0, held: [], dueAt: { wall: 0, up: 0 }, triedMs: 0 };
}

interface LearningTarget {
  readonly names: NameSet;
  readonly policy: LimitPolicy;
  readonly memory: WindowMemory;
}

/** Two at a time, each time one window later: the first two times to see twice what is forgotten, then for a window that was found longer. */
const heldMost = 8;
const heldLeast = 4;
/** Usually longer than an answer takes. */
const apartMs = 500;
/** With fewer, the slots for later would be most of them. */
const leastLimit = 20;
/** A count says little about the time at which a slow answer arrives. */
const slowAnswerMs = 2_000;

/** Learns a window that is shorter than ours, as long as the service reports a limit below ours, too. */
export function learnWindow(
  { left, reset, sentAt }: { readonly left: number; readonly reset: Reset; readonly sentAt: Stamp },
  state: LimiterState,
  target: LearningTarget,
): void {
  const { loweredLimit: known, at, limit, throttle } = state;
  const { policy, memory } = target;
  if (!known || typeof reset !== 'object') return;
  if (known.windowMs !== undefined) return extendWindow(reset.waitMs, state, target);
  memory.answers += 1;
  if (isThrottled(throttle) || limit < leastLimit || at.wall - sentAt.wall > slowAnswerMs) return;
  const before = memory.evidence.windowMs;
  const counted = state.slots.flatMap(({ state: by, countedAt }) => (countedAt && by !== 'other' ? [countedAt] : []));
  const sight = { limit, left, resetMs: reset.waitMs, sentAt, at, underWay: state.underWay, counted };
  memory.evidence = weigh(memory.evidence, sight, policy.windowMs);
  const { windowMs, first, isProven } = memory.evidence;
  if (isProven) noteWindow(windowMs, state, target);
  const isLonger = windowMs > before;
  const isRefuted = !first && !isLonger && sentAt.wall > memory.dueAt.wall;
  if (memory.held.length === 0) {
    if (!isProven && isShort(memory.evidence, policy.windowMs)) holdLast(state, target);
  } else if (isProven || isRefuted || !isShort(memory.evidence, policy.windowMs)) release(at, target);
  else if (isLonger) hold(memory.held, at, target);
}

/** Keeps the last free slots for later, once for each window that the service names. */
function holdLast(state: LimiterState, target: LearningTarget): void {
  const { memory } = target;
  const free = freeSlots(state);
  if (memory.triedMs === memory.evidence.windowMs || memory.answers < state.limit / 4) return;
  if (free.length < heldLeast || free.length > heldMost) return;
  hold(
    free.map((slot: TimedSlot) => ({ slot, name: slot.name })),
    state.at,
    target,
  );
}

function hold(slots: WindowMemory['held'], at: Stamp, { names, memory }: LearningTarget): void {
  const { windowMs } = memory.evidence;
  memory.triedMs = windowMs;
  memory.dueAt = addMs(at, windowMs);
  memory.held = slots.flatMap(({ slot, name: from }, index) => {
    const round = Math.floor(index / 2) + 1;
    const waitMs = round * (windowMs + 2 * apartMs) + (index % 2) * apartMs;
    const name = heldSlotName(slot, addMs(at, waitMs));
    return names.rename(from, name) ? [{ slot, name }] : [];
  });
}

function release(at: Stamp, { names, memory }: LearningTarget): void {
  for (const { slot, name } of memory.held) names.rename(name, heldSlotName(slot, at));
  memory.held = [];
}

/** A service that names a longer reset has a longer window. */
function extendWindow(resetMs: number, state: LimiterState, target: LearningTarget): void {
  const windowMs = Math.ceil(resetMs / 1_000) * 1_000;
  if (windowMs > state.windowMs)
    noteWindow(isShort({ windowMs }, target.policy.windowMs) ? windowMs : undefined, state, target);
}

/** Writes the window beside the limit; both are forgotten together. `undefined` forgets the window alone. */
export function noteWindow(
  windowMs: number | undefined,
  { loweredLimit: known, at }: LimiterState,
  { names, policy }: Pick<LearningTarget, 'names' | 'policy'>,
): void {
  if (!known || known.windowMs === windowMs) return;
  names.rename(known.name, loweredLimitName(known.limit, at, addMs(at, policy.longestMs), windowMs));
}
