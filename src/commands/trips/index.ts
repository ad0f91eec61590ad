import { defineCommand } from '../../cli/command.ts';
import { trips as document } from '../../documents/trips.ts';
import type { Context } from '../../cli/context.ts';
import { camelCase, flagOf } from '../../cli/flags.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { UsageError } from '../../base/errors.ts';
import type { Result } from '../../result.ts';
import { tripsFlags, type TripsOptions } from './flags.ts';

type Run = (options: TripsOptions, context: Context) => Promise<Result | undefined>;
interface Action {
  readonly takes: readonly (keyof typeof tripsFlags)[];
  readonly load: () => Promise<Run>;
}

const actions: Readonly<Record<string, Action>> = {
  list: { takes: [], load: async () => (await import('./list.ts')).list },
  show: {
    takes: ['view', 'group-by', 'limit', 'all', 'report', 'max-total'],
    load: async () => (await import('./show.ts')).show,
  },
  check: { takes: ['all', 'max-total'], load: async () => (await import('./check.ts')).check },
  history: { takes: [], load: async () => (await import('./list.ts')).history },
  watch: {
    takes: ['all', 'every', 'once', 'target', 'exec'],
    load: async () => (await import('./watch.ts')).watch,
  },
  remove: { takes: [], load: async () => (await import('./list.ts')).remove },
};
const words = Object.keys(actions);

export default defineCommand({
  name: 'trips',
  group: 'PLAN',
  summary: 'saved trips: look at them again, see what changed',
  purpose:
    'Does something with the trips that --save kept; without an action, lists them. show prints the last answer again and sends nothing. ' +
    'check asks again and says what has changed: the exit code is 1 if the trip is not available, 8 for another reason for no price, and 10 ' +
    'above --max-total, which show also takes. watch asks again and again, and tells each change once; --exec runs a command for each, with the event as JSON ' +
    'on stdin; $RENTAL_EVENT, $RENTAL_TRIP and $RENTAL_TEXT are its variables.',
  args: {
    action: { help: `${words.join(', ')} (default: list)`, required: false, offers: { words } },
    name: { help: 'the name; for check and watch also a,b', required: false, offers: { names: 'trip' } },
  },
  flags: tripsFlags,
  flagGroups: {
    SHOW: ['view', 'group-by', 'limit', 'report'],
    'CHECK AND WATCH': ['all', 'max-total', 'every', 'once', 'target', 'exec'],
  },
  document,
  examples: [
    { does: 'Save a question', line: 'rental quote 101 --pick-up 1 --from +30d --to +7d --sandbox --save north' },
    { does: 'Ask again, and see what changed', line: 'rental trips check north' },
    {
      does: 'One round, for cron, with a message on the screen',
      line: "rental trips watch north --once --exec 'notify-send rental $RENTAL_TEXT'",
    },
  ],
  see: ['output'],
  // As under nohup, whose ignored signal Node sets back when it starts.
  outlivesHangUp: ({ action }) => action === 'watch',
  async run({ action: word = 'list', name, ...options }, context): Promise<Result | undefined> {
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (action === undefined) throw unknownWord('rental trips has no action', word, words, 'actions');
    const other = Object.keys(options).find((option) => !action.takes.some((flag) => camelCase(flag) === option));
    if (other !== undefined)
      throw new UsageError(`trips ${word} takes no ${flagOf(other)}`, { hint: 'rental trips --help' });
    const { sandbox, baseUrl, operator } = context.settings.operatorChoice;
    if ([sandbox, baseUrl, operator].some((setting) => setting?.source === 'flag')) {
      throw new UsageError('a saved trip keeps its operator, so a flag that names one would have no effect', {
        hint: 'leave it out',
      });
    }
    const isNamed = word !== 'list' && (word === 'show' || options.all !== true);
    if (isNamed !== (name !== undefined)) {
      const usage = isNamed ? `rental trips ${word} <name>` : 'leave it out';
      throw new UsageError(`trips ${word} ${isNamed ? 'needs a name' : 'takes no name'}`, { hint: usage });
    }
    const run = await action.load();
    return run({ ...options, name: name ?? '' }, context);
  },
});
