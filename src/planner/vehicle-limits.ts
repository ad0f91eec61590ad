/** Vehicles that are left out before any quote: for the berths in their names, and for their daily rates. */
import type { Vehicle } from '../api/types.ts';
import { UsageError } from '../errors.ts';
import { plural } from '../text.ts';
import { formatMoney, parseMost } from './money.ts';
import { idOf, listed } from './names.ts';
import { read } from './read.ts';
import { namedVehicle } from './vehicle.ts';

export interface VehicleLimits {
  /** At least so many, as names of vehicles say it. */
  readonly berths?: number | undefined;
  /** The highest daily rate, in NZD: `150`. */
  readonly maxRate?: string | undefined;
}

/** `asked` are texts that name vehicles: what is left out although its id is one of them is said. Throws UsageError. */
export function readVehicleLimits({ berths = 0, maxRate }: VehicleLimits, asked: readonly string[] = []) {
  const most = maxRate === undefined ? undefined : readRate(maxRate);
  const ids = new Set(read(asked, []).flatMap(({ text, how }) => (how === 'id' ? idOf(text) : [])));
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
      const isSmall = berths > 0 && (berthsOf(name) ?? 0) < berths;
      if (isSmall) small.set(id, vehicle);
      if (isSmall || most === undefined || rate <= most) return !isSmall;
      const other = dear.get(id)?.rentalDailyRate;
      if (other === undefined || rate < other) dear.set(id, vehicle);
      return false;
    },
    /** What `fits` has left out so far. */
    notes: (): string[] => [
      ...(small.size === 0 ? [] : [berthsNote([...small.values()], berths)]),
      ...(most === undefined || dear.size === 0 ? [] : [rateNote([...dear.values()], most)]),
      ...askedNotes([...new Map([...small, ...dear]).values()].filter(({ vehicleId }) => ids.has(vehicleId))),
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

function rateNote(dear: readonly Vehicle[], most: number): string {
  const lowest = Math.min(...dear.map(({ rentalDailyRate }) => rentalDailyRate));
  const left = plural(dear.length, 'vehicle is', 'vehicles are');
  return `${left} left out where the daily rate is above ${formatMoney(most)} NZD; the lowest is ${formatMoney(lowest)}`;
}

function askedNotes(left: readonly Vehicle[]): string[] {
  return left.length === 0 ? [] : [`left out, although asked for by id: ${listed(left.map(namedVehicle))}`];
}

/** Which of those that are left out may have enough berths. */
function berthsNote(left: readonly Vehicle[], least: number): string {
  const silent = left.filter(({ name }) => berthsOf(name) === undefined);
  const rest =
    silent.length === 0 ? '' : `; the names of these say nothing of berths: ${listed(silent.map(namedVehicle))}`;
  return `${plural(left.length, 'vehicle is', 'vehicles are')} left out for want of ${plural(least, 'berth')}${rest}`;
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
