/** How many requests a comparison takes, and how long they take within the budget. Computed before anything is asked, and again when the offers are known. */
import type { RentalDates, Trip } from '../../api/types.ts';
import type { ComparePlan, OperatorPlan } from '../../documents/compare.ts';
import { nights } from '../../planner/calendar.ts';
import { groupKey, type SearchGroup } from '../../planner/groupings.ts';
import { quoteModeInWords, type Question } from '../../planner/question.ts';
import { sendingMs, type DepotDirectory } from '../../planner/session.ts';
import { selectionOf, type Offer } from './offer.ts';
import type { OperatorTrips } from './operator-run.ts';

/** What is to be planned at one operator. */
export interface PlannedOperator extends OperatorTrips {
  /** How many vehicles are wanted; undefined unless they were given by id. */
  readonly vehicles: number | undefined;
  /** How many lists of extras each vehicle needs. */
  readonly lists: number;
  /** The offers, and the requests that it took to find them. */
  readonly found?: Found | undefined;
}

interface Found {
  readonly run: { readonly sent: Readonly<Record<'depots' | 'availability' | 'extras', number>> };
  readonly offers: readonly Offer[];
}

export interface PlanRules extends Pick<Question, 'groups' | 'quoteMode'> {
  readonly dates: readonly RentalDates[];
  /** The names of depots are looked up, too. */
  readonly isNamed: boolean;
  /** Another run will send the requests. */
  readonly isLater: boolean;
}

export function comparePlan(all: readonly PlannedOperator[], rules: PlanRules): ComparePlan {
  const operators = all.map((operator) => operatorPlan(operator, rules));
  const max = operators.flatMap(({ mostRequests }) => mostRequests ?? []);
  return {
    requests: sum(operators.map(({ requests }) => requests)),
    mostRequests: max.length < operators.length ? null : sum(max),
    trips: sum(all.map(({ trips }) => trips.length)),
    quote: quoteModeInWords(rules.quoteMode),
    seconds: Math.max(0, ...operators.map(({ seconds }) => seconds)),
    operators,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function operatorPlan(planned: PlannedOperator, rules: PlanRules): OperatorPlan {
  const { allowance, session, answers, trips, vehicles, lists, found } = planned;
  const { name: operator, baseUrl } = session.operator;
  const { depots, availability, extras } = found?.run.sent ?? {
    depots: depotRequests(session.depots, rules),
    availability: trips.filter((trip) => !answers.isKnown(trip)).length,
    extras: lists === 0 ? 0 : vehicles && vehicles * lists,
  };
  const known = found?.offers.filter((offer) => answers.hasQuote(selectionOf(offer), offer.vehicle.name)).length ?? 0;
  const pairs = found?.offers.length ?? (vehicles && vehicles * trips.length);
  const expected = extras === undefined ? undefined : quotesToExpect(trips, rules, { pairs, offers: found?.offers });
  // What an earlier run stored and is still valid is not asked for again.
  const within = (count: number): number =>
    Math.min((pairs ?? Number.POSITIVE_INFINITY) - known, Math.max(0, count - known));
  const [quotes = 0, mostQuotes] = expected?.map(within) ?? [];
  const others = depots + availability + (extras ?? 0);
  const requests = others + quotes;
  return {
    ...{ operator, baseUrl: baseUrl.href, depots, availability, extras: extras ?? 0, quotes, known, requests },
    mostRequests: mostQuotes === undefined ? null : others + mostQuotes,
    ...allowance,
    seconds: Math.round(sendingMs(requests, allowance) / 1000),
  };
}

/** The depots of an earlier look-up cost a later run nothing. */
function depotRequests(depots: DepotDirectory, { isNamed, isLater }: PlanRules): number {
  return (isLater && depots.isStored ? 0 : depots.requests()) + (isNamed && depots.known().length === 0 ? 1 : 0);
}

/** For each of the cheapest, this is how many quotes are usually enough: other starts of its vehicle often have the same daily rate. */
const maxEach: Partial<Record<SearchGroup, number>> = { all: 5, calendar: 2 };
const maxOfGroup = 15;

/**
 * The minimum and the maximum of quotes, stored ones included; undefined until the number of vehicles is known. With `best`, each kind of trip (the
 * same depots, as many nights) takes one quote, and so does each of the cheapest. How many more it takes depends on the prices.
 */
function quotesToExpect(
  trips: readonly Trip[],
  { quoteMode, groups, dates }: PlanRules,
  { pairs, offers }: { readonly pairs: number | undefined; readonly offers: readonly Offer[] | undefined },
): readonly number[] | undefined {
  if (quoteMode.how === 'none') return [0, 0];
  if (quoteMode.how !== 'best') return pairs === undefined ? undefined : [pairs, pairs];
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  const kinds = (lengths * trips.length) / dates.length;
  const counts: Partial<Record<SearchGroup, number>> = { all: quoteMode.max, calendar: dates.length };
  const wanted = groups.map((group) => ({
    count: counts[group] ?? (offers && new Set(offers.map((offer) => groupKey(offer, group))).size),
    max: maxEach[group] ?? maxOfGroup,
  }));
  if (wanted.some(({ count }) => count === undefined)) return undefined;
  return [
    kinds + sum(wanted.map(({ count = 0 }) => count)),
    kinds + sum(wanted.map(({ count = 0, max }) => count * max)),
  ];
}
