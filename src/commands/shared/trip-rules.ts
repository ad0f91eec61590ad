/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../planner/quote-trip.ts';

/** A script gets no request that it did not expect. */
export function tripRules(context: Context): TripRules {
  return { lookUp: context.wantsNames ? 'depots' : 'words', note: context.note, warn: context.warn };
}
