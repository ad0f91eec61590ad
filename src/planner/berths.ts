/** How many people a vehicle sleeps, as far as its name says it: the interface has no field for it. */
import type { Vehicle } from '../api/types.ts';
import { plural } from '../text.ts';
import { listed } from './names.ts';

const count = String.raw`(?<![\d.,+/\p{Pd}]\s?)(\d{1,2})(?:\s?\+\s?(\d{1,2}))?`;
const berth = new RegExp(String.raw`${count}[\s\p{Pd}]?(?:berth|sleeper|sleeps)(?![a-z]{2})`, 'u');
const sleeps = new RegExp(String.raw`\bsleeps (?:up to )?${count}(?!\s?[\d.,/\p{Pd}])`, 'u');

/** `4 Berth` → 4, `2+1-berth` → 3, `Sleeps 5` → 5. Undefined for a name that says nothing, or not one number: `2-4 berth`. */
export function berthsOf(name: string): number | undefined {
  const text = name.normalize('NFKC').toLowerCase();
  const [, first, more = '0'] = berth.exec(text) ?? sleeps.exec(text) ?? [];
  const berths = Number(first) + Number(more);
  return berths > 0 ? berths : undefined;
}

/** Whether its name says that the vehicle sleeps so many, or more. */
export function hasBerths({ name }: Pick<Vehicle, 'name'>, least: number): boolean {
  return (berthsOf(name) ?? 0) >= least;
}

/** What `hasBerths` leaves out of these vehicles, and which of them may have as many; undefined if nothing. */
export function berthsNote(
  vehicles: readonly Pick<Vehicle, 'vehicleId' | 'name'>[],
  least: number,
): string | undefined {
  const left = vehicles.filter((vehicle) => !hasBerths(vehicle, least));
  if (left.length === 0) return undefined;
  const silent = left.filter(({ name }) => berthsOf(name) === undefined);
  const names = listed(silent.map(({ vehicleId: id, name }) => ({ id, name })));
  const rest = silent.length === 0 ? '' : `; the names of these say nothing of berths: ${names}`;
  return `${plural(left.length, 'vehicle is', 'vehicles are')} left out for want of ${plural(least, 'berth')}${rest}`;
}
