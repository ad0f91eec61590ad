/**
 * How long a request waits for a slot, and why: for messages, and to refuse waits that are too
 * long.
 */
import { RateLimitedError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import type { OnEvent } from '../types.ts';
import { minPerWindow } from './after-answer.ts';
import type { Policy } from './policy.ts';
import type { BudgetState } from './state.ts';

/** When a request can be sent, and the reason for the wait, as shown to the user. */
export interface WaitEstimate {
  readonly waitMs: number;
  readonly reason: string;
}

/**
 * Estimates the wait of a request that has `ahead` others before it. Assumes that requests under
 * way are answered now: the rest of their lease is for the case that a process dies.
 */
export function waitEstimator(state: BudgetState, policy: Policy): (ahead: number) => WaitEstimate {
  const { at, taken, free, cooldown } = state;
  const reason = reasonOf(state, policy);
  const waits = taken
    .map((slot) =>
      slot.state === 'claimed' ? Math.min(slot.freeAt - at, policy.restMs) : slot.freeAt - at,
    )
    .sort((a, b) => a - b);
  const pauseMs = cooldown?.perWindow === 0 ? Math.max(0, cooldown.probeAt - at) : 0;
  // If the probe is accepted, others follow it at the slowest pace: they must not give up before it
  // is known. A probe without an answer is over.
  const isOver = free.length === 0 && !taken.some(({ state: of }) => of === 'claimed');
  const afterProbeMs = (ahead: number): number => {
    if (cooldown?.perWindow !== 0 || (cooldown.probeAt <= at && isOver))
      return Number.POSITIVE_INFINITY;
    return pauseMs + ((pauseMs > 0 ? ahead : ahead + 1) * policy.windowMs) / minPerWindow(policy);
  };
  return (ahead) => {
    if (ahead < free.length) return { waitMs: 0, reason };
    // Slots of a higher limit are no use: that many more must come free first.
    const rank = ahead - free.length + Math.max(0, waits.length + free.length - policy.limit);
    const rounds = Math.floor(rank / policy.limit);
    const waitMs =
      (waits[Math.min(rank % policy.limit, waits.length - 1)] ?? 0) + rounds * policy.restMs;
    return { waitMs: Math.max(pauseMs, Math.min(waitMs, afterProbeMs(ahead))), reason };
  };
}

function reasonOf({ taken, cooldown }: BudgetState, { limit }: Policy): string {
  if (cooldown?.perWindow === 0) return 'the service reports too many requests';
  if (cooldown) return 'requests are spread out for a while after the limit was reached';
  const used = `${Math.min(taken.length, limit)} of ${limit} requests used`;
  return othersOf(taken) > 0 ? `${used}, another client shares this address` : used;
}

/** What the service has no room for: other clients use it, or its limit is lower. */
export function othersOf(taken: BudgetState['taken']): number {
  return taken.filter((slot) => slot.state === 'other').length;
}

/**
 * The error of a request whose wait would be longer than `maxWaitMs`, with the `waitedMs` that it
 * has already waited.
 */
export function waitTooLong(
  origin: string,
  { waitMs, reason }: WaitEstimate,
  { waitedMs, maxWaitMs }: { readonly waitedMs: number; readonly maxWaitMs: number },
): RateLimitedError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const totalSeconds = Math.max(1, Math.ceil((waitedMs + waitMs) / 1000));
  const now = Math.round(maxWaitMs / 100) / 10;
  return new RateLimitedError(`no request to ${origin} for another ${seconds} s: ${reason}`, {
    hint: fieldText(
      'wait that long, or allow longer waits with {maxWait} {totalSeconds}s (now {now}s)',
      {
        totalSeconds,
        now,
      },
    ),
    retryAfterSeconds: seconds,
  });
}

/** A wait whose end moves by less than this is not announced again. */
const sameWaitMs = 500;

/** Announces the wait that it gets, once, and its end if it gets none. */
export function waitAnnouncer(onEvent: OnEvent) {
  let last: { readonly reason: string; readonly until: number } | undefined;
  return (next: typeof last): void => {
    if (next && last?.reason === next.reason && Math.abs(next.until - last.until) < sameWaitMs)
      return;
    if (next) onEvent({ type: 'wait', ...next });
    else if (last) onEvent({ type: 'wait-end' });
    last = next;
  };
}
