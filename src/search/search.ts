/**
 * Which trips' vehicles a comparison asks for, and which offers it quotes: as few as it takes to find the cheapest, and what may be said of the
 * rest. It learns only from answers to its own choices, so the same search makes the same choices again, whatever was stored. Pure.
 */
import type { QuoteParts } from './learned.ts';
import type { SearchVehicle } from './rates.ts';
import { choose, usualRequests, type UsualRequests } from './choice.ts';
import { findings } from './findings.ts';
import { entryFor, learnTotal, stateOf } from './state.ts';
import type { Entry, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export { expectedVehicles } from './choice.ts';
export type { SearchAim, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export interface SearchStep<T, V> {
  readonly trips: readonly T[];
  readonly offers: readonly SearchOffer<T, V>[];
}

export type Search<T extends SearchTrip, V extends SearchVehicle> = ReturnType<typeof createSearch<T, V>>;

export function createSearch<T extends SearchTrip, V extends SearchVehicle>(options: SearchOptions<T>) {
  const state = stateOf<T, V>(options);
  const askOf = new Map(state.asks.map((ask) => [ask.trip, ask]));
  const entryOf = new Map<SearchOffer<T, V>, Entry<T, V>>();
  return {
    /** What to ask for next, all of it together; nothing if the search is over. Learn all answers before the next call. */
    next: (): SearchStep<T, V> => {
      const { asks = [], entries = [] } = choose(state);
      const trips = asks.slice(0, Math.max(0, state.left));
      const offers = entries.slice(0, Math.max(0, state.left - trips.length));
      state.left -= trips.length + offers.length;
      state.waiting = asks.length + entries.length - trips.length - offers.length;
      for (const one of [...trips, ...offers]) one.state = 'asked';
      return { trips: trips.map(({ trip }) => trip), offers: offers.map(({ offer }) => offer) };
    },
    /**
     * The vehicles that are wanted and can be quoted, and the others that are listed. Returns the offers of the first. A request that failed is not
     * learned, here and below.
     */
    learnVehicles: (trip: T, vehicles: readonly V[], others: readonly SearchVehicle[] = []): SearchOffer<T, V>[] => {
      const ask = askOf.get(trip)!;
      ask.state = 'listed';
      ask.operator.rates.learn({ ...trip, pair: ask.pair }, vehicles, others);
      const entries = vehicles.map((vehicle) => entryFor(ask, vehicle, options));
      for (const entry of entries) {
        state.entries.push(entry);
        entryOf.set(entry.offer, entry);
      }
      return entries.map(({ offer }) => offer);
    },
    /** Without parts: the service has no quote, or one that cannot be compared. */
    learnQuote: (offer: SearchOffer<T, V>, parts: QuoteParts | undefined): void => {
      const entry = entryOf.get(offer)!;
      entry.state = parts === undefined ? 'refused' : 'priced';
      if (parts !== undefined) learnTotal(state, entry, parts);
    },
    /** Those that can no longer be asked for; without a vehicle it is the trip. */
    drop: (isGone: (trip: T, vehicle?: V) => boolean): void => {
      for (const ask of state.asks) if (ask.state === 'open' && isGone(ask.trip)) ask.state = 'gone';
      for (const entry of state.entries)
        if (entry.state === 'open' && isGone(entry.ask.trip, entry.offer.vehicle)) entry.state = 'gone';
    },
    /** The total to expect. */
    guess: (offer: SearchOffer<T, V>): number => {
      const entry = entryOf.get(offer)!;
      return entry.ask.operator.learned.guess(entry);
    },
    /** Counts other requests, such as for the extras of a vehicle; less than nothing allows more. */
    spend: (requests: number): void => void (state.left -= requests),
    /** How many requests such a search takes, before the first of them, if an operator has so many vehicles. */
    usual: (vehicles: number): UsualRequests => usualRequests(state, vehicles),
    said: () => findings(state),
  };
}
