/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../resolve/trip.ts';

/**
 * A script gets no request that it did not expect. What is saved has every name as the service
 * lists it.
 */
export function tripRules(context: Context, { isSaved = false } = {}): TripRules {
  const { note, warn, wantsNames, canPrompt: allowPart } = context;
  const lookUp = isSaved ? 'all' : wantsNames ? 'depots' : 'words';
  return { lookUp, allowPart, note, warn };
}
