/** Sends a request again that the service refused with a 429. */
import { BudgetWaitError, RateLimitedError } from '../base/errors.ts';
import type { Machine } from './types.ts';

/** After so many 429s at most, a request is sent again as soon as the budget permits. */
const freeResends = 3;
/**
 * After more of them, only while its 429s come at this rate or slower, because a service may refuse
 * every request at once.
 */
const maxRefusalsPerWindow = 12;

export interface RefusalPolicy {
  readonly machine: Pick<Machine, 'monotonic'>;
  /** The longest wait that is allowed now, ms; 0 never waits. */
  maxWaitMs(): number;
  /** The window of the service's limit, ms; without it, a fourth 429 is final. */
  readonly windowMs?: number;
  /**
   * Gets the time of each failed attempt, but of a 429 only if it is final; and from `withRetries`
   * the length of each wait before it begins; ms.
   */
  onTimeSpent?(ms: number): void;
}

/**
 * Makes the attempts of one request, which `withRetries` calls: it counts the 429s of all of them.
 * Nothing waits here: a 429 begins a pause of the budget, and the next attempt waits for its permit.
 *
 * @param attempt gets what counts as waited already, ms. From the fourth 429 on, that is the time
 *   since the first one, so that the sum of the waits has a limit.
 */
export function resendWhenRefused<T>(
  attempt: (waitedMs: number) => Promise<T>,
  policy: RefusalPolicy,
): () => Promise<T> {
  const { machine } = policy;
  let refusals = 0;
  let firstRefusedAt = 0;
  return async () => {
    for (;;) {
      const startedAt = machine.monotonic();
      try {
        return await attempt(refusals > freeResends ? startedAt - firstRefusedAt : 0);
      } catch (error) {
        if (isRefusal(error)) {
          if (refusals === 0) firstRefusedAt = machine.monotonic();
          refusals += 1;
          if (maySendAgain(refusals, machine.monotonic() - firstRefusedAt, policy)) continue;
        }
        policy.onTimeSpent?.(machine.monotonic() - startedAt);
        throw error;
      }
    }
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof RateLimitedError && !(error instanceof BudgetWaitError);
}

/** @param sinceMs since the first of the refusals */
function maySendAgain(
  refusals: number,
  sinceMs: number,
  { windowMs, maxWaitMs }: RefusalPolicy,
): boolean {
  if (refusals <= freeResends) return true;
  const isWithinRate =
    windowMs !== undefined && sinceMs >= ((refusals - 1) * windowMs) / maxRefusalsPerWindow;
  return isWithinRate && sinceMs < maxWaitMs();
}
