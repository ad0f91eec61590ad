import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { flagOf } from '../../cli/flags.ts';
import { UsageError } from '../../errors.ts';
import { groupings } from '../../planner/sweep/groups.ts';
import type { Result } from '../../result.ts';
import { compareFlags } from '../compare/options.ts';
import { icsFlag } from '../shared/calendar-file.ts';
import { qrFlag } from '../shared/qr.ts';
import { joinWords, meant } from '../../text.ts';
import type { TripsOptions } from './options.ts';

const dayMs = 24 * 3_600_000;
const actions = ['list', 'show', 'check', 'watch', 'history', 'remove'] as const;
type Action = (typeof actions)[number];

export default defineCommand({
  name: 'trips',
  group: 'PLAN',
  summary: 'saved trips: look at them again, see what changed',
  purpose:
    'Lists the trips that --save kept. "show" prints the last answer again and asks nothing; "check" asks again and ' +
    'says what changed: exit code 1 if it is not available, 8 if there is another reason for no price. "watch" asks again ' +
    'and again and tells what changed.',
  args: {
    action: { help: `${actions.join(', ')} (default: list)`, required: false, offers: { words: actions } },
    name: { help: 'the name; for check also a,b', required: false, offers: { names: 'trip' } },
  },
  flags: {
    all: { kind: 'switch', help: 'check, watch: every trip; show: no limit' },
    view: {
      kind: 'choice',
      value: 'form',
      choices: ['table', 'calendar'],
      help: 'show: of a comparison',
    },
    'group-by': { kind: 'choice', value: 'what', choices: groupings, help: 'show: best of each' },
    limit: { kind: 'integer', value: 'n', min: 1, max: 100_000, help: 'show: only the n best' },
    ics: icsFlag,
    qr: qrFlag,
    report: compareFlags.report,
    every: { kind: 'duration', value: 'time', least: 1_000, most: 30 * dayMs, help: 'a round (default: 2h)' },
    once: { kind: 'switch', help: 'one round, for cron and systemd' },
    target: { kind: 'list', value: 'amount', help: 'tell at or under it; several: 500,450' },
    'min-drop': { kind: 'text', value: 'amount', help: 'tell of a new low only if so much lower' },
    exec: {
      kind: 'list',
      commas: 'kept',
      value: 'command',
      help: 'run it: the event is on stdin and in RENTAL_TEXT',
    },
    'max-total': { kind: 'text', value: 'amount', help: 'exit code 1 if no total is at or under it' },
  },
  flagGroups: {
    'SHOW AND CHECK': ['view', 'group-by', 'limit', 'max-total', 'ics', 'qr', 'report'],
    WATCH: ['every', 'once', 'target', 'min-drop', 'exec'],
  },
  examples: [
    {
      does: 'Save a comparison',
      line: 'rental compare --pick-up auckland --from +30d --nights 7 --sandbox --save north',
    },
    { does: 'Look at it again as a calendar; nothing is asked', line: 'rental trips show north --view calendar' },
    { does: 'Ask again, and see what changed', line: 'rental trips check north' },
  ],
  see: ['output'],
  formsFor: async ({ action }) => (await import('./list.ts')).formsOf(String(action)),
  async run({ action = 'list', name, ...options }, context): Promise<Result | undefined> {
    const { run, takes, flags = [] } = await actionOf(action);
    const other = (Object.keys(options) as (keyof TripsOptions)[]).find((option) => !flags.includes(option));
    if (other !== undefined) {
      throw new UsageError(`trips ${action} takes no ${flagOf(other)}`, { hint: await takersOf(other) });
    }
    const isForAll = options.all === true && (action === 'check' || action === 'watch');
    const isNamed = takes === 'name' && !isForAll;
    if (isNamed !== (name !== undefined)) {
      throw new UsageError(`${action} takes ${isNamed ? 'one' : 'no'} name`, {
        hint: `rental trips ${action}${isNamed ? ' <name>' : ''}`,
      });
    }
    return run({ ...options, name: name ?? '' }, context);
  },
});

interface ActionCode {
  readonly run: (options: TripsOptions, context: Context) => Promise<Result | undefined>;
  readonly takes: 'name' | 'nothing';
  readonly flags?: readonly (keyof TripsOptions)[];
}

/** Throws UsageError. */
async function actionOf(action: string): Promise<ActionCode> {
  const known = actions.find((one) => one === action);
  if (known !== undefined) return load[known]();
  throw new UsageError(`rental trips has no action "${action}"`, {
    hint: meant(action, actions) ?? `the actions are ${actions.join(', ')}`,
  });
}

async function takersOf(flag: keyof TripsOptions): Promise<string> {
  const codes = await Promise.all(actions.map(async (action) => [action, (await load[action]()).flags] as const));
  const takers = codes.flatMap(([action, flags = []]) => (flags.includes(flag) ? [`trips ${action}`] : []));
  return `${joinWords(takers)} ${takers.length === 1 ? 'does' : 'do'}`;
}

const load: Readonly<Record<Action, () => Promise<ActionCode>>> = {
  list: async () => ({ run: (await import('./list.ts')).list, takes: 'nothing' }),
  show: async () => ({
    run: (await import('./show.ts')).show,
    takes: 'name',
    flags: ['view', 'groupBy', 'limit', 'all', 'maxTotal', 'ics', 'qr', 'report'],
  }),
  check: async () => ({ run: (await import('./check.ts')).check, takes: 'name', flags: ['all', 'maxTotal'] }),
  watch: async () => ({
    run: (await import('./watch.ts')).watch,
    takes: 'name',
    flags: ['all', 'every', 'once', 'target', 'minDrop', 'exec'],
  }),
  history: async () => ({ run: (await import('./list.ts')).history, takes: 'name' }),
  remove: async () => ({ run: (await import('./list.ts')).remove, takes: 'name' }),
};
