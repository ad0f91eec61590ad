/**
 * Learns from the quotes of one operator how its totals are made: charged days by length, fees by
 * pair of depots and dates, extras by vehicle and length. The order of the quotes does not matter.
 * Pure.
 */
import { groupBy } from '../base/group-by.ts';
import { daysAndFactors, nearestLength, type Factor } from './day-factors.ts';
import { feesBy } from './fees.ts';
import { quantile, type Range } from './quantile.ts';

export interface QuoteParts {
  readonly total: number;
  readonly currency: string;
  /** The requested extras: only totals with the same ones are compared. */
  readonly extras?: string;
  readonly routeFee: number;
  readonly accessoriesFee: number;
  readonly insuranceFee: number;
}

/** One vehicle on one trip. */
export interface Pricing {
  /** The depots. */
  readonly pair: string;
  readonly nights: number;
  readonly vehicle: string;
  readonly rate: number;
}

/** The pricing of a trip; `start` is the number of its first day. */
export interface DatedPricing extends Pricing {
  readonly start: number;
}

interface Sample extends DatedPricing {
  /** Rental fee ÷ rate; undefined if the rate is not above 0, or beyond the largest number. */
  readonly days: number | undefined;
  readonly routeFee: number;
  readonly extrasFee: number;
}

/** Fewer quotes of a vehicle or a length do not show how much its totals vary. */
const minSamples = 3;

export interface Learned {
  learn(pricing: DatedPricing, parts: QuoteParts): void;
  /** The total to expect. */
  guess(pricing: Pricing): number;
  /**
   * The total to expect with the route fee of the quotes of these dates, if there are any: an
   * operator can add a fee on some days.
   */
  estimate(pricing: DatedPricing): number;
  /** The lowest total that is likely. The search goes on while it would be among the cheapest. */
  bound(pricing: Pricing): number;
  /**
   * The total with the fewest charged days and the lowest fees of any quote, so that a person can
   * check it.
   */
  floor(pricing: Pricing): number;
  /** The daily rate at which `floor` is this total. */
  rateFor(total: number, pricing: Omit<Pricing, 'rate'>): number;
}

export function createLearned(): Learned {
  const samples: Sample[] = [];
  let model = modelOf(samples);
  let isOld = false;
  const current = () => {
    if (isOld) model = modelOf(samples);
    isOld = false;
    return model;
  };
  const expected = ({ nights, vehicle, rate }: Pricing, routeFee: number): number => {
    const { days, factor, extrasFee } = current();
    const charged = days(nights) * factor(vehicle).middle;
    return sum(rate * charged, routeFee, extrasFee(vehicle, nights).middle);
  };
  const expectedRouteFee = ({ pair, nights }: Pricing): number =>
    current().routeFee(pair, nights).middle;
  return {
    learn: (pricing, parts) => {
      samples.push(sampleOf(pricing, parts));
      isOld = true;
    },
    guess: (pricing) => expected(pricing, expectedRouteFee(pricing)),
    estimate: (pricing) =>
      expected(pricing, current().routeFeeOn(pricing) ?? expectedRouteFee(pricing)),
    bound: (pricing) => {
      const { days, spread, factor, routeFee, extrasFee } = current();
      const { pair, nights, vehicle, rate } = pricing;
      const charged = days(nights) * spread(nights) * factor(vehicle).low;
      return sum(rate * charged, routeFee(pair, nights).low, extrasFee(vehicle, nights).low);
    },
    floor: (pricing) => {
      const { pair, nights, vehicle, rate } = pricing;
      return sum(rate * current().fewestDays(nights), current().lowestFees(pair, vehicle, nights));
    },
    rateFor: (total, { pair, vehicle, nights }) => {
      return (total - current().lowestFees(pair, vehicle, nights)) / current().fewestDays(nights);
    },
  };
}

function sampleOf(
  pricing: DatedPricing,
  { total, routeFee, accessoriesFee, insuranceFee }: QuoteParts,
): Sample {
  const extrasFee = accessoriesFee + insuranceFee;
  const rental = total - routeFee - extrasFee;
  const { rate } = pricing;
  const days =
    rate > 0 && Number.isFinite(rate) && Number.isFinite(rental / rate)
      ? wholeDays(rental, rate)
      : undefined;
  return { ...pricing, days, routeFee, extrasFee };
}

