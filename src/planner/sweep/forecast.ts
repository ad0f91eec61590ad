/** What is known of the requests of a sweep: before it asks for anything, and when it knows which vehicles are available. */
import { nights } from '../calendar.ts';
import { neededLists } from './wanted-extras.ts';
import type { FoundOffers } from './find-offers.ts';
import { groupKey, type CheapestOf } from './groups.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import type { Known } from './plan.ts';
import { selectionOf } from './rank.ts';
import type { SweepScope } from './request.ts';
import { idsOfFilter } from './vehicles.ts';

/** By arithmetic; of what is stored only the availability counts. The depots of an earlier look-up cost a later run nothing. */
export function knownBefore(sweep: OperatorSweep, { quoting, by, dates, named }: SweepScope, isLater: boolean): Known {
  const { trips, basket, answers, session } = sweep;
  const { depots } = session;
  const vehicles = idsOfFilter(sweep.vehicles)?.size;
  const lists = neededLists(basket).length;
  const places = trips.length / dates.length;
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  const counts: Partial<Record<CheapestOf, number>> = {
    all: quoting.how === 'best' ? quoting.most : 0,
    calendar: dates.length,
  };
  const { name: operator, baseUrl } = session.operator;
  return {
    ...{ operator, baseUrl: baseUrl.href, trips: trips.length, ...sweep.allowance },
    depots: (isLater && depots.isStored ? 0 : depots.requests()) + (named && depots.known().length === 0 ? 1 : 0),
    availability: trips.filter((trip) => !answers.isKnown(trip)).length,
    extras: lists === 0 ? 0 : vehicles && vehicles * lists,
    pairs: vehicles && vehicles * trips.length,
    kinds: lengths * places,
    wanted: by.map((one) => [one, counts[one]] as const),
    known: 0,
  };
}

/** With the offers that were found, and what that took. */
export function knownAfter(before: Known, { run, offers }: Pick<FoundOffers, 'run' | 'offers'>): Known {
  const { answers } = run;
  const groups = (by: CheapestOf): number => new Set(offers.map((offer) => groupKey(offer, by))).size;
  return {
    ...before,
    ...{ depots: run.sent.depots, availability: run.sent.availability, extras: run.sent.extras },
    pairs: offers.length,
    wanted: before.wanted.map(([by, count = groups(by)]) => [by, count] as const),
    known: offers.filter((offer) => answers.hasQuote(selectionOf(offer), offer.vehicle.name)).length,
  };
}
