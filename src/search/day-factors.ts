/**
 * How many days the quotes of one operator charge for each length, and how far each vehicle is from
 * that. Pure.
 */
import { groupBy } from '../base/group-by.ts';
import { quantile, type Range } from './quantile.ts';

interface DaySample {
  readonly nights: number;
  readonly vehicle: string;
  /** Undefined if the quote does not show it. */
  readonly days: number | undefined;
}

/** The charged days of a vehicle ÷ those of all vehicles for the same length. */
export interface Factor extends Range {
  readonly high: number;
  /** How many quotes show it. */
  readonly count: number;
}

/**
 * Begins with the lengths at which most vehicles were quoted: they show a vehicle's factor best.
 */
export function daysAndFactors(samples: readonly DaySample[]) {
  const known = samples.flatMap(({ days, ...rest }) =>
    days === undefined ? [] : { ...rest, days },
  );
  const lengths = [...groupBy(known, ({ nights }) => String(nights)).values()].map((list) => {
    const vehicles = groupBy(list, ({ vehicle }) => vehicle);
    return { nights: list[0]!.nights, vehicles };
  });
  lengths.sort((a, b) => b.vehicles.size - a.vehicles.size || a.nights - b.nights);
  const daysOf = new Map<number, number>();
  const relative = new Map<string, number[]>();
  const factorOf = (vehicle: string): number => quantile(relative.get(vehicle) ?? [], 0.5) ?? 1;
  for (const { nights, vehicles } of lengths) {
    const each = [...vehicles].map(([vehicle, list]) => middleOf(list) / (factorOf(vehicle) || 1));
    const days = quantile(each, 0.5) ?? nights;
    daysOf.set(nights, days);
    if (days > 0)
      for (const [vehicle, list] of vehicles)
        relative.set(vehicle, [
          ...(relative.get(vehicle) ?? []),
          ...list.map((one) => one.days / days),
        ]);
  }
  const factors = new Map(
    [...relative].map(([vehicle, list]): readonly [string, Factor] => {
      const [low, high] = [Math.min(...list), Math.max(...list)];
      return [vehicle, { middle: factorOf(vehicle), low, high, count: list.length }];
    }),
  );
  return { daysOf, factors };
}

function middleOf(list: readonly { readonly days: number }[]): number {
  const days = list.map((sample) => sample.days);
  return quantile(days, 0.5) ?? 0;
}

/** The nearest length that was quoted, with its charged days beyond the nights as `more`. */
export function nearestLength(daysOf: ReadonlyMap<number, number>, nights: number) {
  const known = [...daysOf].map(([length, days]) => ({
    away: Math.abs(length - nights),
    length,
    more: days - length,
  }));
  return known.sort((a, b) => a.away - b.away || a.length - b.length)[0];
}
