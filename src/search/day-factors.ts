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
 * Begins with the lengths at which most vehicles were quoted: they show a vehicle's factor best. The
 * factors so far then help to find the days of the next length.
 */
export function daysAndFactors(samples: readonly DaySample[]) {
  const daysOf = new Map<number, number>();
  /** The days of each quote of a vehicle ÷ those of all vehicles for its length. */
  const ratios = new Map<string, number[]>();
  for (const { nights, vehicles } of knownLengths(samples)) {
    /** The days of each vehicle's quotes without what is known of the vehicle itself. */
    const corrected = [...vehicles].map(([vehicle, list]) => {
      const factor = middleOf(ratios.get(vehicle) ?? []) ?? 1;
      return (middleOf(list.map((sample) => sample.days)) ?? 0) / (factor || 1);
    });
    const days = middleOf(corrected) ?? nights;
    daysOf.set(nights, days);
    if (days <= 0) continue;
    for (const [vehicle, list] of vehicles) {
      const newRatios = list.map((sample) => sample.days / days);
      ratios.set(vehicle, [...(ratios.get(vehicle) ?? []), ...newRatios]);
    }
  }
  const factors = new Map([...ratios].map(([vehicle, list]) => [vehicle, factorIn(list)]));
  return { daysOf, factors };
}

/** The samples with known days, by length and vehicle: the lengths with most vehicles first. */
function knownLengths(samples: readonly DaySample[]) {
  const known = samples.flatMap(({ days, ...rest }) =>
    days === undefined ? [] : { ...rest, days },
  );
  const lengths = [...groupBy(known, ({ nights }) => nights)].map(([nights, list]) => {
    return { nights, vehicles: groupBy(list, ({ vehicle }) => vehicle) };
  });
  return lengths.sort((a, b) => b.vehicles.size - a.vehicles.size || a.nights - b.nights);
}

function factorIn(ratios: readonly number[]): Factor {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return { middle: middleOf(ratios) ?? 1, low, high, count: ratios.length };
}

function middleOf(values: readonly number[]): number | undefined {
  return quantile(values, 0.5);
}

/** The nearest length that was quoted, with the days that are charged beyond its nights. */
export function nearestLength(daysOf: ReadonlyMap<number, number>, nights: number) {
  const known = [...daysOf].map(([length, days]) => ({
    away: Math.abs(length - nights),
    length,
    extraDays: days - length,
  }));
  return known.sort((a, b) => a.away - b.away || a.length - b.length)[0];
}
