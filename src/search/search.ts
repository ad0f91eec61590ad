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
import type { OfferEntry, SearchOffer, SearchOptions, SearchTrip, TripEntry } from './state.ts';

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
  /** Counts other requests, such as for extras. */
  spend(requests: number): void;
  /** Allows this many more. */
  allow(requests: number): void;
  /** How many requests the search usually takes if each operator has `vehicles`. */
  expectedRequests(vehicles: number): ExpectedRequests;
  gaps(): SearchGaps;
}

export function createSearch<T extends SearchTrip, V extends SearchVehicle>(
  options: SearchOptions<T>,
): Search<T, V> {
  const state = newSearchState(options);
  const tripEntryOf = new Map<T, TripEntry>(
    options.trips.map((trip, index) => [trip, state.tripEntries[index]!]),
  );
  const offerEntryOf = new Map<SearchOffer<T, V>, OfferEntry>();
  const offerOf = new Map<OfferEntry, SearchOffer<T, V>>();
  const tripOf = ({ index }: TripEntry): T => options.trips[index]!;
  return {
    next: () => {
      const { tripEntries = [], offerEntries = [] } = choose(state);
      const trips = tripEntries.slice(0, Math.max(0, state.left));
      const offers = offerEntries.slice(0, Math.max(0, state.left - trips.length));
      state.left -= trips.length + offers.length;
      state.waiting = tripEntries.length + offerEntries.length - trips.length - offers.length;
      for (const one of [...trips, ...offers]) one.status = 'asked';
      return { trips: trips.map(tripOf), offers: offers.map((entry) => offerOf.get(entry)!) };
    },
    learnVehicles: (trip, vehicles, others = []) => {
      const tripEntry = tripEntryOf.get(trip)!;
      tripEntry.status = 'listed';
      tripEntry.operator.rates.learn({ ...trip, pair: tripEntry.pair }, vehicles, others);
      return vehicles.map((vehicle) => {
        const offer = { trip, vehicle };
        const entry = newOfferEntry(tripEntry, vehicle);
        state.offerEntries.push(entry);
        offerEntryOf.set(offer, entry);
        offerOf.set(entry, offer);
        return offer;
      });
    },
    learnQuote: (offer, parts) => {
      const entry = offerEntryOf.get(offer)!;
      entry.status = parts === undefined ? 'refused' : 'priced';
      if (parts !== undefined) learnTotal(state, entry, parts);
    },
    drop: (isGone) => {
      for (const tripEntry of state.tripEntries)
        if (tripEntry.status === 'open' && isGone(tripOf(tripEntry))) tripEntry.status = 'gone';
      for (const [{ trip, vehicle }, entry] of offerEntryOf)
        if (entry.status === 'open' && isGone(trip, vehicle)) entry.status = 'gone';
    },
    estimate: (offer) => {
      const entry = offerEntryOf.get(offer)!;
      return entry.tripEntry.operator.learned.estimate(entry);
    },
    spend: (requests) => void (state.left -= requests),
    allow: (requests) => void (state.left += requests),
    expectedRequests: (vehicles) => expectedRequests(state, vehicles),
    gaps: () => gapsOf(state),
  };
}
