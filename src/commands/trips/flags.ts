/** The flags of `rental trips`; each action takes some of them. */
import type { Flags, FlagValues } from '../../cli/flags.ts';
import { maxTotalFlag } from '../../cli/trip-flags.ts';
import { groupings } from '../../planner/sweep/groups.ts';
import { compareFlags } from '../compare/options.ts';
import { icsFlag } from '../shared/calendar-file.ts';
import { qrFlag } from '../shared/qr.ts';

const dayMs = 24 * 3_600_000;

export const tripsFlags = {
  all: { kind: 'switch', help: 'check, watch: every trip; show: every offer' },
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
  every: { kind: 'duration', value: 'time', most: dayMs, help: 'a round, from 1m to 24h (default: 2h)' },
  once: { kind: 'switch', help: 'one round, for cron and systemd' },
  target: { kind: 'list', value: 'amount', help: 'tell at or under it; several: 500,450' },
  'min-drop': { kind: 'text', value: 'amount', help: 'a new low in its currency: only if so much lower' },
  exec: {
    kind: 'list',
    commas: 'kept',
    value: 'command',
    help: 'run it: the event is on stdin and in RENTAL_TEXT',
  },
  'max-total': maxTotalFlag,
} as const satisfies Flags;

/** What every action gets. */
export type TripsOptions = FlagValues<typeof tripsFlags> & { readonly name: string };
