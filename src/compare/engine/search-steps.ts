/** The requests of a search: the search chooses them, and learns what they answer. */
import { groupBy } from '../../base/group-by.ts';
import { yieldAfter } from '../../base/turns.ts';
import type { Question } from '../../planner/question.ts';
import type { Search, SearchOffer } from '../../search/search.ts';
import type { OfferFinder } from './find-offers.ts';
import { hasAllExtras, type Offer } from './offer.ts';
import { extraListRequests, type OperatorRun } from './operator-run.ts';
import type { CompareFailure } from './outcome.ts';
import { quotePartsOf, type QuoteRequests } from './quote-requests.ts';
import { searchVehicle, type ComparedTrip, type ComparedVehicle } from './search-options.ts';
import { waitForAll } from './tasks.ts';
import { askAvailability } from './vehicles.ts';

type FoundOffer = SearchOffer<ComparedTrip, ComparedVehicle>;

/** What is known before the question is resolved. */
export interface TripState {
  readonly runs: readonly OperatorRun[];
  /** By the name of the operator. */
  readonly runOf: ReadonlyMap<string, OperatorRun>;
  readonly trips: readonly ComparedTrip[];
  readonly search: Search<ComparedTrip, ComparedVehicle>;
  readonly quotes: QuoteRequests;
  /** What the search knows of each offer that can be quoted. */
  readonly foundOffers: Map<Offer, FoundOffer>;
  readonly failures: readonly CompareFailure[];
  readonly onProgress: () => void;
}

export interface OfferState extends TripState {
  readonly question: Question;
  /** In the order of `runs`. */
  readonly offerFinders: readonly OfferFinder[];
}

/** False if the search is over, or no request is left. */
export async function takeStep(state: OfferState): Promise<boolean> {
  const { search, onProgress } = state;
  const { trips, offers } = search.next();
  onProgress();
  if (trips.length + offers.length === 0) return false;
  await askTrips(trips, state);
  await learnTrips(trips, state);
  await askQuotes(offers, state);
  return true;
}

export async function askTrips(
  compared: readonly ComparedTrip[],
  { runs, runOf, search }: TripState,
): Promise<void> {
  const byOperator = groupBy(compared, ({ operator }) => operator);
  const each = runs.map(async (run) => {
    const tripsHere = byOperator.get(run.session.operator.name) ?? [];
    if (tripsHere.length > 0)
      await askAvailability(
        run,
        tripsHere.map(({ trip }) => trip),
      );
  });
  await waitForAll(each);
  search.drop(({ operator, trip }, vehicle) => {
    return vehicle === undefined && runOf.get(operator)!.refusalOf(trip) !== undefined;
  });
}

/** Learns in the order of the trips, whichever answer came first. */
export async function learnTrips(
  compared: readonly ComparedTrip[],
  state: OfferState,
): Promise<void> {
  const { runs, runOf, offerFinders, search, foundOffers } = state;
  const before = extraListRequests(runs);
  const byOperator = groupBy(compared, ({ operator }) => operator);
  const each = offerFinders.map((one) =>
    one.find((byOperator.get(one.question.operator) ?? []).map(({ trip }) => trip)),
  );
  const offers = new Map((await waitForAll(each)).flatMap((list) => [...list]));
  search.spend(extraListRequests(runs) - before);
  for (const one of compared) {
    const tripOffers = offers.get(one.trip);
    if (tripOffers === undefined) continue;
    const whole = tripOffers
      .filter(hasAllExtras)
      .map((offer): ComparedVehicle => ({ ...searchVehicle(offer.vehicle), offer }));
    const wanted = new Set(whole.map(({ key }) => key));
    const listed = runOf.get(one.operator)!.availability.get(one.trip) ?? [];
    const others = listed.map(searchVehicle).filter(({ key }) => !wanted.has(key));
    for (const found of search.learnVehicles(one, whole, others))
      foundOffers.set(found.vehicle.offer, found);
  }
  await yieldAfter(foundOffers.size);
}

async function askQuotes(
  offers: readonly FoundOffer[],
  { runOf, search, quotes }: TripState,
): Promise<void> {
  try {
    await quotes.ask(
      offers.map(({ trip, vehicle }) => ({ run: runOf.get(trip.operator)!, offer: vehicle.offer })),
    );
  } finally {
    // Also after an interruption, so that `gaps` count these offers as priced.
    for (const one of offers) {
      const answer = quotes.answerOf(one.vehicle.offer);
      if (answer !== undefined) search.learnQuote(one, quotePartsOf(answer));
    }
  }
  search.drop(({ operator }, vehicle) => {
    return (
      runOf.get(operator)!.isStopped() || (vehicle !== undefined && quotes.isGivenUp(vehicle.offer))
    );
  });
}

/** Quotes offers that lack some extra, without it; not those whose extras were not looked up. */
export async function quoteRest({ offerFinders, quotes }: OfferState): Promise<void> {
  const rest = offerFinders.flatMap(({ run, offers }) => {
    return offers.flatMap((offer) =>
      quotes.isAsked(offer) || offer.unchecked.length > 0 ? [] : { run, offer },
    );
  });
  await quotes.ask(rest);
}
