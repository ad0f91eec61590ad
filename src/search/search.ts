/**
 * Chooses the trips whose vehicles a comparison asks for, and the offers that it quotes: as few as
 * it takes to find the cheapest. It learns only from the answers to its own choices, so the same
 * search makes the same choices again, whatever was stored. Pure.
 */
import type { QuoteParts } from './learned.ts';
import type { SearchVehicle } from './rates.ts';
import { choose } from './choice.ts';
import { expectedRequests, type ExpectedRequests } from './first-trips.ts';
import { gapsOf, type SearchGaps } from './gaps.ts';
import { newOfferEntry, learnTotal, newSearchState } from './state.ts';
import type { OfferEntry, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export { expectedVehicles } from './first-trips.ts';
export type { SearchAim, SearchOffer, SearchOptions, SearchTrip } from './state.ts';

export interface SearchStep<T, V> {
  readonly trips: readonly T[];
  readonly offers: readonly SearchOffer<T, V>[];
}

export interface Search<T extends SearchTrip, V extends SearchVehicle> {
  /**
   * What to ask for next; nothing if the search is over. Learn all answers before the next call.
   */
  next(): SearchStep<T, V>;
  /**
   * `vehicles` are wanted and can be quoted; their offers are returned. `others` are also listed.
   * Neither this nor `learnQuote` is called for a failed request.
   */
  learnVehicles(
    trip: T,
    vehicles: readonly V[],
    others?: readonly SearchVehicle[],
  ): SearchOffer<T, V>[];
  /** `parts` is undefined if the quote was refused, or cannot be compared. */
  learnQuote(offer: SearchOffer<T, V>, parts: QuoteParts | undefined): void;
  /** Removes trips and offers that cannot be asked for; for a trip, `isGone` gets no vehicle. */
  drop(isGone: (trip: T, vehicle?: V) => boolean): void;
  /** The expected total on its dates, as it is shown. */
  estimate(offer: SearchOffer<T, V>): number;
  /** Counts other requests, such as for extras. A negative number allows more. */
  spend(requests: number): void;
  /** How many requests the search usually takes if each operator has `vehicles`. */
  expectedRequests(vehicles: number): ExpectedRequests;
  gaps(): SearchGaps;
}

export function createSearch<T extends SearchTrip, V extends SearchVehicle>(
  options: SearchOptions<T>,
): Search<T, V> {
  const state = newSearchState<T, V>(options);
  const tripEntryOf = new Map(state.tripEntries.map((tripEntry) => [tripEntry.trip, tripEntry]));
  const offerEntryOf = new Map<SearchOffer<T, V>, OfferEntry<T, V>>();
  return {
    next: () => {
      const { tripEntries = [], offerEntries = [] } = choose(state);
      const trips = tripEntries.slice(0, Math.max(0, state.left));
      const offers = offerEntries.slice(0, Math.max(0, state.left - trips.length));
      state.left -= trips.length + offers.length;
      state.waiting = tripEntries.length + offerEntries.length - trips.length - offers.length;
      for (const one of [...trips, ...offers]) one.status = 'asked';
      return { trips: trips.map(({ trip }) => trip), offers: offers.map(({ offer }) => offer) };
    },
    learnVehicles: (trip, vehicles, others = []) => {
      const tripEntry = tripEntryOf.get(trip)!;
      tripEntry.status = 'listed';
      tripEntry.operator.rates.learn({ ...trip, pair: tripEntry.pair }, vehicles, others);
      const offerEntries = vehicles.map((vehicle) => newOfferEntry(tripEntry, vehicle, options));
      for (const entry of offerEntries) {
        state.offerEntries.push(entry);
        offerEntryOf.set(entry.offer, entry);
      }
      return offerEntries.map(({ offer }) => offer);
    },
    learnQuote: (offer, parts) => {
      const entry = offerEntryOf.get(offer)!;
      entry.status = parts === undefined ? 'refused' : 'priced';
      if (parts !== undefined) learnTotal(state, entry, parts);
    },
    drop: (isGone) => {
      for (const tripEntry of state.tripEntries)
        if (tripEntry.status === 'open' && isGone(tripEntry.trip)) tripEntry.status = 'gone';
      for (const entry of state.offerEntries)
        if (entry.status === 'open' && isGone(entry.tripEntry.trip, entry.offer.vehicle))
          entry.status = 'gone';
    },
    estimate: (offer) => {
      const entry = offerEntryOf.get(offer)!;
      return entry.tripEntry.operator.learned.estimate(entry);
    },
    spend: (requests) => void (state.left -= requests),
    expectedRequests: (vehicles) => expectedRequests(state, vehicles),
    gaps: () => gapsOf(state),
  };
}
