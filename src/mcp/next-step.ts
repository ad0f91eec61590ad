/** What a caller of compare_quotes should do next. No step is named that cannot give more. */
import { isTransient } from '../errors.ts';
import type { SweepOutcome } from '../planner/sweep/events.ts';
import { mostRequests, type SweepPlan } from '../planner/sweep/plan.ts';
import { plural } from '../text.ts';

export const again = 'call compare_quotes again with the same input';
const keeps = 'it goes on from the answers that are stored';

/** After a dry run: a call that is allowed. */
export function stepAfterPlan(plan: SweepPlan, maxRequests: number): string {
  const { requests, operators } = plan;
  if (requests > mostRequests) return `ask for fewer trips: a call sends at most ${mostRequests} requests`;
  const more = requests > maxRequests ? ` and with max_requests ${requests}` : '';
  // Each call sends what is free, and ends when a window has to pass.
  const calls = Math.max(1, ...operators.map(({ requests, free, limit }) => 1 + Math.ceil((requests - free) / limit)));
  const longer =
    calls > 1 ? `; about ${calls} calls, as each ends when the limit is used up and next says when to go on` : '';
  const open = plan.counted
    ? ''
    : `; how many quotes come on top is not known: that call asks for none if it would need more than ${Math.max(requests, maxRequests)} requests, and says the number`;
  return `call compare_quotes again without dry_run${more} to get the offers${longer}${open}`;
}

/** Whether the same call can give more. */
export function isComplete({ failures, interruption }: SweepOutcome): boolean {
  return interruption === undefined && !failures.some(({ error }) => isTransient(error));
}

/** Undefined if the same call would give nothing else: what an operator refuses, or does not have, stays so. */
export function nextStep(outcome: SweepOutcome): string | undefined {
  if (isComplete(outcome)) return undefined;
  const rest = `${keeps}, about ${plural(Math.max(1, outcome.plan.requests - outcome.made), 'request')} left`;
  const limited = outcome.failures.filter(({ error }) => error.code === 'rate_limited');
  if (limited.length > 0) {
    const seconds = Math.max(...limited.map(({ error }) => error.retryAfterSeconds ?? 60));
    return `${again} in ${seconds} s: ${rest}`;
  }
  return outcome.interruption === undefined ? `${again} to ask again for what failed: ${rest}` : `${again}: ${rest}`;
}
