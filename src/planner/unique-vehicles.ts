/** A list of available vehicles may hold one of them several times. */
import type { Vehicle } from '../api/types.ts';
import { formatMoney } from './money.ts';
import { listed, type Note } from './names.ts';

/** Each vehicle once, at its place, with its lowest rate; calls `note` if the rates differ. */
export function uniqueVehicles(vehicles: readonly Vehicle[], note: Note): readonly Vehicle[] {
  const lowest = new Map<number, Vehicle>();
  const several = new Set<number>();
  for (const vehicle of vehicles) {
    const { vehicleId: id, rentalDailyRate: rate } = vehicle;
    const before = lowest.get(id);
    if (before !== undefined && before.rentalDailyRate !== rate) several.add(id);
    if (before === undefined || rate < before.rentalDailyRate) lowest.set(id, vehicle);
  }
  for (const id of several) {
    const { name, rentalDailyRate } = lowest.get(id)!;
    note(
      `${listed([{ id, name }])} is listed with several daily rates: the lowest counts, ${formatMoney(rentalDailyRate)}`,
    );
  }
  return lowest.size === vehicles.length ? vehicles : [...lowest.values()];
}
