/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { TripRules } from '../../resolve/trip.ts';

/** A script gets no extra request for names. What is saved has every name as the service lists it. */
export function tripRules(context: Context, { isSaved = false } = {}): TripRules {
  const { note, warn, wantsNames, canPrompt: allowPart } = context;
  if (isSaved) return { lookUp: 'all', allowPart, note, warn };
  return { lookUp: wantsNames ? 'depots' : 'names', allowPart, note, warn };
}
