/** Keeps a sweep within the number of requests that is allowed. */
import { UsageError } from '../../errors.ts';
import { lessInWords } from './less.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import type { SweepPlan } from './plan.ts';
import type { SweepRequest } from './request.ts';

/** Whether a sweep with more requests than `maxRequests` may go on. */
export type Confirm = (plan: SweepPlan) => Promise<boolean>;

interface GateParts {
  readonly request: SweepRequest;
  readonly sweeps: readonly OperatorSweep[];
  readonly confirm: Confirm | undefined;
}

export interface RequestGate {
  /**
   * Throws UsageError for more requests than allowed, unless they are confirmed; a confirmation allows as many from then on.
   * `wasSent`: requests were sent before, such as for names.
   */
  allow(plan: SweepPlan, wasSent: boolean): Promise<void>;
  /** Whether so many more than the last plan has are allowed; counts them if they are. */
  mayAdd(count: number): boolean;
}

export function createRequestGate({ request, sweeps, confirm }: GateParts): RequestGate {
  let allowed = request.maxRequests ?? 300;
  let spare = 0;
  const allow = async (plan: SweepPlan, wasSent: boolean): Promise<void> => {
    const { requests } = plan;
    if (requests > allowed && (await confirm?.(plan))) allowed = requests;
    spare = allowed - requests;
    if (spare >= 0) return;
    const stopped = wasSent ? 'Stopped. No quotes were requested.' : 'Stopped. Nothing was sent.';
    throw new UsageError(
      (name) =>
        confirm === undefined
          ? `this takes ${requests} requests, more than ${name('maxRequests')} allows (${allowed})`
          : stopped,
      { hint: lessInWords({ plan, allowed, sweeps, quoteIsGiven: request.quote !== undefined }) },
    );
  };
  const mayAdd = (count: number): boolean => {
    if (count > spare) return false;
    spare -= count;
    return true;
  };
  return { allow, mayAdd };
}
