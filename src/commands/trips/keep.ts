/** Renames and removes saved trips. */
import type { Context } from '../../cli/context.ts';
import { tripDone } from '../../documents/trips.ts';
import { answer, type Result } from '../../result.ts';
import { removeTrip, renameTrip } from '../../trips/store.ts';
import type { TripsOptions } from './options.ts';

export async function rename({ name, newName = '' }: TripsOptions, { io }: Context): Promise<Result> {
  return doneResult(await renameTrip(io.env, name, newName), 'renamed');
}

export async function remove({ name }: TripsOptions, { io }: Context): Promise<Result> {
  return doneResult(await removeTrip(io.env, name), 'removed');
}

function doneResult(name: string, done: 'renamed' | 'removed'): Result {
  return answer(tripDone, { value: { name, done }, view: [{ kind: 'text', text: `${done}: ${name}` }] });
}
