import { maxTotalFlag } from '../../cli/trip-flags.ts';
import { defineCommand, type CommandResult } from '../../cli/command.ts';
import { tripChecksShape as document } from '../../documents/trips.ts';
import { allFlag, severalNamesArgument } from './named-trips.ts';

export default defineCommand({
  name: 'trips check',
  summary: 'get new prices and show what has changed',
  purpose:
    'Asks the question of a saved trip again, saves the answer, and says what has changed since the last one. The exit code is 1 if the trip is ' +
    'not available, 8 if there is no price for another reason, and 10 above --max-total.',
  args: severalNamesArgument,
  flags: { all: allFlag, 'max-total': maxTotalFlag },
  document,
  examples: [
    { does: 'One trip', line: 'rental trips check north' },
    { does: 'Every trip, for a script', line: 'rental trips check --all --max-total 1500 --json' },
  ],
  see: ['output', 'exit-codes'],
  async run(options, context): Promise<CommandResult> {
    const { checkTrips } = await import('./check-trips.ts');
    return checkTrips(options, context);
  },
});
