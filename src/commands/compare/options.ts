/** The flags of `compare`. */
import { groupings } from '../../planner/sweep/group.ts';
import type { Flags, FlagValues } from '../../cli/flags.ts';
import { extrasFlags } from '../../cli/trip-flags.ts';

export const compareFlags = {
  'pick-up': { kind: 'list', value: 'a,b', help: 'depots to start from: ids or names', aliases: ['pick-up-depot-id'] },
  'drop-off': {
    kind: 'list',
    value: 'a,b|same',
    help: 'depots to end at (default: same)',
    aliases: ['drop-off-depot-id'],
  },
  from: { kind: 'text', value: 'date|A..B', help: 'first day, or a range of them', aliases: ['pick-up-date'] },
  flex: { kind: 'integer', value: 'days', min: 0, max: 60, help: 'as many days before and after --from, too' },
  nights: { kind: 'text', value: 'n|a..b', help: 'how long: 7, 7..10 or 7,10,14' },
  to: { kind: 'text', value: 'date|A..B', help: 'last day, in place of --nights', aliases: ['drop-off-date'] },
  vehicle: {
    kind: 'list',
    value: 'all|a,b',
    help: 'a name stands for all it fits (default: all)',
    aliases: ['vehicle-id'],
  },
  ...extrasFlags,
  quote: { kind: 'text', value: 'top:5|all|none', help: 'the lowest daily rates of each trip (default: top:5)' },
  'max-requests': { kind: 'integer', value: 'n', min: 1, max: 100_000, help: 'ask, or stop, above (default: 300)' },
  'dry-run': { kind: 'switch', help: 'only plan: how many requests, how long' },
  'group-by': {
    kind: 'choice',
    value: 'what',
    choices: groupings,
    help: 'show the cheapest of each',
  },
  view: {
    kind: 'choice',
    value: 'form',
    choices: ['table', 'calendar'],
    help: 'calendar shows cheapest totals',
  },
  'max-total': { kind: 'text', value: 'amount', help: 'exit 1 when no total is at or under it' },
} as const satisfies Flags;

export type CompareOptions = FlagValues<typeof compareFlags>;
