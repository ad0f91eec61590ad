/** The requests of a search: the search chooses them, and learns what they answer. */
import { groupBy } from '../../base/group-by.ts';
import { yieldAfter } from '../../base/turns.ts';
import type { Trip } from '../../api/types.ts';
import type { Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import { hasAllExtras } from './offer.ts';
import { extraListRequests } from './operator-run.ts';
import { quotePartsOf } from './quote-requests.ts';
import { searchVehicle, type ComparedTrip, type ComparedVehicle } from './search-options.ts';
import {
  createOfferState,
  type FoundOffer,
  type OfferState,
  type RunState,
  type ComparisonState,
} from './state.ts';
import { waitForAll } from './tasks.ts';
import { askAvailability } from './vehicles.ts';

/**
 * Asks for the vehicles of the trips that the search needs first, and of the `preferred` ones. A
 * failed request does not end a step.
 */
export async function askFirstTrips(
  state: ComparisonState,
  preferred: readonly Trip[] = [],
): Promise<void> {
  const chosen = new Set(state.search.next().trips);
  const others = new Set(preferred);
  await askTrips(
    state.trips.filter((one) => chosen.has(one) || others.has(one.trip)),
    state,
  );
}

/** Finds the offers of all trips that were asked for so far. */
export async function findFirstOffers(
  state: ComparisonState,
  question: Question,
): Promise<OfferState> {
  const offerState = createOfferState(state, question);
  state.offerState = offerState;
  const asked = new Set(state.runs.flatMap(({ askedTrips }) => [...askedTrips]));
  await learnTrips(
    state.trips.filter(({ trip }) => asked.has(trip)),
    offerState,
  );
  return offerState;
}

/** Asks for trips and quotes until the search is over, or no request is left. */
export async function findCheapest(state: OfferState): Promise<void> {
  while (await takeStep(state));
}

/** How many wanted vehicles each operator has so far, by its name. */
export function vehicleCounts({ offerFinders }: OfferState): ReadonlyMap<string, number> {
  return new Map(
    offerFinders.map(({ question: { operator }, offers }) => {
      const keys = new Set(offers.map(({ vehicle }) => vehicleKey(vehicle)));
      return [operator, keys.size];
    }),
  );
}

/** False if the search is over, or no request is left. */
async function takeStep(state: OfferState): Promise<boolean> {
  const { search, onProgress } = state;
  const { trips, offers } = search.next();
  onProgress();
  if (trips.length + offers.length === 0) return false;
  await askTrips(trips, state);
  await learnTrips(trips, state);
  await askQuotes(offers, state);
  return true;
}

async function askTrips(
  compared: readonly ComparedTrip[],
  { runs, runOf, search }: RunState,
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
async function learnTrips(compared: readonly ComparedTrip[], state: OfferState): Promise<void> {
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
  { runOf, search, quotes }: RunState,
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

/**
 * For `--quote all`: quotes offers that lack some extra, without it. Offers whose extras are not
 * known are left out.
 */
export async function quoteRest({ offerFinders, quotes }: OfferState): Promise<void> {
  const rest = offerFinders.flatMap(({ run, offers }) => {
    return offers.flatMap((offer) =>
      quotes.isAsked(offer) || offer.unchecked.length > 0 ? [] : { run, offer },
    );
  });
  await quotes.ask(rest);
}
