/**
 * What the quotes of one operator have shown of how its totals are made: charged days by length,
 * fees by pair of depots and dates, extras by vehicle and length, and how far a vehicle is from the others.
 * It depends on the set of quotes alone, not on their order. Pure.
 */
import { groupBy } from '../base/group-by.ts';

/** The parts of a quote. */
export interface QuoteParts {
  readonly total: number;
  readonly currency: string;
  /** Totals are compared only with those of the same currency and the same basket. */
  readonly basket?: string;
  readonly routeFee: number;
  readonly accessoriesFee: number;
  readonly insuranceFee: number;
}

/** What is to be priced: one vehicle on a trip of an operator. */
export interface Pricing {
  /** Of depots. */
  readonly pair: string;
  readonly nights: number;
  readonly vehicle: string;
  readonly rate: number;
}

/** With the number of its first day. */
export interface DatedPricing extends Pricing {
  readonly start: number;
}

interface Sample extends DatedPricing {
  /** Rental fee ÷ rate; undefined if the rate is not above 0, or beyond the largest number. */
  readonly days: number | undefined;
  readonly routeFee: number;
  readonly extrasFee: number;
}

/** So many quotes of a vehicle show how much its totals vary. */
const enough = 3;

export interface Learned {
  learn(pricing: DatedPricing, parts: QuoteParts): void;
  /** The total to expect. */
  guess(pricing: Pricing): number;
  /**
   * The same with the route fee of the quotes of these dates, if there are any: an operator can add
   * a fee on some days.
   */
  estimate(pricing: DatedPricing): number;
  /**
   * The lowest total that is likely: the search goes on while it is below the totals that are
   * wanted.
   */
  bound(pricing: Pricing): number;
  /**
   * The total with the fewest charged days seen of any vehicle, and the lowest fees: what a person
   * can check.
   */
  floor(pricing: Pricing): number;
  /** The daily rate at which a vehicle on a trip has this floor. */
  rateFor(total: number, pricing: Omit<Pricing, 'rate'>): number;
  /** The charged days to expect. */
  days(nights: number): number;
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
  const usualFee = ({ pair, nights }: Pricing): number => current().routeFee(pair, nights).middle;
  return {
    learn: (pricing, parts) => {
      samples.push(sampleOf(pricing, parts));
      isOld = true;
    },
    guess: (pricing) => expected(pricing, usualFee(pricing)),
    estimate: (pricing) => expected(pricing, current().routeFeeOn(pricing) ?? usualFee(pricing)),
    bound: (pricing) => {
      const { days, steady, factor, routeFee, extrasFee } = current();
      const { pair, nights, vehicle, rate } = pricing;
      const charged = days(nights) * steady(nights) * factor(vehicle).low;
      return sum(rate * charged, routeFee(pair, nights).low, extrasFee(vehicle, nights).low);
    },
    floor: (pricing) => {
      const { pair, nights, vehicle, rate } = pricing;
      return sum(rate * current().fewestDays(nights), current().feesAtLeast(pair, vehicle, nights));
    },
    rateFor: (total, { pair, vehicle, nights }) => {
      return (total - current().feesAtLeast(pair, vehicle, nights)) / current().fewestDays(nights);
    },
    days: (nights) => current().days(nights),
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

/** A whole number if the fee is that to the cent. */
function wholeDays(rental: number, rate: number): number {
  const whole = Math.round(rental / rate);
  return Math.abs(whole * rate - rental) < 0.005 ? whole : rental / rate;
}

/** The middle of what was seen, and the lowest that is likely. */
interface Range {
  readonly middle: number;
  readonly low: number;
}

function modelOf(samples: readonly Sample[]) {
  const { daysOf, factors } = chargedDays(samples);
  const medians = [...factors.values()].map(({ middle }) => middle);
  // A quarter of the vehicles are below it: others of them may be, of which there are few quotes.
  const usual = quantile(medians, 0.25) ?? 1;
  const lowestOfAll = Math.min(1, ...[...factors.values()].map(({ low }) => low));
  const steadiness = Math.min(
    1,
    ...[...factors.values()].map(({ low, high }) => (high > 0 ? low / high : 1)),
  );
  const counts = new Map<number, number>();
  const fewest = new Map<number, number>();
  for (const { nights, days } of samples)
    if (days !== undefined) {
      counts.set(nights, (counts.get(nights) ?? 0) + 1);
      fewest.set(nights, Math.min(days, fewest.get(nights) ?? Number.POSITIVE_INFINITY));
    }
  const routes = feesBy(samples, { key: 'pair', fee: 'routeFee', grows: false });
  const extras = feesBy(samples, { key: 'vehicle', fee: 'extrasFee', grows: true });
  const onDates = groupBy(samples, datesOf);
  const quoted = new Set(samples.map(({ vehicle }) => vehicle));
  const lowestExtras = (nights: number): number =>
    quoted.size === 0 ? 0 : Math.min(...[...quoted].map((vehicle) => extras(vehicle, nights).low));
  return {
    days: (nights: number): number =>
      daysOf.get(nights) ?? nights + (nearest(daysOf, nights)?.more ?? 0),
    /** How much lower the charged days of a length may be than the few quotes of it have shown. */
    steady: (nights: number): number => ((counts.get(nights) ?? 0) < enough ? steadiness : 1),
    factor: (vehicle: string): Range => {
      const own = factors.get(vehicle);
      if (own === undefined)
        return { middle: 1, low: Math.max(lowestOfAll, Math.min(1, usual) * steadiness) };
      if (own.count >= enough)
        return { middle: own.middle, low: own.low - (own.high - own.low) / own.count };
      return {
        middle: own.middle,
        low: Math.max(lowestOfAll, Math.min(own.low, usual) * steadiness),
      };
    },
    routeFee: routes,
    /** Undefined if no quote has these depots and dates. */
    routeFeeOn: (pricing: DatedPricing): number | undefined => {
      const fees = onDates.get(datesOf(pricing))?.map(({ routeFee }) => routeFee);
      return fees && quantile(fees, 0.5);
    },
    extrasFee: extras,
    fewestDays: (nights: number): number => fewest.get(nights) ?? nights * lowestPerNight(fewest),
    /**
     * The lowest fee of the pair of depots on any trip: a fee of some days, such as holidays, can
     * be in all quotes of a length.
     */
    feesAtLeast: (pair: string, vehicle: string, nights: number): number =>
      routes(pair).low + (quoted.has(vehicle) ? extras(vehicle, nights).low : lowestExtras(nights)),
  };
}

function datesOf({ pair, start, nights }: DatedPricing): string {
  return `${pair} ${start} ${nights}`;
}

/**
 * Charged days by length, and each vehicle's days ÷ those. Lengths of which most vehicles were
 * quoted come first: they show what a vehicle's factor is.
 */
function chargedDays(samples: readonly Sample[]) {
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
    [...relative].map(([vehicle, list]) => {
      return [
        vehicle,
        {
          middle: factorOf(vehicle),
          low: Math.min(...list),
          high: Math.max(...list),
          count: list.length,
        },
      ] as const;
    }),
  );
  return { daysOf, factors };
}

function middleOf(list: readonly { readonly days: number }[]): number {
  return (
    quantile(
      list.map(({ days }) => days),
      0.5,
    ) ?? 0
  );
}

/** Of a length that was not quoted: as many days more than nights as at the nearest length. */
function nearest(daysOf: ReadonlyMap<number, number>, nights: number) {
  const known = [...daysOf].map(([length, days]) => ({
    away: Math.abs(length - nights),
    length,
    more: days - length,
  }));
  return known.sort((a, b) => a.away - b.away || a.length - b.length)[0];
}

function lowestPerNight(fewest: ReadonlyMap<number, number>): number {
  return Math.min(1, ...[...fewest].flatMap(([nights, days]) => (nights > 0 ? days / nights : [])));
}

interface FeeRule {
  readonly key: 'pair' | 'vehicle';
  readonly fee: 'routeFee' | 'extrasFee';
  /** With the length. */
  readonly grows: boolean;
}

/**
 * Fees by what they depend on, and by length. Of any length, or one that was not quoted: the lowest
 * of all lengths, in proportion where they may grow with it.
 */
function feesBy(samples: readonly Sample[], { key: field, fee, grows }: FeeRule) {
  const groups = groupBy(samples, (sample) => sample[field]);
  const cells = groupBy(samples, (sample): string => `${sample.nights} ${sample[field]}`);
  const known = new Map<string, Range>();
  return (key: string, nights?: number): Range => {
    const name = `${nights} ${key}`;
    const range = known.get(name) ?? rangeOf(name, key, nights);
    known.set(name, range);
    return range;
  };

  function rangeOf(name: string, key: string, nights = Number.POSITIVE_INFINITY): Range {
    const cell = cells.get(name)?.map((sample) => sample[fee]);
    if (cell !== undefined) return { middle: quantile(cell, 0.5) ?? 0, low: Math.min(...cell) };
    const group = groups.get(key) ?? [];
    const fees = group.map((sample) => {
      return sample[fee] * (grows && sample.nights > 0 ? Math.min(1, nights / sample.nights) : 1);
    });
    if (fees.length === 0) return { middle: 0, low: 0 };
    return { middle: quantile(fees, 0.5) ?? 0, low: Math.min(...fees) };
  }
}

/** One of the values, so that whole days stay whole; undefined if there are none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
}

/** Infinite instead of not a number: a rate that is beyond the largest number times no days. */
function sum(...amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  return Number.isNaN(total) ? Number.POSITIVE_INFINITY : total;
}
