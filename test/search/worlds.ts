/**
 * Operators in memory for the search of the cheapest: ways of pricing × daily rates × depots. For
 * tests.
 */
import type { QuoteParts } from '../../src/search/learned.ts';
import { behindAll } from '../../src/search/state.ts';
import { groupBy } from '../../src/base/group-by.ts';
import {
  createSearch,
  type SearchAim,
  type SearchOptions,
  type SearchTrip,
} from '../../src/search/search.ts';

/** One vehicle on a trip. */
export interface Cell {
  readonly start: number;
  readonly nights: number;
  /** From 0. */
  readonly car: number;
  readonly isReturn: boolean;
}

/** The charged days, and what comes on top: in the rental fee, or in the route fee. */
export interface Charge {
  readonly days: number;
  readonly rental?: number;
  readonly route?: number;
}

export type Way = (cell: Cell, rate: number) => Charge;
export type RateOf = (cell: Cell) => number;

/** From 0 to 1, the same for the same numbers. */
export function random(...numbers: readonly number[]): number {
  let hash = 2_166_136_261;
  for (const number of numbers)
    hash = Math.imul(hash ^ (number + 0x9e37), 16_777_619) ^ (hash >>> 13);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const cellRandom = ({ start, nights, car, isReturn }: Cell, salt: number): number =>
  random(salt, start, nights, car, Number(isReturn));

export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

const oneWay = ({ isReturn }: Cell): number => (isReturn ? 0 : 180);
const holidays = [2, 3, 9, 24, 25];
const holiday = ({ start, nights }: Cell): number =>
  holidays.some((day) => day >= start && day <= start + nights) ? 60 : 0;
const fees = ({ car }: Cell): number => 25 + 9 * (car % 4);
const weekend = ({ start }: Cell): number => (start % 7 > 4 ? 35 : 0);

export const ways: Readonly<Record<string, Way>> = {
  'plain nights': ({ nights }) => ({ days: nights }),
  'calendar days': ({ nights }) => ({ days: nights + 1 }),
  'calendar, one-way fee': (cell) => ({ days: cell.nights + 1, route: oneWay(cell) }),
  'calendar, one-way, holidays': (cell) => ({
    days: cell.nights + 1,
    route: oneWay(cell),
    rental: holiday(cell),
  }),
  'at least 5 days': ({ nights }) => ({ days: Math.max(5, nights + 1) }),
  'at least 10 days': ({ nights }) => ({ days: Math.max(10, nights) }),
  'fees by vehicle': (cell) => ({ days: cell.nights, rental: fees(cell) }),
  weekend: (cell) => ({ days: cell.nights, rental: weekend(cell) }),
  '10 % off from 12 nights': ({ nights }, rate) => ({
    days: nights,
    rental: nights < 12 ? 0 : -rate * nights * 0.1,
  }),
  '25 % off from 14 nights': ({ nights }, rate) => ({
    days: nights,
    rental: nights < 14 ? 0 : -rate * nights * 0.25,
  }),
  'all together': (cell, rate) => ({
    days: Math.max(5, cell.nights + 1),
    route: oneWay(cell) + weekend(cell),
    rental: fees(cell) + holiday(cell) - (cell.nights < 14 ? 0 : rate * cell.nights * 0.25),
  }),
  'noise to 40': (cell) => ({ days: cell.nights, rental: 40 * cellRandom(cell, 1) }),
  'noise to 150': (cell) => ({ days: cell.nights, rental: 150 * cellRandom(cell, 2) }),
  'one vehicle at 40 %': ({ nights, car }) => ({ days: nights * (car === 5 ? 0.4 : 1) }),
  'a discount for each vehicle': ({ nights, car }) => ({
    days: nights * (1 - 0.4 * random(7, car)),
  }),
  '200 on all days but one': ({ nights, start }) => ({
    days: nights,
    rental: start === 17 ? 0 : 200,
  }),
  'half price in the first week': ({ nights, start }) => ({ days: nights * (start < 7 ? 0.5 : 1) }),
  '150 until the 20th': ({ nights, start }) => ({ days: nights, rental: start < 20 ? 150 : 0 }),
  'random discounts': (cell) => ({ days: cell.nights * (1 - 0.2 * cellRandom(cell, 3)) }),
};

/** Vehicle 0 has the lowest rate. */
const byStart: RateOf = ({ start, car }) => 60 + 13 * ((car * 7) % 12) + 4 * ((start * 11) % 5);

export const rates: Readonly<Record<string, RateOf>> = {
  'by start': byStart,
  '1 % a night off': (cell) => cents(byStart(cell) * (1 - 0.01 * cell.nights)),
  season: ({ start, nights, car }) => {
    const days = Array.from(
      { length: Math.max(1, nights) },
      (_, index) => 1 + 0.35 * Math.sin((start + index) / 9),
    );
    return cents(
      ((60 + 13 * ((car * 7) % 12)) * days.reduce((sum, day) => sum + day, 0)) / days.length,
    );
  },
  'noise of 20 %': (cell) => cents(byStart(cell) * (0.8 + 0.4 * cellRandom(cell, 4))),
  'half price in 5 %': (cell) => byStart(cell) * (cellRandom(cell, 5) < 0.05 ? 0.5 : 1),
};

export interface Scene {
  readonly pairs: 1 | 2;
  /** From 0 to 1: how many offers are sold out. */
  readonly soldOut: number;
  /** A vehicle is listed for trips of this length or longer. */
  readonly minNights?: ((car: number) => number) | undefined;
  /** The only vehicle that is wanted. */
  readonly car?: number | undefined;
}

/** Two of three vehicles are not let for a few nights. */
export const minNights = (car: number): number => [1, 7, 10][car % 3]!;

export const scenes: Readonly<Record<string, Scene>> = {
  'one pair': { pairs: 1, soldOut: 0 },
  'two pairs': { pairs: 2, soldOut: 0 },
  '40 % sold out': { pairs: 1, soldOut: 0.4 },
  'minimum lengths': { pairs: 1, soldOut: 0, minNights },
  'one vehicle from 7 nights': { pairs: 1, soldOut: 0, minNights, car: 4 },
  'one vehicle, 40 % sold out': { pairs: 1, soldOut: 0.4, car: 4 },
};

export interface World {
  readonly trips: readonly SearchTrip[];
  /** Those that are wanted. */
  readonly vehicles: (trip: SearchTrip) => { key: string; rate: number }[];
  readonly others?: (trip: SearchTrip) => { key: string; rate: number }[];
  readonly price: (trip: SearchTrip, vehicle: { key: string; rate: number }) => QuoteParts;
}

export const lengths = [5, 7, 10, 12, 14];

/** A month of starts. */
export function worldOf(
  way: Way,
  rateOf: RateOf,
  { pairs, soldOut, minNights = () => 0, car: wantedCar }: Scene,
  nightCounts: readonly number[] = lengths,
): World {
  const starts = Array.from({ length: 31 }, (_, index) => index);
  const trips = starts.flatMap((start) =>
    nightCounts.flatMap((nights) =>
      Array.from({ length: pairs }, (_, index) => {
        return { operator: 'a', pickUp: 1, dropOff: 1 + index, start, nights, ranksLast: false };
      }),
    ),
  );
  const cellOf = ({ start, nights, dropOff }: SearchTrip, key: string): Cell => {
    return { start, nights, car: Number(key), isReturn: dropOff === 1 };
  };
  const listed = (trip: SearchTrip) =>
    Array.from({ length: 12 }, (_, car) => cellOf(trip, String(car)))
      .filter((cell) => cellRandom(cell, 6) >= soldOut && cell.nights >= minNights(cell.car))
      .map((cell) => ({ key: String(cell.car), rate: rateOf(cell) }));
  const isWanted = ({ key }: { readonly key: string }): boolean =>
    wantedCar === undefined || key === String(wantedCar);
  return {
    trips,
    vehicles: (trip) => listed(trip).filter(isWanted),
    others: (trip) => listed(trip).filter((one) => !isWanted(one)),
    price: (trip, { key, rate }) => {
      const { days, rental = 0, route = 0 } = way(cellOf(trip, key), rate);
      const total = cents(cents(days * rate + rental) + route);
      return { total, currency: 'NZD', routeFee: route, accessoriesFee: 0, insuranceFee: 0 };
    },
  };
}

export interface Priced {
  readonly trip: SearchTrip;
  readonly vehicle: { readonly key: string; readonly rate: number };
  readonly parts: QuoteParts;
}

/** Everything that could be asked for. */
export function allOf({ trips, vehicles, price }: World): Priced[] {
  return trips.flatMap((trip) =>
    vehicles(trip).map((vehicle) => ({ trip, vehicle, parts: price(trip, vehicle) })),
  );
}

/** Runs a search to its end. `order`: of the answers. */
export function runSearch(
  { trips, vehicles, others = () => [], price }: World,
  options: Omit<SearchOptions<SearchTrip>, 'trips'>,
  order: <T>(list: readonly T[]) => readonly T[] = (list) => list,
) {
  const search = createSearch<SearchTrip, { key: string; rate: number }>({ trips, ...options });
  const priced: Priced[] = [];
  const asked: SearchTrip[] = [];
  const offers: Pick<Priced, 'trip' | 'vehicle'>[] = [];
  let rounds = 0;
  for (let step = search.next(); step.trips.length + step.offers.length > 0; step = search.next()) {
    rounds += 1;
    asked.push(...step.trips);
    for (const trip of order(step.trips))
      offers.push(...search.learnVehicles(trip, order(vehicles(trip)), order(others(trip))));
    const quoted = step.offers.map((offer) => ({
      ...offer,
      offer,
      parts: price(offer.trip, offer.vehicle),
    }));
    priced.push(...quoted);
    for (const { offer, parts } of order(quoted)) search.learnQuote(offer, parts);
  }
  return {
    asked,
    offers,
    priced,
    rounds,
    requests: asked.length + priced.length,
    gaps: search.gaps(),
    search,
  };
}

/** The lowest totals of each group, by unit. */
export function lowest(
  priced: readonly Priced[],
  { count, groupOf }: SearchAim<SearchTrip>,
): Map<string, number[]> {
  const groups = groupBy(
    priced,
    ({ trip, vehicle, parts }) => `${parts.currency} ${groupOf(trip, vehicle.key)}`,
  );
  return new Map(
    [...groups].map(([key, list]) => {
      const totals = list
        .map(({ trip, parts }) => parts.total + (trip.ranksLast ? behindAll : 0))
        .sort((a, b) => a - b);
      return [key, totals.slice(0, count)];
    }),
  );
}

/** In how many places the totals that were found are not the lowest there are. */
export function countMissedCheapest(
  priced: readonly Priced[],
  all: readonly Priced[],
  aims: readonly SearchAim<SearchTrip>[],
): number {
  return aims.reduce((sum, aim) => {
    const found = lowest(priced, aim);
    const wrong = [...lowest(all, aim)].flatMap(([key, totals]) =>
      totals.filter((total, index) => found.get(key)?.[index] !== total),
    );
    return sum + wrong.length;
  }, 0);
}

export const ten: SearchAim<SearchTrip> = { count: 10, groupOf: () => '' };
export const eachPair: SearchAim<SearchTrip> = {
  count: 1,
  groupOf: ({ pickUp, dropOff }) => `${pickUp} ${dropOff}`,
};

export type SearchOutcome = ReturnType<typeof runSearch>;

/** The total of an offer at the fewest days and the lowest route fee that any quote has charged. */
function floors(priced: readonly Priced[]): (offer: Priced) => number | undefined {
  const lengthOf = ({ trip }: Priced): string => `${trip.operator} ${trip.nights}`;
  const pairOf = ({ trip: { operator, pickUp, dropOff } }: Priced): string =>
    `${operator} ${pickUp} ${dropOff}`;
  const days = new Map<string, number>();
  const fees = new Map<string, number>();
  for (const one of priced) {
    const { total, routeFee } = one.parts;
    const charged = (total - routeFee) / one.vehicle.rate;
    days.set(lengthOf(one), Math.min(charged, days.get(lengthOf(one)) ?? charged));
    fees.set(pairOf(one), Math.min(routeFee, fees.get(pairOf(one)) ?? routeFee));
  }
  return (offer) => {
    const [fee, charged] = [fees.get(pairOf(offer)), days.get(lengthOf(offer))];
    return fee === undefined || charged === undefined
      ? undefined
      : charged * offer.vehicle.rate + fee;
  };
}

/** What is wrong in the gaps of a search: no offer may be better than they say. */
export function faultsOf(
  world: World,
  search: SearchOutcome,
  aims: readonly SearchAim<SearchTrip>[],
): string[] {
  const { gaps, asked, priced } = search;
  const all = allOf(world);
  const isAsked = new Set(asked);
  const rest = unpricedOf(world, all, priced);
  const faults: string[] = [];
  if (rest.length === 0 && countMissedCheapest(priced, all, aims) > 0)
    faults.push('all offers are priced, but the cheapest are wrong');
  const better = betterOf(rest, priced, aims);
  const below = better.filter(({ trip }) => isAsked.has(trip)).length;
  if (below > gaps.couldBeBelow)
    faults.push(`${below} offers with the charges of others are below the cheapest`);
  const listed = all.filter(({ trip }) => isAsked.has(trip));
  // A vehicle that no list had so far cannot be foreseen.
  const seen = new Set(listed.map(vehicleOf));
  for (const offer of better) {
    if (isAsked.has(offer.trip) || offer.trip.ranksLast || !seen.has(vehicleOf(offer))) continue;
    if (!isForeseen(offer, listed, gaps))
      faults.push(`a trip that was not asked for is below with a rate of ${offer.vehicle.rate}`);
  }
  if (!isRateListed(world, listed, search))
    faults.push('no list has the lowest rate that was seen');
  return faults;
}

const vehicleOf = ({ trip, vehicle }: Priced): string => `${trip.operator} ${vehicle.key}`;

function unpricedOf({ trips }: World, all: readonly Priced[], priced: readonly Priced[]): Priced[] {
  const places = new Map(trips.map((trip, index) => [trip, index]));
  const keyOf = ({ trip, vehicle }: Priced): string => `${places.get(trip)} ${vehicle.key}`;
  const isPriced = new Set(priced.map(keyOf));
  return all.filter((offer) => !isPriced.has(keyOf(offer)));
}

/** The offers that are among the cheapest without being charged less than a quote has shown. */
function betterOf(
  rest: readonly Priced[],
  priced: readonly Priced[],
  aims: readonly SearchAim<SearchTrip>[],
): Priced[] {
  const floorOf = floors(priced);
  const lists = aims.map((aim) => ({ aim, totals: lowest(priced, aim) }));
  const isBelow = ({ trip, vehicle, parts }: Priced): boolean =>
    lists.some(({ aim, totals }) => {
      const group = `${parts.currency} ${aim.groupOf(trip, vehicle.key)}`;
      const last = totals.get(group)?.[aim.count - 1];
      return last === undefined || parts.total + (trip.ranksLast ? behindAll : 0) < last - 1e-6;
    });
  return rest.filter((offer) => {
    const floor = floorOf(offer);
    return floor !== undefined && offer.parts.total >= floor - 1e-6 && isBelow(offer);
  });
}

/** Whether the rate of the offer is as far below what was seen as that of the nearest trip. */
function isForeseen(
  { trip, vehicle }: Priced,
  listed: readonly Priced[],
  { nearestTrip }: SearchOutcome['gaps'],
): boolean {
  const { rateNeeded = 0, lowestRateSeen = 1 } = nearestTrip ?? {};
  const { rate } = lowestRate(trip, vehicle.key, listed);
  return vehicle.rate / rate < rateNeeded / lowestRateSeen + 1e-6;
}

/** Whether `lowestRateSeen` is the lowest listed rate of a vehicle for a trip not asked for. */
function isRateListed(
  { trips }: World,
  listed: readonly Priced[],
  { gaps: { nearestTrip }, asked }: SearchOutcome,
): boolean {
  const { lowestRateSeen = Infinity, isOfStart } = nearestTrip ?? {};
  if (lowestRateSeen === Infinity) return true;
  const isAsked = new Set(asked);
  const open = trips.filter((trip) => !isAsked.has(trip));
  // Each start and each vehicle once, because trips of other lengths and pairs of depots give the same rate.
  const starts = new Map(open.map((trip) => [`${trip.operator} ${trip.start}`, trip]));
  const vehicles = new Map(listed.map((offer) => [vehicleOf(offer), offer]));
  return [...starts.values()].some((trip) =>
    [...vehicles.values()].some(({ trip: { operator }, vehicle: { key } }) => {
      if (operator !== trip.operator) return false;
      const found = lowestRate(trip, key, listed);
      return found.rate === lowestRateSeen && found.isOfStart === isOfStart;
    }),
  );
}

/** The lowest listed rate of a vehicle: on this start if it was listed there, else on any. */
function lowestRate({ operator, start }: SearchTrip, key: string, listed: readonly Priced[]) {
  const ofVehicle = listed.filter(
    ({ trip, vehicle }) => trip.operator === operator && vehicle.key === key,
  );
  const atStart = ofVehicle.filter(({ trip }) => trip.start === start);
  const rates = (atStart.length > 0 ? atStart : ofVehicle).map(({ vehicle }) => vehicle.rate);
  return { rate: Math.min(...rates), isOfStart: atStart.length > 0 };
}
