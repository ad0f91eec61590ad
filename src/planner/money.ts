/** NZD amounts, exactly as served: reads a JSON number by its shortest decimal form and never adds floating point numbers. */
import type { Vehicle } from '../api/types.ts';

/** A number as served, or a decimal such as `1234.5`. */
export type Amount = number | string;

interface Decimal {
  readonly units: bigint;
  /** Digits after the point. */
  readonly scale: number;
}

/** The exact sum, with at least two decimals. Throws RangeError if an amount is not a finite decimal. */
export function addMoney(amounts: readonly Amount[]): string {
  const decimals = amounts.map(decimalOf);
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  return formatDecimal({ units: decimals.reduce((sum, decimal) => sum + unitsAt(decimal, scale), 0n), scale });
}

/** Negative, 0 or positive, as for `sort`. Throws RangeError if an amount is not a finite decimal. */
export function compareMoney(a: Amount, b: Amount): number {
  const [x, y] = [decimalOf(a), decimalOf(b)];
  const scale = Math.max(x.scale, y.scale);
  const difference = unitsAt(x, scale) - unitsAt(y, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** `1234.5` → `1234.50`: two decimals, or more if the amount has more. Throws RangeError if it is not a finite decimal. */
export function formatMoney(amount: Amount): string {
  return formatDecimal(decimalOf(amount));
}

/** The amount divided by `count` (a whole number above 0), to the cent; rounds half a cent away from zero. Throws RangeError. */
export function divideMoney(amount: Amount, count: number): string {
  const { units, scale } = decimalOf(amount);
  const [numerator, denominator] = [units * 100n, BigInt(count) * 10n ** BigInt(scale)];
  const size = numerator < 0n ? -numerator : numerator;
  const cents = (size * 2n + denominator) / (denominator * 2n);
  return formatDecimal({ units: numerator < 0n ? -cents : cents, scale: 2 });
}

/** The vehicle with the lowest daily rate; ties by name, then id. Undefined if the list is empty. */
export function cheapest<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T | undefined {
  return byDailyRate(vehicles)[0];
}

/** The lowest daily rates first; ties by name, then id. */
export function byDailyRate<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T[] {
  const names = new Intl.Collator('en');
  return [...vehicles].sort(
    (a, b) =>
      compareMoney(a.rentalDailyRate, b.rentalDailyRate) || names.compare(a.name, b.name) || a.vehicleId - b.vehicleId,
  );
}

function decimalOf(amount: Amount): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/.exec(String(amount));
  if (match === null) throw new RangeError(`not an amount: ${amount}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}.${fraction.padEnd(2, '0')}`;
}
