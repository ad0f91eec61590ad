import { defineGroup } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import check from './check.ts';
import history from './history.ts';
import list from './list.ts';
import remove from './remove.ts';
import show from './show.ts';
import watch from './watch.ts';

export default defineGroup({
  name: 'trips',
  group: 'PLAN',
  summary: 'saved trips: show, check and watch their prices',
  purpose:
    'Shows, checks and watches the trips that quote, plan and compare saved with --save. Without a subcommand, it lists them.',
  subcommands: [list, show, check, history, watch, remove],
  check: refuseOperator,
  examples: [
    {
      does: 'Save a question',
      line: 'rental quote 101 --pick-up 1 --from +30d --to +7d --sandbox --save north',
    },
    { does: 'Get the new price, and see what changed', line: 'rental trips check north' },
  ],
  see: ['output'],
});

/**
 * Throws UsageError. Variables and the configuration may name an operator, because they are for
 * other commands too.
 */
function refuseOperator({ settings }: Context): void {
  const { sandbox, baseUrl, operator } = settings.operatorChoice;
  if (![sandbox, baseUrl, operator].some((setting) => setting?.source === 'flag')) return;
  throw new UsageError(
    'a saved trip uses its own operator, so a flag that names one has no effect',
    {
      hint: 'leave it out',
    },
  );
}
