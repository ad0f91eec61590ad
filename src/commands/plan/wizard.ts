import type { Context } from '../context.ts';
import type { QuotedPlan } from './chosen.ts';
import type { PlanOptions } from './from-flags.ts';

export async function runWizard(_options: PlanOptions, context: Context): Promise<QuotedPlan> {
  await context.prompts('--pick-up, --from, --to and --vehicle');
  throw new Error('not yet');
}
