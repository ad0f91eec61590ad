/** How long a request waits for a slot, and why. */
import { BudgetWaitError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import type { OnEvent } from '../types.ts';
import { minPerWindowOf } from './after-answer.ts';
import type { Policy } from './policy.ts';
import { isPaused } from './slots.ts';
import type { BudgetState } from './budget-state.ts';

const noBound = Number.POSITIVE_INFINITY;

export interface WaitEstimate {
  readonly waitMs: number;
  /** Shown to the user. */
  readonly reason: string;
}

/**
 * For a request that has `ahead` others before it. Requests under way are taken as answered now:
 * their longer lease is for the case that a process dies.
 */
export function waitEstimator(state: BudgetState, policy: Policy): (ahead: number) => WaitEstimate {
  const { at, taken, free, cooldown } = state;
  const reason = reasonOf(state, policy);
  const waits = taken
    .map((slot) =>
      slot.state === 'claimed' ? Math.min(slot.freeAt - at, policy.restMs) : slot.freeAt - at,
    )
    .sort((a, b) => a - b);
  const pauseMs = isPaused(cooldown) ? Math.max(0, cooldown.probeAt - at) : 0;
  const isNoneUnderWay = free.length === 0 && !taken.some((slot) => slot.state === 'claimed');
  // If the probe is accepted, others follow it at the slowest pace: they must not give up before.
  const afterProbeMs = (ahead: number): number => {
    if (!isPaused(cooldown)) return noBound;
    const isProbeLost = cooldown.probeAt <= at && isNoneUnderWay;
    if (isProbeLost) return noBound;
    // Before the probe is sent, the first of those that wait is the probe itself.
    const after = pauseMs > 0 ? ahead : ahead + 1;
    return pauseMs + (after * policy.windowMs) / minPerWindowOf(policy);
  };
  // Of a process with a higher limit, the slots that are too many must come free first.
  const ownWaits = waits.slice(-policy.limit);
  return (ahead) => {
    if (ahead < free.length) return { waitMs: 0, reason };
    const rank = ahead - free.length;
    const rounds = Math.floor(rank / policy.limit);
    const inRound = Math.min(rank % policy.limit, ownWaits.length - 1);
    const waitMs = (ownWaits[inRound] ?? 0) + rounds * policy.restMs;
    return { waitMs: Math.max(pauseMs, Math.min(waitMs, afterProbeMs(ahead))), reason };
  };
}

function reasonOf({ taken, cooldown }: BudgetState, { limit }: Policy): string {
  if (cooldown)
    return isPaused(cooldown)
      ? 'the service accepts no requests for now'
      : 'requests are spread out for a while after the limit was reached';
  const used = `${Math.min(taken.length, limit)} of ${limit} requests used`;
  const held = countHeldBack(taken);
  if (held === 0) return used;
  return `${used}, ${held} of them held back: another client, or a lower limit of the service`;
}

/** How many slots are held back: other clients use them, or the service has a lower limit. */
export function countHeldBack(taken: BudgetState['taken']): number {
  return taken.filter((slot) => slot.state === 'other').length;
}

export function waitTooLongError(
  origin: string,
  { waitMs, reason }: WaitEstimate,
  { waitedMs, maxWaitMs }: { readonly waitedMs: number; readonly maxWaitMs: number },
): BudgetWaitError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const totalSeconds = Math.max(1, Math.ceil((waitedMs + waitMs) / 1000));
  const maxWaitSeconds = Math.round(maxWaitMs / 100) / 10;
  return new BudgetWaitError(`no request to ${origin} for another ${seconds} s: ${reason}`, {
    hint: fieldText(
      'wait that long, or allow longer waits with {maxWait} {totalSeconds}s (now {maxWaitSeconds}s)',
      { totalSeconds, maxWaitSeconds },
    ),
    retryAfterSeconds: seconds,
  });
}

/** A wait whose end moves by less than this is not announced again. */
const sameWaitMs = 500;

export interface Wait {
  /** Shown to the user. */
  readonly reason: string;
  /** Epoch ms. */
  readonly until: number;
}

/** Announces each new wait once; undefined: the wait is over. */
export function waitAnnouncer(onEvent: OnEvent): (next: Wait | undefined) => void {
  let last: Wait | undefined;
  return (next) => {
    if (next && last?.reason === next.reason && Math.abs(next.until - last.until) < sameWaitMs)
      return;
    if (next) onEvent({ type: 'wait', ...next });
    else if (last) onEvent({ type: 'wait-end' });
    last = next;
  };
}
