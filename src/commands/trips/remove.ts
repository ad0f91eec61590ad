import { defineCommand } from '../../cli/command.ts';
import { tripsShape as document } from '../../documents/trips.ts';
import type { Result } from '../../result.ts';
import { nameArgument } from './named-trips.ts';

export default defineCommand({
  name: 'trips remove',
  summary: 'remove a saved trip, and list those that are left',
  purpose:
    'Removes a saved trip with all its answers, also one whose file is damaged, and lists those that are left.',
  args: nameArgument,
  flags: {},
  document,
  examples: [{ does: 'Forget a trip', line: 'rental trips remove north' }],
  async run({ name }, context): Promise<Result> {
    const { removeTrip } = await import('../../trips/store.ts');
    context.note(`removed: ${await removeTrip(context.io.env, name, context)}`);
    const { listSavedTrips } = await import('./list-trips.ts');
    return listSavedTrips(context);
  },
});
