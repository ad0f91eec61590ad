/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../planner/trip.ts';

/** A script gets no request that it did not expect. What is kept has every name as the service lists it. */
export function tripRules(context: Context): TripRules {
  const { note, warn, wantsNames, keep, canPrompt: allowPart } = context;
  const usual = wantsNames ? 'depots' : 'words';
  return { lookUp: keep === undefined ? usual : 'all', allowPart, note, warn };
}
