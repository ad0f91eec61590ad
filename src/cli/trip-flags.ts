/** The trip flags, the same words on every command, and what they come to. */
import { InputNeededError, UsageError } from '../errors.ts';
import type { Depot, RentalDates, Trip } from '../api/types.ts';
import { parseDate } from '../planner/dates.ts';
import { dateNotes } from '../planner/trip.ts';
import { isId, matches, resolve } from '../planner/resolve.ts';
import type { Context } from './context.ts';
import type { Flags, FlagValues } from './flags.ts';

export const depotFlags = {
  'pick-up': {
    kind: 'text',
    value: 'depot',
    help: 'where the rental starts: id or name',
    aliases: ['pick-up-depot-id'],
  },
  'drop-off': {
    kind: 'text',
    value: 'depot',
    help: 'where it ends (default: the pick-up depot)',
    aliases: ['drop-off-depot-id'],
  },
} as const satisfies Flags;

export const dateFlags = {
  from: {
    kind: 'text',
    value: 'date',
    help: 'pick-up date: 2026-12-20, tomorrow, fri, "20 dec", +30d',
    aliases: ['pick-up-date'],
  },
  to: { kind: 'text', value: 'date', help: 'drop-off date; +7d counts from --from', aliases: ['drop-off-date'] },
} as const satisfies Flags;

export const tripFlags = { ...depotFlags, ...dateFlags } as const;

export const extrasFlags = {
  accessory: {
    kind: 'list',
    value: 'id|name',
    help: 'an accessory; repeat it or separate by commas, twice the same for two',
    aliases: ['accessory-ids'],
  },
  insurance: { kind: 'text', value: 'id|name|none', help: 'an insurance plan', aliases: ['insurance-id'] },
} as const satisfies Flags;

export type TripOptions = FlagValues<typeof tripFlags>;
export type ExtrasOptions = FlagValues<typeof extrasFlags>;

/** Throws InputNeededError naming every trip flag that is missing. */
export async function resolveTrip(options: TripOptions, context: Context): Promise<Trip> {
  const missing = [
    options.pickUp === undefined && '--pick-up',
    options.from === undefined && '--from',
    options.to === undefined && '--to',
  ].filter((flag) => flag !== false);
  if (options.pickUp === undefined || options.from === undefined || options.to === undefined) {
    throw new InputNeededError(`${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} needed`, {
      hint: 'rental plan asks for what is missing',
    });
  }
  // Dates first: a typing mistake is found before a request is spent on a depot's name.
  const dates = await resolveDates({ from: options.from, to: options.to }, context);
  const pickUpDepotId = await depotId(options.pickUp, context);
  const dropOffDepotId = options.dropOff === undefined ? pickUpDepotId : await depotId(options.dropOff, context);
  return { pickUpDepotId, dropOffDepotId, ...dates };
}

/** The dates as calendar days of the operator. */
export async function resolveDates(
  options: { readonly from: string; readonly to: string },
  context: Context,
): Promise<RentalDates> {
  const today = await context.today();
  const pickUpDate = await parseDate(options.from, { today, label: '--from' });
  const dropOffDate = await parseDate(options.to, { today, base: pickUpDate, label: '--to' });
  for (const note of dateNotes({ pickUpDate, dropOffDate }, today)) context.progress.note(note);
  return { pickUpDate, dropOffDate };
}

/** An id never costs a look-up; a name costs at most one. */
export async function depotId(query: string, context: Context): Promise<number> {
  if (isId(query)) return Number(query);
  const depots = await context.depots();
  const isStored = context.depotRequests() === 0;
  try {
    return resolve(query, depots, 'depot').id;
  } catch (error) {
    // A depot that is new may be missing from the stored list.
    if (!(error instanceof UsageError) || !isStored || depots.some(({ name }) => matches(query, name))) throw error;
    throw new UsageError(error.message, {
      hint: [error.hint, '--refresh asks the service for its list of today'].filter(Boolean).join('; '),
    });
  }
}

/** What is known of a depot without asking: its number. */
export function depotName(id: number, depots: readonly Depot[] | undefined): string {
  return depots?.find((depot) => depot.id === id)?.name ?? `depot ${id}`;
}

export function listed(flags: readonly string[]): string {
  return flags.length < 2 ? flags.join('') : `${flags.slice(0, -1).join(', ')} and ${flags.at(-1)}`;
}