/** Rounded if the fee is a whole number of days to the cent. */
function wholeDays(rental: number, rate: number): number {
  const whole = Math.round(rental / rate);
  return Math.abs(whole * rate - rental) < 0.005 ? whole : rental / rate;
}

function modelOf(samples: readonly Sample[]) {
  const { daysOf, factors } = daysAndFactors(samples);
  const { factor, lowestSpread } = factorModel(factors);
  const counts = new Map<number, number>();
  const fewest = new Map<number, number>();
  for (const { nights, days } of samples)
    if (days !== undefined) {
      counts.set(nights, (counts.get(nights) ?? 0) + 1);
      fewest.set(nights, Math.min(days, fewest.get(nights) ?? Number.POSITIVE_INFINITY));
    }
  return {
    ...feeModel(samples),
    factor,
    days: (nights: number): number =>
      daysOf.get(nights) ?? nights + (nearestLength(daysOf, nights)?.extraDays ?? 0),
    /**
     * 1 at most: the charged days of a length may be lower by this factor than those of its quotes,
     * if these are few.
     */
    spread: (nights: number): number => ((counts.get(nights) ?? 0) < minSamples ? lowestSpread : 1),
    fewestDays: (nights: number): number => fewest.get(nights) ?? nights * lowestPerNight(fewest),
  };
}

/** How far the charged days of each vehicle are from those of all, and how low they may be. */
function factorModel(factors: ReadonlyMap<string, Factor>) {
  const all = [...factors.values()];
  const lowerQuarter =
    quantile(
      all.map(({ middle }) => middle),
      0.25,
    ) ?? 1;
  const lowestOfAll = Math.min(1, ...all.map(({ low }) => low));
  /** The lowest ÷ the highest factor of the vehicle whose factor varies most. */
  const lowestSpread = Math.min(1, ...all.map(({ low, high }) => (high > 0 ? low / high : 1)));
  /** For few quotes: the vehicle can be among the quarter with the lowest factors, and vary. */
  const likelyLow = (seenLow: number): number =>
    Math.max(lowestOfAll, Math.min(seenLow, lowerQuarter) * lowestSpread);
  const factor = (vehicle: string): Range => {
    const seen = factors.get(vehicle);
    if (seen === undefined) return { middle: 1, low: likelyLow(1) };
    const { middle, low, high, count } = seen;
    // Lower than all that were seen, by a part of their spread: the more quotes, the less.
    return { middle, low: count >= minSamples ? low - (high - low) / count : likelyLow(low) };
  };
  return { factor, lowestSpread };
}

function feeModel(samples: readonly Sample[]) {
  const routeFee = feesBy(samples, { by: 'pair', fee: 'routeFee', grows: false });
  const extrasFee = feesBy(samples, { by: 'vehicle', fee: 'extrasFee', grows: true });
  const onDates = groupBy(samples, datesOf);
  const quoted = new Set(samples.map(({ vehicle }) => vehicle));
  const lowestExtras = (nights: number): number =>
    quoted.size === 0
      ? 0
      : Math.min(...[...quoted].map((vehicle) => extrasFee(vehicle, nights).low));
  return {
    routeFee,
    extrasFee,
    /** Undefined if no quote has these depots and dates. */
    routeFeeOn: (pricing: DatedPricing): number | undefined => {
      const fees = onDates.get(datesOf(pricing))?.map((sample) => sample.routeFee);
      return fees && quantile(fees, 0.5);
    },
    /**
     * The lowest fees. That of the route is of any length, because all quotes of one length can be
     * for days with a fee.
     */
    lowestFees: (pair: string, vehicle: string, nights: number): number =>
      routeFee(pair).low +
      (quoted.has(vehicle) ? extrasFee(vehicle, nights).low : lowestExtras(nights)),
  };
}

function datesOf({ pair, start, nights }: DatedPricing): string {
  return `${pair} ${start} ${nights}`;
}

function lowestPerNight(fewest: ReadonlyMap<number, number>): number {
  return Math.min(1, ...[...fewest].flatMap(([nights, days]) => (nights > 0 ? days / nights : [])));
}

/** Infinite if it would be NaN, as with an infinite rate × no days. */
function sum(...amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  return Number.isNaN(total) ? Number.POSITIVE_INFINITY : total;
}
