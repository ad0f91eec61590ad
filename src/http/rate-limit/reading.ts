/** What an answer says about the budget. Pure. */
import { countIn, readReset, remainingOf, retryAfterMs } from '../reset.ts';
import type { ResponseHead } from '../types.ts';
import type { Policy } from './policy.ts';
import type { Slot } from './slots.ts';
import type { BudgetState } from './state.ts';

/** An answer to a request of this process, and the slots when it arrived. */
export interface Arrival {
  readonly answer: ResponseHead;
  /** The number of the request's slot, which is `used` already. */
  readonly index: number;
  /** Epoch ms. */
  readonly sentAt: number;
  /** What this answer and those before it said. */
  readonly counts: readonly Count[];
  readonly state: BudgetState;
  readonly policy: Policy;
}

interface Count {
  /** When the answer arrived, epoch ms. */
  readonly at: number;
  /** `X-RateLimit-Remaining`. */
  readonly left: number;
}

export interface AnswerReading {
  readonly isRefused: boolean;
  /** By how many requests the limit of the service is lower than the configured one. */
  readonly missing: number;
  /** The requests that the service had left; undefined if it does not say. */
  readonly left: number | undefined;
  /** `left` without the requests of ours that it may not include yet; can be negative. */
  readonly sure: number;
  /** Ms until the service accepts requests again; undefined if it does not say. */
  readonly resetMs: number | undefined;
  /** Whether that is a `Retry-After`, which is always waited for. */
  readonly isPromise: boolean;
}

export function readAnswer({
  answer,
  index,
  sentAt,
  counts,
  state,
  policy,
}: Arrival): AnswerReading {
  const { headers, receivedAt } = answer;
  const serviceLimit = countIn(headers, 'x-ratelimit-limit') ?? policy.limit;
  const left = remainingOf(answer) === undefined ? undefined : lowestSince(sentAt, counts);
  // The service may have counted these, or not yet.
  const isUncertain = (slot: Slot): boolean =>
    slot.state === 'claimed' ||
    (slot.state === 'used' && slot.countedAt > sentAt && slot.index !== index);
  return {
    isRefused: answer.status === 429,
    missing: Math.max(0, policy.limit - serviceLimit),
    left,
    sure: (left ?? 0) - state.taken.filter(isUncertain).length,
    resetMs: readReset(headers, receivedAt, policy.windowMs),
    isPromise: (retryAfterMs(headers, receivedAt) ?? 0) > 0,
  };
}

/** Answers can overtake each other: of those since this request was sent, the lowest is the latest. */
function lowestSince(sentAt: number, counts: readonly Count[]): number {
  return Math.min(...counts.filter(({ at }) => at >= sentAt).map(({ left }) => left));
}

/** Adds the count of an answer that arrives `at`, and drops old ones. */
export function addCount(
  counts: readonly Count[],
  answer: ResponseHead,
  at: number,
  windowMs: number,
): readonly Count[] {
  const left = remainingOf(answer);
  if (left === undefined) return counts;
  return [...counts.filter((one) => one.at > at - windowMs / 2), { at, left }];
}
