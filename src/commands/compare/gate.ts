/** `--max-requests`: nothing large is sent by mistake. */
import { UsageError } from '../../errors.ts';
import type { SweepPlan } from '../../planner/sweep/plan.ts';
import { formatDuration } from '../../text.ts';
import { canPrompt, type Context } from '../../cli/context.ts';

export interface Gate {
  /** Asks at a terminal, once for what it then allows. Throws UsageError where nobody can say yes, or nobody does. */
  check(plan: Pick<SweepPlan, 'requests' | 'seconds'>): Promise<void>;
}

export function createGate(context: Context, maxRequests: number): Gate {
  let allowed = maxRequests;
  return {
    check: async ({ requests, seconds }) => {
      if (requests <= allowed) return;
      const hint = `allow them with --max-requests ${requests}, or compare less: fewer dates or depots, --quote top:1`;
      if (!canPrompt(context.io, context.settings)) {
        throw new UsageError(`this takes ${requests} requests, more than --max-requests allows (${allowed})`, { hint });
      }
      const prompts = await context.prompts('--max-requests');
      const time = seconds > 0 ? `, about ${formatDuration(seconds * 1000)}` : '';
      if (!(await prompts.confirm(`This takes ${requests} requests${time}. Send them?`))) {
        throw new UsageError(`${requests} requests were not confirmed`, { hint });
      }
      allowed = requests;
    },
  };
}
