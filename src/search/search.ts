/**
 * Chooses the trips whose vehicles a comparison asks for, and the offers that it quotes: as few as
 * it takes to find the cheapest. It learns only from the answers to its own choices, so the same
 * search makes the same choices again, whatever was stored. Pure.
 */
import type { QuoteParts } from './learned.ts';
import type { SearchVehicle } from './rates.ts';
import { choose } from './choice.ts';
import { defaultRequests, type DefaultRequests } from './first-trips.ts';
import { findings, type Findings } from './findings.ts';
import { entryFor, learnTotal, startState } from './state.ts';
import type { OfferCandidate, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export { expectedVehicles } from './first-trips.ts';
export type { SearchAim, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export interface SearchStep<T, V> {
  readonly trips: readonly T[];
  readonly offers: readonly SearchOffer<T, V>[];
}

export interface Search<T extends SearchTrip, V extends SearchVehicle> {
  /** What to ask for next; nothing if the search is over. Learn all answers before the next call. */
  next(): SearchStep<T, V>;
  /**
   * `vehicles` are wanted and can be quoted; their offers are returned. `others` are also listed.
   * Not called for a failed request; `learnQuote` neither.
   */
  learnVehicles(
    trip: T,
    vehicles: readonly V[],
    others?: readonly SearchVehicle[],
  ): SearchOffer<T, V>[];
  /** `parts` is undefined if the quote was refused, or cannot be compared. */
  learnQuote(offer: SearchOffer<T, V>, parts: QuoteParts | undefined): void;
  /** Removes trips and offers that cannot be asked for. Without a vehicle, `isGone` is for a trip. */
  drop(isGone: (trip: T, vehicle?: V) => boolean): void;
  /** The total to expect of its dates: what is shown. */
  estimate(offer: SearchOffer<T, V>): number;
  /** Counts other requests, such as for extras. A negative number allows more. */
  spend(requests: number): void;
  /** How many requests the search usually takes if each operator has `vehicles`. */
  defaultRequests(vehicles: number): DefaultRequests;
  findings(): Findings;
}

export function createSearch<T extends SearchTrip, V extends SearchVehicle>(
  options: SearchOptions<T>,
): Search<T, V> {
  const state = startState<T, V>(options);
  const askOf = new Map(state.asks.map((ask) => [ask.trip, ask]));
  const entryOf = new Map<SearchOffer<T, V>, OfferCandidate<T, V>>();
  return {
    next: () => {
      const { asks = [], entries = [] } = choose(state);
      const trips = asks.slice(0, Math.max(0, state.left));
      const offers = entries.slice(0, Math.max(0, state.left - trips.length));
      state.left -= trips.length + offers.length;
      state.waiting = asks.length + entries.length - trips.length - offers.length;
      for (const one of [...trips, ...offers]) one.state = 'asked';
      return { trips: trips.map(({ trip }) => trip), offers: offers.map(({ offer }) => offer) };
    },
    learnVehicles: (trip, vehicles, others = []) => {
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
    learnQuote: (offer, parts) => {
      const entry = entryOf.get(offer)!;
      entry.state = parts === undefined ? 'refused' : 'priced';
      if (parts !== undefined) learnTotal(state, entry, parts);
    },
    drop: (isGone) => {
      for (const ask of state.asks)
        if (ask.state === 'open' && isGone(ask.trip)) ask.state = 'gone';
      for (const entry of state.entries)
        if (entry.state === 'open' && isGone(entry.ask.trip, entry.offer.vehicle))
          entry.state = 'gone';
    },
    estimate: (offer) => {
      const entry = entryOf.get(offer)!;
      return entry.ask.operator.learned.estimate(entry);
    },
    spend: (requests) => void (state.left -= requests),
    defaultRequests: (vehicles) => defaultRequests(state, vehicles),
    findings: () => findings(state),
  };
}
