/** Vehicles as names, and their order. */
import type { Vehicle } from '../api/types.ts';
import { fold } from './names.ts';
import { labelOf } from './labels.ts';

/** A vehicle that a text stands for. It has only its id if it was not looked up. */
export interface FoundVehicle {
  readonly id: number;
  readonly name?: string | undefined;
  /** The name, with the id if another available vehicle has the same name. */
  readonly label?: string;
  readonly vehicle?: Vehicle;
}

/** Under one id there can be two vehicles: they have different names. */
export function vehicleKey({ vehicleId, name }: Pick<Vehicle, 'vehicleId' | 'name'>): string {
  return `${vehicleId} ${fold(name)}`;
}

/** `Kea`, or `Kea (2)` if another of the vehicles has the same name. */
export function labelOfVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): string {
  return labelOf(asNamed(vehicle), vehicles.map(asNamed));
}

/** A vehicle as an item that can be matched by name. */
export function asNamed<V extends Pick<Vehicle, 'vehicleId' | 'name'>>(vehicle: V) {
  return { id: vehicle.vehicleId, name: vehicle.name, vehicle };
}

/** The lowest daily rates first; ties by name, then id. */
export function byDailyRate<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T[] {
  const names = new Intl.Collator('en');
  return [...vehicles].sort(
    (a, b) =>
      a.rentalDailyRate - b.rentalDailyRate ||
      names.compare(a.name, b.name) ||
      a.vehicleId - b.vehicleId,
  );
}
