/** Keeps a sweep within the number of requests that is allowed. Everything that it sends is counted here, whichever operator it is for. */
import { UsageError, type FieldText } from '../../errors.ts';
import { requestCeiling, type SweepPlan } from './plan.ts';

/** Whether a sweep that may take more requests than `maxRequests` may go on. */
export type Confirm = (plan: SweepPlan) => Promise<boolean>;

/** Instead of one request more than allowed. */
export class SpentError extends UsageError {}

export type Spending = ReturnType<typeof createSpending>;

/** How many a sweep may send unless the user says so. */
export const usualMaxRequests = 300;

export function createSpending(maxRequests = usualMaxRequests, confirm?: Confirm) {
  let allowed = Math.min(maxRequests, requestCeiling);
  let sent = 0;
  return {
    /**
     * Throws UsageError for a plan of more requests than allowed, unless it is confirmed; then as many are allowed as it may take. A script
     * goes on if at least as few as the plan expects are allowed. `less`: what would bring the sweep under the number.
     */
    allow: async (plan: SweepPlan, less: (allowed: number) => FieldText): Promise<void> => {
      const { requests, mostRequests } = plan;
      const isPossible = requests <= requestCeiling;
      const isAsked = isPossible && mostRequests > allowed && confirm !== undefined;
      if (isAsked && (await confirm(plan))) allowed = Math.min(mostRequests, requestCeiling);
      else if (isAsked || requests > allowed) throw refusal({ plan, allowed, sent, isAsked }, less(allowed));
    },
    /** One request is sent. Throws SpentError if it is not allowed. */
    spend: (): void => {
      if (sent >= allowed) {
        throw new SpentError(`no more than ${allowed} requests are allowed`, {
          hint: (name) => `to go on, give ${name('maxRequests')} a higher number: what was answered is stored`,
        });
      }
      sent++;
    },
    /** Requests that were sent before the sweep, such as for names. */
    count: (requests: number): void => {
      sent += requests;
    },
  };
}

interface Refused {
  readonly plan: SweepPlan;
  readonly allowed: number;
  readonly sent: number;
  readonly isAsked: boolean;
}

function refusal({ plan: { requests }, allowed, sent, isAsked }: Refused, hint: FieldText): UsageError {
  const stopped = sent > 0 ? 'Stopped. No quotes were requested.' : 'Stopped. Nothing was sent.';
  return new UsageError(
    (name) =>
      requests > requestCeiling
        ? `this takes ${requests} requests, and a comparison sends at most ${requestCeiling}`
        : isAsked
          ? stopped
          : `this takes ${requests} requests, more than ${name('maxRequests')} allows (${allowed})`,
    { hint },
  );
}
