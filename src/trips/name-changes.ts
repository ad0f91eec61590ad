/** Whether ids still have the names that they had when the trip was saved. */
import type { Vehicle } from '../api/types.ts';
import { isSameName, type Named } from '../planner/names.ts';
import type { AnsweredQuote } from './saved-trip.ts';

/** In words, the first depot that has another name now or is no longer listed. */
export function depotChange(before: readonly Named[], now: readonly Named[]): string | undefined {
  for (const { id, name } of before) {
    const current = now.filter((depot) => depot.id === id).map((depot) => depot.name);
    if (current.length === 0) return `depot ${id} is no longer listed; it was ${name}`;
    if (!current.some((other) => isSameName(other, name)))
      return `depot ${id} is now ${current[0]}; it was ${name}`;
  }
  return undefined;
}

/** In words, the other name that the id of the vehicle has now. */
export function vehicleChange(
  { selection: { vehicleId }, vehicleName }: AnsweredQuote,
  available: readonly Vehicle[],
): string | undefined {
  const names = available
    .filter((vehicle) => vehicle.vehicleId === vehicleId)
    .map(({ name }) => name);
  if (vehicleName === undefined || names.length === 0) return undefined;
  if (names.some((name) => isSameName(name, vehicleName))) return undefined;
  return `vehicle ${vehicleId} is now ${names[0]}; it was ${vehicleName}`;
}
