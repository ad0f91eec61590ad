/** Removes a saved trip. */
import type { Context } from '../../cli/context.ts';
import { tripRemoved } from '../../documents/trips.ts';
import { answer, type Result } from '../../result.ts';
import { removeTrip } from '../../trips/store.ts';
import type { TripsOptions } from './options.ts';

export async function remove({ name: text }: TripsOptions, { io }: Context): Promise<Result> {
  const name = await removeTrip(io.env, text);
  return answer(tripRemoved, { value: { name, done: 'removed' }, view: [{ kind: 'text', text: `removed: ${name}` }] });
}
