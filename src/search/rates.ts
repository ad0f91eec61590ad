/**
 * Learns daily rates from one operator's lists of vehicles, to expect those of other trips. Pure.
 */
import { groupBy } from '../base/group-by.ts';
import { quantile } from './quantile.ts';

/** A trip between a pair of depots. */
export interface PairTrip {
  /** The depots. */
  readonly pair: string;
  /** The number of a day. */
  readonly start: number;
  readonly nights: number;
}

export interface SearchVehicle {
  /** A vehicle has the same key on all trips of the operator. */
  readonly key: string;
  readonly rate: number;
}

interface Listed extends PairTrip, SearchVehicle {}

/** A low rate: one in ten is at or below it. */
const lowShare = 0.1;
/** Rates that were not seen may be lower still, by this part of the distance from the middle. */
const lowExtra = 0.5;

export interface Rates {
  /** `others` are not wanted, but show how rates differ between starts and lengths. */
  learn(trip: PairTrip, wanted: readonly SearchVehicle[], others: readonly SearchVehicle[]): void;
  /** The keys of the wanted vehicles that were listed. */
  vehicles(): Iterable<string>;
  hasVehicles(): boolean;
  /** The lowest rate of a wanted vehicle: on this start if it was listed there, else on any. */
  lowest(vehicle: string, start: number): { rate: number; isOfStart: boolean };
  /** A low daily rate of the vehicle on a trip that was not asked for. */
  low(trip: PairTrip, vehicle: string): number;
}

export function createRates(): Rates {
  const listed: Listed[] = [];
  /** The lowest rate of each wanted vehicle: on any trip, and by start. */
  const vehicles = new Map<string, { rate: number; readonly byStart: Map<number, number> }>();
  let model = modelOf(listed);
  let isOld = false;
  return {
    learn: (trip, wanted, others) => {
      const { pair, start, nights } = trip;
      for (const { key, rate } of [...wanted, ...others])
        listed.push({ pair, start, nights, key, rate });
      for (const { key, rate } of wanted) {
        const lowest = vehicles.get(key) ?? { rate, byStart: new Map<number, number>() };
        vehicles.set(key, lowest);
        lowest.rate = Math.min(lowest.rate, rate);
        lowest.byStart.set(start, Math.min(rate, lowest.byStart.get(start) ?? rate));
      }
      isOld = true;
    },
    vehicles: () => vehicles.keys(),
    hasVehicles: () => vehicles.size > 0,
    lowest: (vehicle, start) => {
      const { rate = Number.POSITIVE_INFINITY, byStart } = vehicles.get(vehicle) ?? {};
      const ofStart = byStart?.get(start);
      return { rate: ofStart ?? rate, isOfStart: ofStart !== undefined };
    },
    low: (trip, vehicle) => {
      if (isOld) model = modelOf(listed);
      isOld = false;
      return model(trip, vehicle);
    },
  };
}

/** Expects a low rate of a vehicle on a trip. */
function modelOf(listed: readonly Listed[]) {
  const sorted = listed.toSorted((a, b) => a.nights - b.nights);
  /** The rate of the shortest trip by vehicle, pair and start. */
  const bases = new Map<string, Listed>();
  for (const entry of sorted) {
    const key = baseKey(entry, entry.key);
    if (!bases.has(key)) bases.set(key, entry);
  }
  const expected = rateOfStart([...bases.values()]);
  const fits = lowFits([...bases.values()], expected);
  const ratios = lengthRatios(sorted, bases);
  return (trip: PairTrip, vehicle: string): number => {
    const known = bases.get(baseKey(trip, vehicle))?.rate ?? Number.POSITIVE_INFINITY;
    const fit = Number.isFinite(known) ? fits.ofAll : fits.of(vehicle);
    const base = Math.min(known, expected(vehicle, trip.start) * fit);
    const ratio =
      ratios.get(`${trip.pair} ${trip.nights}`) ??
      ratios.get(String(trip.nights)) ??
      Math.min(1, ...ratios.values());
    return base * ratio;
  };
}

type RateOf = (vehicle: string, start: number) => number;

/** Expects the rate of a vehicle on a start. */
function rateOfStart(bases: readonly Listed[]): RateOf {
  const typical = middles(
    groupBy(bases, ({ key }) => key),
    ({ rate }) => rate,
  );
  /** How far the rates of a start are from what is typical of their vehicles. */
  const factors = middles(
    groupBy(bases, ({ start }) => String(start)),
    ({ key, rate }) => rate / (typical.get(key) ?? rate),
  );
  // A start without a list may be one with low rates.
  const lowFactor = Math.min(1, lowOf([...factors.values()]));
  return (vehicle, start) =>
    (typical.get(vehicle) ?? 0) * (factors.get(String(start)) ?? lowFactor);
}

/** Low rates ÷ what was expected, 1 at most: of all vehicles, and of one if that is lower. */
function lowFits(bases: readonly Listed[], expected: RateOf) {
  const fitOf = (list: readonly Listed[]): number => {
    const fits = list.map(({ key, start, rate }) => rate / expected(key, start));
    return Math.min(1, quantile(fits.filter(Number.isFinite), lowShare) ?? 1);
  };
  const ofAll = fitOf(bases);
  const byVehicle = new Map(
    [...groupBy(bases, ({ key }) => key)].map(([key, list]) => [key, fitOf(list)]),
  );
  return { ofAll, of: (vehicle: string) => Math.min(ofAll, byVehicle.get(vehicle) ?? ofAll) };
}

function baseKey({ pair, start }: PairTrip, vehicle: string): string {
  return `${pair} ${start} ${vehicle}`;
}

/** Low rates of a length ÷ the rate of the shortest trip: by pair and length, and by length. */
function lengthRatios(
  listed: readonly Listed[],
  bases: ReadonlyMap<string, Listed>,
): ReadonlyMap<string, number> {
  const seen = listed.flatMap((one) => {
    const base = bases.get(baseKey(one, one.key));
    if (base === undefined || base === one) return [];
    const ratio = one.rate / base.rate;
    return Number.isFinite(ratio) ? { ...one, ratio } : [];
  });
  const lists = [
    ...groupBy(seen, ({ pair, nights }) => `${pair} ${nights}`),
    ...groupBy(seen, ({ nights }) => String(nights)),
  ];
  return new Map(lists.map(([key, list]) => [key, lowOf(list.map(({ ratio }) => ratio))]));
}

/** The lowest tenth, lowered by half of its distance from the median. */
function lowOf(values: readonly number[]): number {
  const low = quantile(values, lowShare) ?? 1;
  return Math.max(0, low - lowExtra * ((quantile(values, 0.5) ?? low) - low));
}

function middles(
  groups: ReadonlyMap<string, readonly Listed[]>,
  valueOf: (one: Listed) => number,
): ReadonlyMap<string, number> {
  return new Map([...groups].map(([key, list]) => [key, quantile(list.map(valueOf), 0.5) ?? 0]));
}
