/** A vehicle that was given by its id has a name if an answer named it. */
import type { Session } from '../planner/session.ts';
import { id, object, optional, text, type ValueOf } from '../shape.ts';

export const givenVehicle = object({ id, name: optional(text) });

/** With the name of an earlier answer, which costs nothing. */
export async function withName(
  { id: given, name }: ValueOf<typeof givenVehicle>,
  { seenVehicles }: Pick<Session, 'seenVehicles'>,
) {
  return { id: given, name: name ?? (await seenVehicles()).find((one) => one.id === given)?.name };
}
