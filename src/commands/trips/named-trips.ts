/** The names of trips on the command line. */
import type { Context } from '../../cli/context.ts';
import { exitCodes, UsageError, type ExitCode } from '../../base/errors.ts';
import type { SavedTrip } from '../../trips/saved-trip.ts';

export const nameArgument = {
  name: {
    help: 'the name of a saved trip',
    required: true,
    missing: 'needs a name',
    offers: { names: 'trip' },
  },
} as const;

/** For a subcommand that also takes `--all`. */
export const severalNamesArgument = {
  name: {
    help: 'the name of a saved trip, or several: a,b',
    required: false,
    offers: { names: 'trip', several: true },
  },
} as const;

export const allFlag = { kind: 'switch', help: 'every saved trip' } as const;

interface TripNames {
  readonly name?: string | undefined;
  readonly all?: boolean | undefined;
}

interface FoundTrips {
  readonly trips: readonly SavedTrip[];
  /** 9 if some of them cannot be read; a warning has named each. */
  readonly exitCode: ExitCode;
}

/**
 * The trips `a,b`, or with `--all` every trip. A trip that cannot be read is a warning, or an
 * OutputError if it is the only name. Throws UsageError.
 */
export async function namedTrips(
  subcommand: string,
  { name, all = false }: TripNames,
  { io, warn }: Pick<Context, 'io' | 'warn'>,
): Promise<FoundTrips> {
  const usage = `rental trips ${subcommand} <name>`;
  if (name !== undefined && all)
    throw new UsageError(`trips ${subcommand} takes no name with --all`, {
      hint: 'leave one of them out',
    });
  if (name === undefined && !all)
    throw new UsageError(`trips ${subcommand} needs a name`, {
      hint: `${usage}, or --all for every saved trip`,
    });
  const { parseTripName } = await import('../../trips/folder.ts');
  const { listTrips, readTrip, UnreadableTripError } = await import('../../trips/store.ts');
  let exitCode: ExitCode = exitCodes.ok;
  const fail = (message: string): void => {
    warn(message);
    exitCode = exitCodes.output;
  };
  if (name === undefined) {
    const trips = listTrips(io.env, fail);
    return { trips, exitCode };
  }
  // A name that is given twice is one trip.
  const names = [...new Set(name.split(',').map(parseTripName))];
  const trips = names.flatMap((one) => {
    try {
      return readTrip(io.env, one);
    } catch (error) {
      if (names.length === 1 || !(error instanceof UnreadableTripError)) throw error;
      fail(error.message);
      return [];
    }
  });
  return { trips, exitCode };
}
