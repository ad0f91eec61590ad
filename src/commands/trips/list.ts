import { defineCommand } from '../../cli/command.ts';
import { tripsShape as document } from '../../documents/trips.ts';
import { type Result } from '../../result.ts';

export default defineCommand({
  name: 'trips list',
  summary: 'list the saved trips with their last price',
  purpose:
    'Lists the saved trips: the last total and its change since the first one, the first and the last day, and when it was last checked. Sends ' +
    'nothing.',
  args: {},
  flags: {},
  document,
  examples: [{ does: 'Names and totals', line: 'rental trips list --fields name,total,currency' }],
  see: ['output'],
  async run(_, context): Promise<Result> {
    const { listSavedTrips } = await import('./list-trips.ts');
    return listSavedTrips(context);
  },
});
