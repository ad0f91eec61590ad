/**
 * Runs the search for the cheapest: asks operators for the trips and quotes that it chooses, and
 * lets it learn the answers.
 */
import type { Trip } from '../../api/types.ts';
import type { FieldText } from '../../base/field-text.ts';
import { groupBy } from '../../base/group-by.ts';
import { multiplyMoney, roundMoney } from '../../base/money.ts';
import { yieldAfter } from '../../base/turns.ts';
import { nights } from '../../planner/calendar.ts';
import type { Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import { createSearch, type Search, type SearchOffer } from '../../search/search.ts';
import {
  comparedTrips,
  searchOptions,
  searchVehicle,
  type ComparedTrip,
  type ComparedVehicle,
  type SearchRules,
} from './search-options.ts';
import { createOfferFinder, type OfferFinder } from './find-offers.ts';
import { isQuoted, isWhole, type Offer } from './offer.ts';
import { listRequests, waitForAll, type OperatorRun } from './operator-run.ts';
import { createQuoteRequests, quotePartsOf, type QuoteRequests } from './quote-requests.ts';
import { withSameExtras, type CheckedOffers } from './same-extras.ts';
import { askAvailability, depotRefusal } from './vehicles.ts';

export type CompareSearch = Search<ComparedTrip, ComparedVehicle>;

export interface SearchParts {
  readonly rules: SearchRules;
  readonly preferred: readonly Trip[];
  readonly note: (text: FieldText) => void;
  /** `vehicles`: how many are wanted at each operator. Rejects if the comparison may not go on. */
  allow(vehicles: readonly number[]): Promise<void>;
  /** The question; it may ask operators to resolve texts. */
  resolve(runs: readonly OperatorRun[]): Promise<Question>;
  readonly onProgress: () => void;
  /** More requests that are allowed, at the last one; 0 ends the search. */
  more(): Promise<number>;
}

export interface SearchRun {
  /** Rejects with what an operator's run rejects with. */
  run(): Promise<void>;
  findings: CompareSearch['findings'];
  best: QuoteRequests['best'];
  /** The offers as they are known by now. */
  result(): SearchResult;
}

export interface SearchResult extends CheckedOffers {
  readonly question: Question | undefined;
  readonly offerFinders: readonly OfferFinder[];
}

type FoundOffer = SearchOffer<ComparedTrip, ComparedVehicle>;

export function createSearchRun(runs: readonly OperatorRun[], parts: SearchParts): SearchRun {
  const trips = runs.flatMap((run) => comparedTrips(run, run.dayWarnings));
  const search: CompareSearch = createSearch(searchOptions(trips, parts.rules));
  const quotes = createQuoteRequests(parts.note);
  const candidates = new Map<Offer, FoundOffer>();
  const runOf = new Map(runs.map((run) => [run.session.operator.name, run]));
  const state: SearchRunState = {
    ...parts,
    runs,
    runOf,
    trips,
    search,
    quotes,
    candidates,
    question: undefined,
    offerFinders: [],
  };
  return {
    run: () => runSearch(state),
    findings: search.findings,
    best: quotes.best,
    result: () => {
      const all = state.offerFinders.flatMap(({ offers }) => offers);
      const answered = all.flatMap((offer) => quotes.answerOf(offer) ?? []);
      const rest = all.filter((offer) => !quotes.isAsked(offer)).map(quotes.withoutGivenUp);
      const { question, offerFinders } = state;
      const { offers, notes } = withSameExtras(answered);
      return { question, offerFinders, offers: withEstimates([...offers, ...rest], state), notes };
    },
  };
}

interface SearchRunState extends SearchParts {
  readonly runs: readonly OperatorRun[];
  /** By the name of the operator. */
  readonly runOf: ReadonlyMap<string, OperatorRun>;
  readonly trips: readonly ComparedTrip[];
  readonly search: CompareSearch;
  readonly quotes: QuoteRequests;
  /** What the search knows of each offer that can be quoted. */
  readonly candidates: Map<Offer, FoundOffer>;
  question: Question | undefined;
  offerFinders: readonly OfferFinder[];
}

async function runSearch(state: SearchRunState): Promise<void> {
  const { runs, trips, search, rules } = state;
  const preferred = new Set(state.preferred);
  const first = new Set([
    ...search.next().trips,
    ...trips.filter(({ trip }) => preferred.has(trip)),
  ]);
  await askTrips([...first], state);
  const question = await state.resolve(runs);
  state.question = question;
  state.offerFinders = runs.map((run) => {
    const operator = question.operators.find((one) => one.operator === run.session.operator.name)!;
    return createOfferFinder(run, operator);
  });
  // More trips than these can have been asked for, to resolve a name.
  const asked = new Set(runs.flatMap(({ askedTrips }) => [...askedTrips]));
  await learnTrips(
    trips.filter(({ trip }) => asked.has(trip)),
    state,
  );
  await state.allow(
    state.offerFinders.map(
      ({ offers }) => new Set(offers.map(({ vehicle }) => vehicleKey(vehicle))).size,
    ),
  );
  while (await takeStep(state));
  if (rules.quoteMode.how === 'all') await quoteRest(state);
}

/** False if the search is over. */
async function takeStep(state: SearchRunState): Promise<boolean> {
  const { search, onProgress, more } = state;
  const { trips, offers } = search.next();
  onProgress();
  if (trips.length + offers.length === 0) {
    const allowed = search.findings().waiting > 0 ? await more() : 0;
    search.spend(-allowed);
    return allowed > 0;
  }
  await askTrips(trips, state);
  await learnTrips(trips, state);
  await askQuotes(offers, state);
  return true;
}

async function askTrips(
  compared: readonly ComparedTrip[],
  { runs, runOf, search }: SearchRunState,
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
    return vehicle === undefined && depotRefusal(runOf.get(operator)!, trip) !== undefined;
  });
}

