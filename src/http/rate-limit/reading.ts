/** Reads what an answer says about the budget. Pure. */
import { countIn, readReset, remainingOf, retryAfterMs } from '../limit-headers.ts';
import type { ResponseHead } from '../types.ts';
import type { Policy } from './policy.ts';
import type { Slot } from './slots.ts';
import type { BudgetState } from './budget-state.ts';

/** An answer to a request of this process, and the slots when it arrived. */
export interface Arrival {
  readonly answer: ResponseHead;
  /** The number of the request's slot, which is `used` already. */
  readonly index: number;
  /** Epoch ms. */
  readonly sentAt: number;
  /** What this answer and those before it said is left. */
  readonly remaining: readonly Remaining[];
  readonly state: BudgetState;
  readonly policy: Policy;
}

interface Remaining {
  /** When the answer arrived, epoch ms. */
  readonly at: number;
  /** `X-RateLimit-Remaining`. */
  readonly left: number;
}

export interface AnswerReading {
  readonly isRefused: boolean;
  /** How many of our slots are over the limit of the service. */
  readonly overLimit: number;
  /**
   * The fewest requests left, of all answers since the request was sent; undefined if this answer
   * does not say.
   */
  readonly left: number | undefined;
  /** `left` without the requests of ours that it may not include yet; can be negative. */
  readonly surelyLeft: number;
  /** Ms until the service accepts requests again; undefined if it does not say. */
  readonly resetMs: number | undefined;
  /** Whether `resetMs` is from a `Retry-After`, which is always waited for. */
  readonly isRetryAfter: boolean;
}

export function readAnswer({
  answer,
  index,
  sentAt,
  remaining,
  state,
  policy,
}: Arrival): AnswerReading {
  const { headers, receivedAt } = answer;
  const serviceLimit = countIn(headers, 'x-ratelimit-limit') ?? policy.limit;
  const left = remainingOf(answer) === undefined ? undefined : lowestSince(sentAt, remaining);
  // The service may have counted these, or not yet.
  const isUncertain = (slot: Slot): boolean =>
    slot.state === 'claimed' ||
    (slot.state === 'used' && slot.countedAt > sentAt && slot.index !== index);
  return {
    isRefused: answer.status === 429,
    overLimit: Math.max(0, policy.limit - serviceLimit),
    left,
    surelyLeft: (left ?? 0) - state.taken.filter(isUncertain).length,
    resetMs: readReset(headers, receivedAt, policy.windowMs),
    isRetryAfter: (retryAfterMs(headers, receivedAt) ?? 0) > 0,
  };
}

/** Answers can overtake each other: of those since this request was sent, the lowest is the latest. */
function lowestSince(sentAt: number, remaining: readonly Remaining[]): number {
  return Math.min(...remaining.filter(({ at }) => at >= sentAt).map(({ left }) => left));
}

/** Adds what an answer that arrives `at` says, and drops old ones. */
export function addRemaining(
  remaining: readonly Remaining[],
  answer: ResponseHead,
  at: number,
  windowMs: number,
): readonly Remaining[] {
  const left = remainingOf(answer);
  if (left === undefined) return remaining;
  return [...remaining.filter((one) => one.at > at - windowMs / 2), { at, left }];
}
