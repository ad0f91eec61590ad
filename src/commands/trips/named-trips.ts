/** The names of trips on the command line. */
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { SavedTrip } from '../../trips/saved-trip.ts';

export const nameArgument = {
  name: { help: 'the name of a saved trip', required: true, missing: 'needs a name', offers: { names: 'trip' } },
} as const;

/** Of a subcommand that takes `--all` in its place. */
export const namesArgument = {
  name: { help: 'the name of a saved trip, or several: a,b', required: false, offers: { names: 'trip' } },
} as const;

export const allFlag = { kind: 'switch', help: 'every saved trip' } as const;

interface Named {
  readonly name?: string | undefined;
  readonly all?: boolean | undefined;
}

/** The trips `a,b`, or with `--all` every trip that can be read, with a warning for each other one. Throws UsageError and OutputError. */
export async function namedTrips(
  subcommand: string,
  { name, all = false }: Named,
  { io, warn }: Pick<Context, 'io' | 'warn'>,
): Promise<readonly SavedTrip[]> {
  const usage = `rental trips ${subcommand} <name>`;
  if (name !== undefined && all)
    throw new UsageError(`trips ${subcommand} takes no name with --all`, { hint: 'leave one of them out' });
  if (name === undefined && !all)
    throw new UsageError(`trips ${subcommand} needs a name`, { hint: `${usage}, or --all for every saved trip` });
  const { listTrips, readTrip } = await import('../../trips/store.ts');
  if (name === undefined) return listTrips(io.env, warn);
  const trips = name.split(',').map((one) => readTrip(io.env, one));
  // A name that is given twice is one trip.
  return [...new Map(trips.map((trip) => [trip.name, trip])).values()];
}
