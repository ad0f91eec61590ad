/** The commands whose questions are saved. */
import type { SavedTrip } from '../../trips/saved.ts';
import type { Run } from './evaluate.ts';

const load = {
  quote: () => import('../quote.ts'),
  plan: () => import('../plan/index.ts'),
  compare: () => import('../compare/index.ts'),
};

export async function runOf({ command }: Pick<SavedTrip, 'command'>): Promise<Run> {
  return (await load[command]()).default.run;
}
