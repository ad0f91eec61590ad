/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../planner/quote-trip.ts';

/** A script gets no request that it did not expect. */
export function tripRules(context: Context): TripRules {
  const { note, warn, wantsNames, canPrompt: allowPart } = context;
  return { lookUp: wantsNames ? 'depots' : 'words', allowPart, note, warn };
}
