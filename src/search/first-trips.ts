/** The trips that a search asks for first, and how many requests it usually takes. Pure. */
import { groupBy } from '../base/group-by.ts';
import type { SearchState, TripEntry } from './state.ts';

/** How many vehicles of each operator are sure to get a quote: those with the lowest guesses. */
export const maxVehiclesQuoted = 24;
/** How many vehicles an operator has, before its first answer. */
export const expectedVehicles = 12;
/** Starts of each length but the shortest. */
const startsOfLength = 3;

/**
 * All starts of the shortest length, and three of each other length: the first, the middle and the
 * last. Between depots where every trip ranks last, three of the shortest length, unless every trip
 * of the search does. If few requests are allowed, there are fewer starts, so that some are left for
 * quotes.
 */
export function firstTrips(state: SearchState, vehicles = expectedVehicles): TripEntry[] {
  const { tripEntries, left } = state;
  const lists = startLists(tripEntries);
  const chosenOf = (count: number): TripEntry[] =>
    lists.flatMap(({ list, maxStarts }) => spreadOver(list, Math.min(count, maxStarts)));
  // Half of the requests, or more if the usual quotes leave more.
  const room = Math.max(Math.ceil(left / 2), left - expectedQuotes(state, vehicles));
  let count = Math.max(...lists.map(({ list }) => list.length));
  while (count > 1 && chosenOf(count).length > room) count -= 1;
  const chosen = new Set(chosenOf(count).slice(0, room));
  return tripEntries.filter((tripEntry) => chosen.has(tripEntry));
}

interface StartList {
  /** Trips of one length between two depots. */
  readonly list: readonly [TripEntry, ...TripEntry[]];
  readonly maxStarts: number;
}

function startLists(tripEntries: readonly TripEntry[]): StartList[] {
  const allRankLast = tripEntries.every(({ trip }) => trip.ranksLast);
  const pairs = groupBy(tripEntries, ({ trip, pair }) => `${trip.operator} ${pair}`);
  return [...pairs.values()].flatMap((all) => {
    const preferred = all.filter(({ trip }) => !trip.ranksLast);
    const usable = preferred.length > 0 ? preferred : all;
    const shortest = Math.min(...usable.map(({ trip }) => trip.nights));
    const lists = [...groupBy(usable, ({ trip }) => trip.nights)];
    if (preferred.length > 0 || allRankLast)
      return lists.map(([length, list]) => {
        return { list, maxStarts: length === shortest ? Infinity : startsOfLength };
      });
    // Their offers rank last, but their vehicles and extras can be requested by name.
    return lists
      .filter(([length]) => length === shortest)
      .map(([, list]) => ({ list, maxStarts: startsOfLength }));
  });
}

export interface ExpectedRequests {
  readonly trips: number;
  readonly quotes: number;
}

/** The first trips, and the usual number of quotes. */
export function expectedRequests(state: SearchState, vehicles: number): ExpectedRequests {
  const { tripEntries, options, left } = state;
  const isAll = options.allTrips === true || (options.quotes ?? 'best') !== 'best';
  const trips = isAll ? tripEntries.length : firstTrips(state, vehicles).length;
  const within = (quotes: number): ExpectedRequests => {
    return { trips: Math.min(left, trips), quotes: Math.max(0, Math.min(left - trips, quotes)) };
  };
  if (options.quotes === 'none') return within(0);
  if (options.quotes === 'all') return within(trips * vehicles);
  return within(expectedQuotes(state, vehicles));
}

/** One for each vehicle, length and part of the starts, and one for each of the cheapest. */
function expectedQuotes({ tripEntries, counts, partOf }: SearchState, vehicles: number): number {
  const operators = new Set(tripEntries.map(({ trip }) => trip.operator)).size;
  const lengths = new Set(
    tripEntries.map(({ trip, pair }) => `${trip.operator} ${pair} ${trip.nights}`),
  ).size;
  const parts = new Set(partOf.values()).size;
  const groups = tripEntries.map(({ groupsOf }) => groupsOf(''));
  const cheapest = counts.reduce((sum, count, aim) => {
    return sum + count * new Set(groups.map((ofAims) => ofAims[aim])).size;
  }, 0);
  return operators * (Math.min(vehicles, maxVehiclesQuoted) + parts) + lengths + cheapest;
}

/** `count` of them, at equal distances from the first start to the last. */
function spreadOver(tripEntries: readonly TripEntry[], count: number): TripEntry[] {
  const sorted = tripEntries.toSorted((a, b) => a.trip.start - b.trip.start);
  if (sorted.length <= count) return sorted;
  if (count < 2) return sorted.slice(0, count);
  const places = Array.from({ length: count }, (_, index) =>
    Math.round((index * (sorted.length - 1)) / (count - 1)),
  );
  return [...new Set(places)].flatMap((place) => sorted[place] ?? []);
}
