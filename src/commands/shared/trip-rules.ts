/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../planner/quote-trip.ts';

/** A person gets the names of depots that were given by id; a script gets no request that it did not expect. */
export function tripRules(context: Context): TripRules {
  return { lookUp: showsView(context) ? 'depots' : 'words', note: context.note, warn: context.warn };
}

/** A person reads the view on a terminal; every other form has records or a document. */
export function showsView({ io, settings: { format = 'table', fields } }: Context): boolean {
  return io.stdout.isTTY === true && format === 'table' && fields === undefined;
}
