/** How many requests a comparison is expected to take, at most, and how long they take. */
import type { ComparePlan, OperatorPlan } from '../../documents/compare-plan.ts';
import { quoteModeInWords } from '../../planner/question.ts';
import { sendingMs, type DepotDirectory } from '../../planner/session.ts';
import { createSearch, expectedVehicles } from '../../search/search.ts';
import { dayWarningsAt, type OperatorTrips } from './operator-run.ts';
import type { CompareRules } from './rules.ts';
import { comparedTrips, searchOptions } from './search-options.ts';

/** An operator's trips, and how many vehicles and lists to expect of it. */
export interface PlannedOperator extends OperatorTrips {
  /** How many vehicles are expected; undefined if nothing tells. */
  readonly vehicles: number | undefined;
  /** The number of vehicles is certain: they were given by id, or every trip was asked for. */
  readonly hasExactVehicles: boolean;
  /** How many lists of extras each vehicle needs. */
  readonly extraLists: number;
}

export interface PlanRules extends CompareRules {
  /** The names of depots are looked up, too. */
  readonly withDepotNames?: boolean | undefined;
  /** Another run will send the requests. */
  readonly isDryRun?: boolean | undefined;
  /** A person can allow more than `maxRequests`. */
  readonly personCanAllowMore?: boolean | undefined;
}

export function planRequests(all: readonly PlannedOperator[], rules: PlanRules): ComparePlan {
  const operators = all.map((operator) => operatorPlan(operator, rules));
  const requests = sum(operators.map((operator) => operator.requests));
  const max = operators.flatMap(({ mostRequests }) => mostRequests ?? []);
  const hasNoMaximum = max.length < operators.length;
  const isKnown = all.every((planned) => isMaximumKnown(planned, rules));
  return {
    requests,
    mostRequests: hasNoMaximum ? null : boundOf(requests, isKnown ? sum(max) : undefined, rules),
    trips: sum(all.map(({ trips }) => trips.length)),
    quote: quoteModeInWords(rules.quoteMode),
    seconds: Math.max(0, ...operators.map(({ seconds }) => seconds)),
    mostSeconds: hasNoMaximum
      ? null
      : Math.max(0, ...operators.map(({ mostSeconds }) => mostSeconds ?? 0)),
    operators,
  };
}

/** Whether the number of all possible requests is known. Some depend on the vehicles. */
function isMaximumKnown(
  { hasExactVehicles, extraLists }: PlannedOperator,
  { quoteMode }: PlanRules,
): boolean {
  return hasExactVehicles || (quoteMode.how === 'none' && extraLists === 0);
}

/**
 * The most requests that are sent, without retries; null if there is no maximum. `all`: every
 * possible request, if their number is known. A plan within `maxRequests` ends there at the latest.
 * One above it begins only if a person allows it, and then the search may send everything.
 */
function boundOf(
  requests: number,
  all: number | undefined,
  { maxRequests, personCanAllowMore }: PlanRules,
): number | null {
  if (requests > maxRequests && personCanAllowMore) return all ?? null;
  return Math.max(requests, Math.min(maxRequests, all ?? maxRequests));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function operatorPlan(planned: PlannedOperator, rules: PlanRules): OperatorPlan {
  const { allowance, session, answers, trips, vehicles, extraLists } = planned;
  const { name: operator, baseUrl } = session.operator;
  const compared = comparedTrips(planned, dayWarningsAt(planned, rules.wantedTimes));
  const search = createSearch(searchOptions(compared, { ...rules, maxRequests: Infinity }));
  const usual = search.expectedRequests(vehicles ?? expectedVehicles);
  // The number of all quotes is known only with that of the vehicles.
  const hasNoMaximum = vehicles === undefined && rules.quoteMode.how === 'all';
  const offers = rules.quoteMode.how === 'none' ? 0 : (vehicles ?? expectedVehicles) * trips.length;
  const quotes = hasNoMaximum ? 0 : Math.min(usual.quotes, offers);
  const asked = usual.trips === trips.length ? trips : search.next().trips.map(({ trip }) => trip);
  const availability = asked.filter((trip) => !answers.isKnown(trip)).length;
  const depots = depotRequests(session.depots, rules);
  const extras = (vehicles ?? expectedVehicles) * extraLists;
  const requests = depots + availability + extras + quotes;
  // Each list of extras may be needed on the first and on the last dates of its vehicle.
  const all = depots + trips.length + 2 * extras + offers;
  const mostRequests = hasNoMaximum
    ? null
    : boundOf(requests, isMaximumKnown(planned, rules) ? all : undefined, rules);
  const secondsFor = (count: number): number => Math.round(sendingMs(count, allowance) / 1000);
  return {
    operator,
    baseUrl: baseUrl.href,
    depots,
    availability,
    extras,
    quotes,
    // Stored quotes: how many are used is known only after the run.
    known: 0,
    requests,
    mostRequests,
    ...allowance,
    seconds: secondsFor(requests),
    mostSeconds: mostRequests === null ? null : secondsFor(mostRequests),
  };
}

/** A dry run stores the list of depots, so the run that it plans does not request it. */
function depotRequests(depots: DepotDirectory, { withDepotNames, isDryRun }: PlanRules): number {
  return (
    (isDryRun && depots.isStored ? 0 : depots.requests()) +
    (withDepotNames && depots.known().length === 0 ? 1 : 0)
  );
}

/** The operators once their wanted vehicles are known. `counts`: by the name of the operator. */
export function withVehicles(
  operators: readonly PlannedOperator[],
  counts: ReadonlyMap<string, number>,
): PlannedOperator[] {
  return operators.map((planned) => {
    const vehicles = counts.get(planned.session.operator.name);
    return { ...planned, vehicles, hasExactVehicles: true };
  });
}
