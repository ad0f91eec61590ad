import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { UsageError } from '../../errors.ts';
import type { Result } from '../../result.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { joinWords } from '../../text.ts';
import { actions } from './actions.ts';
import { tripsFlags, type TripsOptions } from './flags.ts';

type Word = keyof typeof actions;
const words = Object.keys(actions) as Word[];

export default defineCommand({
  name: 'trips',
  group: 'PLAN',
  summary: 'saved trips: look at them again, see what changed',
  purpose:
    'Does something with the trips that --save kept; without an action, lists them. Each action has a help with its flags, such as ' +
    'rental trips watch --help.',
  actions,
  args: {
    action: { help: `${words.join(', ')} (default: list)`, required: false, offers: { words } },
    name: { help: 'the name; for check also a,b', required: false, offers: { names: 'trip' } },
  },
  flags: tripsFlags,
  flagGroups: {
    'SHOW AND CHECK': ['view', 'group-by', 'limit', 'max-total', 'ics', 'qr', 'report'],
    WATCH: ['every', 'once', 'target', 'min-drop', 'exec'],
  },
  examples: [...actions.list.examples, ...actions.show.examples, ...actions.check.examples],
  see: ['output'],
  formsFor: async ({ action }) => (await import('./list.ts')).formsOf(String(action)),
  async run({ action = 'list', name, ...options }, context): Promise<Result | undefined> {
    const known = words.find((one) => one === action);
    if (known === undefined) throw unknownWord('rental trips has no action', action, words, 'actions');
    const other = Object.keys(options).find((option) => !takes(known, option));
    if (other !== undefined) {
      const takers = words.filter((word) => takes(word, other)).map((word) => `trips ${word}`);
      throw new UsageError(`trips ${action} takes no ${flagOf(other)}`, {
        hint: `${joinWords(takers)} ${takers.length === 1 ? 'does' : 'do'}`,
      });
    }
    const { sandbox, baseUrl, operator } = context.levels[0].values;
    const [operatorFlag] = Object.entries({ sandbox, baseUrl, operator }).flatMap(([flag, value]) =>
      value ? flag : [],
    );
    if (operatorFlag !== undefined) {
      throw new UsageError(`a saved trip keeps its operator, so ${flagOf(operatorFlag)} would have no effect`, {
        hint: 'leave it out',
      });
    }
    const isForAll = options.all === true && (action === 'check' || action === 'watch');
    const isNamed = actions[known].usage !== '' && !isForAll;
    if (isNamed !== (name !== undefined)) {
      throw new UsageError(`trips ${action} ${isNamed ? 'needs a name' : 'takes no name'}`, {
        hint: `rental trips ${action}${isForAll ? ' --all' : actions[known].usage}`,
      });
    }
    const run = await load[known]();
    return run({ ...options, name: name ?? '' }, context);
  },
});

function takes(word: Word, option: string): boolean {
  return actions[word].flags.some((flag) => flagOf(option) === `--${flag}`);
}

type Run = (options: TripsOptions, context: Context) => Promise<Result | undefined>;

const load: Readonly<Record<Word, () => Promise<Run>>> = {
  list: async () => (await import('./list.ts')).list,
  show: async () => (await import('./show.ts')).show,
  check: async () => (await import('./check.ts')).check,
  watch: async () => (await import('./watch.ts')).watch,
  history: async () => (await import('./list.ts')).history,
  remove: async () => (await import('./list.ts')).remove,
};
