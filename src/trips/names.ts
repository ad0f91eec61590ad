/** What ids are called, and whether that has changed. */
import { isPriced, type Comparison } from '../documents/offers.ts';
import { fold, type Named } from '../planner/names.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import type { Name, SavedOperator } from './trip.ts';

export function named(kind: Name['kind'], list: readonly Named[]): Name[] {
  return list.map(({ id, name }) => ({ kind, id, name }));
}

/** Of the vehicles and the extras in an operator's offers. */
export function namesIn({ offers }: Comparison, operator: string): Name[] {
  const own = offers.filter((one) => one.operator === operator);
  const prices = own.filter(isPriced).map(({ priceBreakdown }) => priceBreakdown);
  const accessories = prices.flatMap((one) => one.accessories);
  const plans = prices.flatMap(({ insurance }) => insurance ?? []);
  return [
    ...named('vehicle', own.map(({ vehicle }) => vehicle).map(namedVehicle)),
    ...named('accessory', accessories),
    ...named('insurance plan', plans),
  ];
}

/**
 * `vehicle 11 is now Mini Hatchback; it was Kea 4 Berth`: of the first id that is listed under another name alone, or of a depot that is not
 * listed any more. Other lists leave out what is not free. Another spelling is not another name. `depots`: undefined if they were not asked for.
 */
export function renamedIn(before: SavedOperator, now: readonly Name[], depots?: readonly Named[]): string | undefined {
  const listed = [...named('depot', depots ?? []), ...now];
  for (const { kind, id, name } of [...named('depot', depots ? before.depots : []), ...before.names]) {
    const called = listed.filter((one) => one.kind === kind && one.id === id).map((one) => one.name);
    if (called.length === 0 && kind === 'depot') return `${kind} ${id} is no longer listed; it was ${name}`;
    if (called.length > 0 && called.every((other) => fold(other) !== fold(name)))
      return `${kind} ${id} is now ${called[0]}; it was ${name}`;
  }
  return undefined;
}
