/** The flags of `rental trips`; each action takes some of them. */
import type { Flags, FlagValues } from '../../cli/flags.ts';
import { maxTotalFlag } from '../../cli/trip-flags.ts';
import { compareFlags } from '../compare/options.ts';

export const tripsFlags = {
  view: { kind: 'choice', value: 'form', choices: ['table', 'calendar'], help: 'of a comparison' },
  'group-by': compareFlags['group-by'],
  limit: { ...compareFlags.limit, help: 'only the n best' },
  report: compareFlags.report,
  all: { kind: 'switch', help: 'check, watch: every trip; show: every offer' },
  'max-total': maxTotalFlag,
  every: {
    kind: 'duration',
    value: 'time',
    min: 60_000,
    max: 24 * 3_600_000,
    help: 'a round, from 1m to 24h (default: 2h)',
  },
  once: { kind: 'switch', help: 'one round, for cron and systemd' },
  target: { kind: 'text', value: 'amount', help: 'tell a price at or under it' },
  exec: { kind: 'text', value: 'command', help: 'run it: the event is on stdin and in RENTAL_TEXT' },
} as const satisfies Flags;

/** What every action gets. */
export type TripsOptions = FlagValues<typeof tripsFlags> & { readonly name: string };
