import { defineCommand, type CommandResult } from '../../cli/command.ts';
import { comparedTripFlags } from '../../cli/trip-flags.ts';
import { comparisonShape as document } from '../../documents/compare.ts';
import { plannedComparison } from '../../documents/compare-plan.ts';
import { compareFlags } from './options.ts';

export default defineCommand({
  name: 'compare',
  group: 'PLAN',
  summary: 'price many vehicles, dates, depots, operators; rank them',
  purpose:
    'Prices and ranks many trips; --operator a,b compares two operators. Run it again to resume it.',
  args: {},
  takesSeveralOperators: true,
  flags: compareFlags,
  needs: ['pick-up', 'from', 'nights'],
  flagGroups: {
    TRIP: comparedTripFlags,
    'VEHICLES AND EXTRAS': ['vehicle', 'accessory', 'insurance'],
    REQUESTS: ['quote', 'max-requests', 'dry-run'],
    RESULT: ['limit', 'all', 'group-by', 'view', 'report', 'max-total', 'save'],
  },
  document,
  examples: [
    {
      does: 'The cheapest week around a day',
      line: 'rental compare --pick-up auckland --from +30d --flex 3 --nights 7 --sandbox',
    },
    {
      does: 'A calendar: what each length costs',
      line: 'rental compare --pick-up 1 --from fri --nights 5..9 --view calendar --sandbox',
    },
  ],
  see: ['dates', 'names', 'limits', 'output'],
  formFor: ({ dryRun }) => (dryRun === true ? plannedComparison : document),
  async run(options, context): Promise<CommandResult> {
    const { compare } = await import('./run.ts');
    return compare(options, context);
  },
});
