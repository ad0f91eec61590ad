/**
 * The offers of a question at one operator: each wanted vehicle on each trip, with the extras in
 * its own ids.
 */
import type { Trip, Vehicle } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { mapInParts } from '../../base/turns.ts';
import { isOfTrip, isUnsure } from '../../planner/day-warnings.ts';
import type { OperatorQuestion } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import { askListsOnFirstDates, askListsOnLastDates, kindsToAsk } from './ask-extras.ts';
import { isKnown } from './extra-lists.ts';
import type { Offer, UncheckedExtras } from './offer.ts';
import { depotNames, type OperatorRun } from './operator-run.ts';
import { extrasFinder, type ExtrasFinder } from './vehicle-extras.ts';
import { availabilityOf, wantedVehicles, type WantedVehicles } from './vehicles.ts';

/** Finds the offers of a question at one operator, and keeps them. */
export interface OfferFinder {
  readonly run: OperatorRun;
  readonly question: OperatorQuestion;
  /** The offers that were found so far. */
  readonly offers: readonly Offer[];
  /** The wanted vehicles of the trips that were asked for so far. */
  wantedVehicles(): WantedVehicles;
  unchecked(): readonly UncheckedExtras[];
  /** The offers of trips whose vehicles are known. Requests the extras of new vehicles. */
  find(trips: readonly Trip[]): Promise<ReadonlyMap<Trip, readonly Offer[]>>;
}

export function createOfferFinder(run: OperatorRun, question: OperatorQuestion): OfferFinder {
  const offers: Offer[] = [];
  const extrasFor = extrasFinder(run.extraLists, question.extras);
  const findWanted = (): WantedVehicles => wantedVehicles(question.vehicles, availabilityOf(run));
  return {
    run,
    question,
    offers,
    wantedVehicles: findWanted,
    unchecked: () => uncheckedIn(run, offers),
    find: async (trips) => {
      const { availability } = findWanted();
      if (question.extras.length > 0) {
        await askListsOnFirstDates(run, availability, kindsToAsk(question.extras));
        await askListsOnLastDates(run, question.extras);
      }
      const found = new Map<Trip, readonly Offer[]>();
      for (const trip of trips) {
        const vehicles = availability.get(trip);
        if (vehicles !== undefined) found.set(trip, await offersOf(run, trip, vehicles, extrasFor));
      }
      for (const list of found.values()) for (const offer of list) offers.push(offer);
      return found;
    },
  };
}

async function offersOf(
  { session, dayWarnings, wantedTimes }: OperatorRun,
  trip: Trip,
  vehicles: readonly Vehicle[],
  extrasFor: ExtrasFinder,
): Promise<Offer[]> {
  const { name: operator, siteUrl } = session.operator;
  const shared = { ...trip, ...depotNames(session, trip), operator, siteUrl, wantedTimes };
  const warnings = dayWarnings.filter((warning) => isOfTrip(warning, trip));
  const unsureTimes = warnings.filter(isUnsure);
  const ranksLastBecauseOf = warnings.filter((warning) => !isUnsure(warning));
  const made = await mapInParts(vehicles, (vehicle): Offer | undefined => {
    const found = extrasFor(vehicle, trip);
    if (found === undefined) return undefined;
    const { missing, unchecked } = found;
    return {
      ...shared,
      vehicle,
      extras: found,
      missing,
      unchecked,
      ranksLastBecauseOf,
      unsureTimes,
      estimate: undefined,
      quote: undefined,
      quoteStoredAt: undefined,
    };
  });
  return made.filter((offer) => offer !== undefined);
}

function uncheckedIn({ extraLists }: OperatorRun, offers: readonly Offer[]): UncheckedExtras[] {
  const open = offers.filter(({ unchecked }) => unchecked.length > 0);
  return [...groupBy(open, ({ vehicle }) => vehicleKey(vehicle)).values()].flatMap(([offer]) => {
    const { operator, vehicle, unchecked: extras } = offer;
    const lists = extraLists.of(vehicle);
    if (lists === undefined) return [];
    const { first, last } = lists;
    const lookedUp = [first.dates, ...(isKnown(last.lists) ? [last.dates] : [])];
    // Trips of several lengths can start on one date.
    const dates = new Set(lookedUp.map(({ pickUpDate }) => pickUpDate));
    return [{ operator, vehicle, extras, dates: [...dates] }];
  });
}
