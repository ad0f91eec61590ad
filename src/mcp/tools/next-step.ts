/** What a caller of compare_quotes should do next. No step is named that cannot give more. */
import type { Comparison } from '../../documents/offers.ts';
import { isTransientCode } from '../../errors.ts';
import { requestCeiling } from '../../planner/sweep/plan.ts';

const again = 'call compare_quotes again with the same input';

/** After a dry run: a call that is allowed. */
export function stepAfterPlan({ requests, operators, counted }: Comparison['plan'], maxRequests: number): string {
  if (requests > requestCeiling) return `ask for fewer trips: a call sends at most ${requestCeiling} requests`;
  const more = requests > maxRequests ? ` and with max_requests ${requests}` : '';
  // Each call sends what is free, and ends when a window has to pass.
  const calls = Math.max(1, ...operators.map((one) => 1 + Math.ceil((one.requests - one.free) / one.limit)));
  const longer = calls > 1 ? `; it takes about ${calls} calls` : '';
  const open = counted ? '' : '; how many quotes come on top is not known, and more than max_requests is an error';
  return `call compare_quotes again without dry_run${more} to get the offers${longer}${open}`;
}

/** Whether the same call cannot give more: what an operator refuses, or does not have, stays so. */
export function isComplete({ interrupted, failures }: Comparison): boolean {
  return !interrupted && !failures.some(({ code }) => isTransientCode(code));
}

/** Undefined if the same call would give nothing else. */
export function stepAfter(comparison: Comparison): string | undefined {
  if (isComplete(comparison)) return undefined;
  const limited = comparison.failures.filter(({ code }) => code === 'rate_limited');
  const seconds = Math.max(0, ...limited.map(({ retryAfterSeconds = 60 }) => retryAfterSeconds));
  return `${again}${seconds > 0 ? ` in ${seconds} s` : ''}: it goes on from the answers that are stored`;
}
