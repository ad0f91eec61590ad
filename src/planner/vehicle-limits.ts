/** Vehicles that are left out before any quote: for the berths in their names, and for their daily rates. */
import type { Vehicle } from '../api/types.ts';
import { UsageError } from '../errors.ts';
import { plural } from '../text.ts';
import { berthsNote, hasBerths } from './berths.ts';
import { compareMoney, formatMoney, parseMost } from './money.ts';

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
      if (most === undefined || compareMoney(rate, most) <= 0) return true;
      const other = dear.get(id)?.rentalDailyRate;
      if (other === undefined || compareMoney(rate, other) < 0) dear.set(id, vehicle);
      return false;
    },
    /** What `fits` has left out so far. */
    notes: (): string[] => [
      ...[berthsNote([...small.values()], berths) ?? []].flat(),
      ...(most === undefined ? [] : rateNotes([...dear.values()], most)),
    ],
  };
}

function readRate(text: string): string {
  const { amount, currency } = parseMost(text, 'maxRate');
  if (currency === 'NZD') return amount;
  throw new UsageError((name) => `${name('maxRate')} takes NZD, because daily rates are in NZD`, {
    hint: 'give the amount alone, such as 150',
  });
}

function rateNotes(dear: readonly Vehicle[], most: string): string[] {
  const [lowest] = dear.map(({ rentalDailyRate: rate }) => rate).sort(compareMoney);
  if (lowest === undefined) return [];
  const left = plural(dear.length, 'vehicle is', 'vehicles are');
  return [
    `${left} left out where the daily rate is above ${formatMoney(most)} NZD; the lowest is ${formatMoney(lowest)}`,
  ];
}
