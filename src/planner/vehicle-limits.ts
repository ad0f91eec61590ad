/** Vehicles that are left out before any quote: for the berths in their names, and for their daily rates. */
import type { Vehicle } from '../api/types.ts';
import { UsageError } from '../errors.ts';
import { plural } from '../text.ts';
import { formatMoney, parseMost } from './money.ts';
import { listed } from './names.ts';

export interface VehicleLimits {
  /** At least so many, as names of vehicles say it. */
  readonly berths?: number | undefined;
  /** The highest daily rate, in NZD: `150`. */
  readonly maxRate?: string | undefined;
}

/** Throws UsageError. */
export function readVehicleLimits({ berths = 0, maxRate }: VehicleLimits) {
  const most = maxRate === undefined ? undefined : readRate(maxRate);
  const isSmall = new Map<string, boolean>();
  const small = new Map<number, Vehicle>();
  const dear = new Map<number, Vehicle>();
  return {
    /** In words, if there are some. */
    named: [
      ...(berths > 0 ? ['so many berths in its name'] : []),
      ...(most === undefined ? [] : ['so low a daily rate']),
    ].join(' and '),
    areNone: berths === 0 && most === undefined,
    fits: (vehicle: Vehicle): boolean => {
      const { vehicleId: id, name, rentalDailyRate: rate } = vehicle;
      if (!isSmall.has(name)) isSmall.set(name, !hasBerths(vehicle, berths));
      if (isSmall.get(name) === true) {
        small.set(id, vehicle);
        return false;
      }
      if (most === undefined || rate <= most) return true;
      const other = dear.get(id)?.rentalDailyRate;
      if (other === undefined || rate < other) dear.set(id, vehicle);
      return false;
    },
    /** What `fits` has left out so far. */
    notes: (): string[] => [
      ...[berthsNote([...small.values()], berths) ?? []].flat(),
      ...(most === undefined ? [] : rateNotes([...dear.values()], most)),
    ],
  };
}

function readRate(text: string): number {
  const { amount, currency } = parseMost(text, 'maxRate');
  if (currency === 'NZD') return amount;
  throw new UsageError((name) => `${name('maxRate')} takes NZD, because daily rates are in NZD`, {
    hint: 'give the amount alone, such as 150',
  });
}

function rateNotes(dear: readonly Vehicle[], most: number): string[] {
  const [lowest] = dear.map(({ rentalDailyRate: rate }) => rate).sort((a, b) => a - b);
  if (lowest === undefined) return [];
  const left = plural(dear.length, 'vehicle is', 'vehicles are');
  return [
    `${left} left out where the daily rate is above ${formatMoney(most)} NZD; the lowest is ${formatMoney(lowest)}`,
  ];
}

const count = String.raw`(?<![\d.,+/\p{Pd}]\s?)(\d{1,2})(?:\s?\+\s?(\d{1,2}))?`;
const berth = new RegExp(String.raw`${count}[\s\p{Pd}]?(?:berth|sleeper|sleeps)(?![a-z]{2})`, 'u');
const sleeps = new RegExp(String.raw`\bsleeps (?:up to )?${count}(?!\s?[\d.,/\p{Pd}])`, 'u');

/** How many people a vehicle sleeps: the interface has no field for it. `4 Berth` → 4, `2+1-berth` → 3, `Sleeps 5` → 5. Undefined for a name that says nothing, or not one number: `2-4 berth`. */
export function berthsOf(name: string): number | undefined {
  const text = name.normalize('NFKC').toLowerCase();
  const [, first, more = '0'] = berth.exec(text) ?? sleeps.exec(text) ?? [];
  const berths = Number(first) + Number(more);
  return berths > 0 ? berths : undefined;
}

/** Whether its name says that the vehicle sleeps so many, or more. */
function hasBerths({ name }: Pick<Vehicle, 'name'>, least: number): boolean {
  return (berthsOf(name) ?? 0) >= least;
}

/** What `hasBerths` leaves out of these vehicles, and which of them may have as many; undefined if nothing. */
function berthsNote(vehicles: readonly Pick<Vehicle, 'vehicleId' | 'name'>[], least: number): string | undefined {
  const left = vehicles.filter((vehicle) => !hasBerths(vehicle, least));
  if (left.length === 0) return undefined;
  const silent = left.filter(({ name }) => berthsOf(name) === undefined);
  const names = listed(silent.map(({ vehicleId: id, name }) => ({ id, name })));
  const rest = silent.length === 0 ? '' : `; the names of these say nothing of berths: ${names}`;
  return `${plural(left.length, 'vehicle is', 'vehicles are')} left out for want of ${plural(least, 'berth')}${rest}`;
}
