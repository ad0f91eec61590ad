/** The names of ids, and whether they have changed. */
import { isPriced, type Comparison } from '../documents/offers.ts';
import { fold, type Named } from '../planner/names.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import type { SavedName, SavedOperator } from './saved-trip.ts';

export function named(kind: SavedName['kind'], list: readonly Named[]): SavedName[] {
  return list.map(({ id, name }) => ({ kind, id, name }));
}

/** Of the vehicles and the extras in an operator's offers. */
export function namesIn({ offers }: Comparison, operator: string): SavedName[] {
  const operatorOffers = offers.filter((offer) => offer.operator === operator);
  const prices = operatorOffers.filter(isPriced).map(({ priceBreakdown }) => priceBreakdown);
  const extras = prices.flatMap(({ accessories }) => accessories);
  const plans = prices.flatMap(({ insurance }) => insurance ?? []);
  return [
    ...named(
      'vehicle',
      operatorOffers.map(({ vehicle }) => namedVehicle(vehicle)),
    ),
    ...named('accessory', extras),
    ...named('insurance plan', plans),
  ];
}

/**
 * `vehicle 11 is now Mini Hatchback; it was Kea 4 Berth`: the first id that is listed only under another name, or a depot that is no longer
 * listed. Another spelling is the same name. Undefined if nothing has changed: lists of vehicles and extras leave out what is not free.
 *
 * @param depots Undefined if the service was not asked for them.
 */
export function renamedIn(
  before: SavedOperator,
  now: readonly SavedName[],
  depots?: readonly Named[],
): string | undefined {
  const listed = [...named('depot', depots ?? []), ...now];
  for (const { kind, id, name } of [...named('depot', depots ? before.depots : []), ...before.names]) {
    const current = listed.filter((item) => item.kind === kind && item.id === id).map((item) => item.name);
    if (current.length === 0 && kind === 'depot') return `${kind} ${id} is no longer listed; it was ${name}`;
    if (current.length > 0 && current.every((other) => fold(other) !== fold(name)))
      return `${kind} ${id} is now ${current[0]}; it was ${name}`;
  }
  return undefined;
}
