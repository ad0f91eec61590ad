import { defineCommand } from '../../cli/command.ts';
import { tripEventShape as document } from '../../documents/trips.ts';
import { allFlag, severalNamesArgument } from './named-trips.ts';

export default defineCommand({
  name: 'trips watch',
  summary: 'check again and again, and report each change once',
  purpose:
    'Checks saved trips again and again until Ctrl-C, and reports once: a new low, a target, sold out, back, and other changes, but no rise. ' +
    'A report is a line, and with --exec a command gets the ' +
    'event as JSON on stdin and in the variables $RENTAL_EVENT, $RENTAL_TRIP and $RENTAL_TEXT.',
  args: severalNamesArgument,
  flags: {
    all: allFlag,
    every: {
      kind: 'duration',
      value: 'time',
      min: 60_000,
      max: 24 * 3_600_000,
      help: 'time between rounds, from 1m to 24h (default: 2h)',
    },
    once: { kind: 'switch', help: 'one round, for cron and systemd' },
    target: { kind: 'text', value: 'amount', help: 'report once when the price is this or lower' },
    exec: {
      kind: 'text',
      value: 'command',
      help: 'run this: the event is on stdin and in RENTAL_TEXT',
    },
  },
  document,
  examples: [
    {
      does: 'One round: has the price fallen to 1500?',
      line: 'rental trips watch north --once --target 1500',
    },
    {
      does: 'For cron, with a message on the screen',
      line: "rental trips watch north --once --exec 'notify-send rental $RENTAL_TEXT'",
    },
  ],
  see: ['limits', 'exit-codes'],
  // nohup makes a program ignore SIGHUP, but Node undoes that when it starts.
  outlivesHangUp: true,
  async run(options, context): Promise<undefined> {
    const { watchTrips } = await import('./watch-trips.ts');
    return watchTrips(options, context);
  },
});
