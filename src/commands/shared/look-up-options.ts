/** How a command reads the words of a trip, and says what it understood. */
import type { Context } from '../../cli/context.ts';
import type { LookUpOptions } from '../../resolve/trip.ts';

/**
 * A script gets no extra request for names. What will be saved has every name as the service lists
 * it. Where prompts are possible, a part of a name is enough, because a person sees what it was taken
 * for.
 */
export function lookUpOptions(context: Context, { willSave = false } = {}): LookUpOptions {
  const { note, warn, wantsNames, canPrompt: allowPart } = context;
  if (willSave) return { lookUp: 'all', allowPart, note, warn };
  return { lookUp: wantsNames ? 'depots' : 'names', allowPart, note, warn };
}