/** Learns in the order of the trips, whichever answer came first. */
async function learnTrips(compared: readonly ComparedTrip[], state: SearchRunState): Promise<void> {
  const { runs, runOf, offerFinders, search, candidates } = state;
  const before = listRequests(runs);
  const byOperator = groupBy(compared, ({ operator }) => operator);
  const each = offerFinders.map((one) =>
    one.find((byOperator.get(one.question.operator) ?? []).map(({ trip }) => trip)),
  );
  const offers = new Map((await waitForAll(each)).flatMap((list) => [...list]));
  search.spend(listRequests(runs) - before);
  for (const one of compared) {
    const tripOffers = offers.get(one.trip);
    if (tripOffers === undefined) continue;
    const whole = tripOffers
      .filter(isWhole)
      .map((offer): ComparedVehicle => ({ ...searchVehicle(offer.vehicle), offer }));
    const wanted = new Set(whole.map(({ key }) => key));
    const listed = runOf.get(one.operator)!.availability.get(one.trip) ?? [];
    const others = listed.map(searchVehicle).filter(({ key }) => !wanted.has(key));
    for (const candidate of search.learnVehicles(one, whole, others))
      candidates.set(candidate.vehicle.offer, candidate);
  }
  await yieldAfter(candidates.size);
}

async function askQuotes(
  offers: readonly FoundOffer[],
  { runOf, search, quotes }: SearchRunState,
): Promise<void> {
  try {
    await quotes.ask(
      offers.map(({ trip, vehicle }) => ({ run: runOf.get(trip.operator)!, offer: vehicle.offer })),
    );
  } finally {
    // Also after an interruption, so that the counts hold.
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
async function quoteRest({ offerFinders, quotes }: SearchRunState): Promise<void> {
  const rest = offerFinders.flatMap(({ run, offers }) => {
    return offers.flatMap((offer) =>
      quotes.isAsked(offer) || offer.unchecked.length > 0 ? [] : { run, offer },
    );
  });
  await quotes.ask(rest);
}

/**
 * Adds what each offer without a quote may cost, judged by the quotes of this search at its
 * operator for the same extras. Without such quotes, it is the daily rate × the days that earlier
 * quotes showed to be charged, because the interface does not say how a price is made.
 */
function withEstimates(
  offers: readonly Offer[],
  { candidates, runOf, search }: SearchRunState,
): Offer[] {
  const quotedAt = new Set(offers.filter(isQuoted).map(({ operator }) => operator));
  return offers.map((offer) => {
    if (isQuoted(offer)) return offer;
    const { operator, vehicle, pickUpDate, dropOffDate } = offer;
    const candidate = quotedAt.has(operator) && isWhole(offer) ? candidates.get(offer) : undefined;
    if (candidate !== undefined)
      return { ...offer, estimate: roundMoney(search.estimate(candidate)) };
    const count = nights(pickUpDate, dropOffDate);
    const days = runOf.get(operator)!.session.chargedDays.daysFor(count) ?? count;
    return { ...offer, estimate: multiplyMoney(vehicle.rentalDailyRate, days) };
  });
}
