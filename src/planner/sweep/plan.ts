/** How many requests a sweep takes, and how long they take within the budget. By arithmetic, and again when the offers are known. */
import { nights } from '../calendar.ts';
import type { Allowance, DepotDirectory } from '../session.ts';
import { groupKey, type CheapestOf } from './groups.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { quotingInWords } from './quoting.ts';
import { selectionOf, type Offer } from './rank.ts';
import type { SweepScope } from './request.ts';
import { idsOfFilter } from './vehicles.ts';
import { neededLists } from './wanted-extras.ts';

/** The most requests that a sweep sends. */
export const requestCeiling = 20_000;

/** How many a sweep may send unless the user says so. */
export const usualMaxRequests = 300;

/** Days before and after the first day. More would be more starts than memory has room for. */
export const mostFlex = 60;

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

/** The offers of an operator, and the requests that it took to find them. */
interface Found {
  readonly run: { readonly sent: Readonly<Record<'depots' | 'availability' | 'extras', number>> };
  readonly offers: readonly Offer[];
}

export type OperatorPlan = ReturnType<typeof operatorPlan>;
export type SweepPlan = ReturnType<typeof sweepPlan>;

/** `isLater`: another run will send them. `found` is of each operator. `documents/compare.ts` says what the fields are. */
export function sweepPlan(
  sweeps: readonly OperatorSweep[],
  scope: SweepScope,
  { isLater = false, found = [] }: { readonly isLater?: boolean; readonly found?: readonly Found[] } = {},
) {
  const operators = sweeps.map((sweep, index) => operatorPlan(sweep, scope, isLater, found[index]));
  const most = operators.flatMap(({ mostRequests }) => mostRequests ?? []);
  return {
    requests: sum(operators.map(({ requests }) => requests)),
    mostRequests: most.length < operators.length ? null : sum(most),
    trips: sum(sweeps.map(({ trips }) => trips.length)),
    quote: quotingInWords(scope.quoting),
    seconds: Math.max(0, ...operators.map(({ seconds }) => seconds)),
    operators,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function operatorPlan(sweep: OperatorSweep, scope: SweepScope, isLater: boolean, found: Found | undefined) {
  const { allowance, session, answers, trips } = sweep;
  const { name: operator, baseUrl } = session.operator;
  const vehicles = idsOfFilter(sweep.vehicles)?.size;
  const lists = neededLists(sweep.basket).length;
  const { depots, availability, extras } = found?.run.sent ?? {
    depots: depotRequests(session.depots, scope, isLater),
    availability: trips.filter((trip) => !answers.isKnown(trip)).length,
    extras: lists === 0 ? 0 : vehicles && vehicles * lists,
  };
  const known = found?.offers.filter((one) => answers.hasQuote(selectionOf(one), one.vehicle.name)).length ?? 0;
  const pairs = found?.offers.length ?? (vehicles && vehicles * trips.length);
  const expected = extras === undefined ? undefined : quotesToExpect(sweep, scope, { pairs, offers: found?.offers });
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
function depotRequests(depots: DepotDirectory, { named }: SweepScope, isLater: boolean): number {
  return (isLater && depots.isStored ? 0 : depots.requests()) + (named && depots.known().length === 0 ? 1 : 0);
}

/** How many quotes one of the cheapest takes at most, as a rule: other starts of the same vehicle often have the same daily rate. */
const mostEach: Partial<Record<CheapestOf, number>> = { all: 5, calendar: 2 };
const mostOfGroup = 15;

/**
 * The fewest and the most quotes, stored ones included; undefined until the number of vehicles is known. With `best`, each kind of trip (the
 * same depots, as many nights) takes one quote, and so does each of the cheapest. How many more it takes depends on the prices.
 */
function quotesToExpect(
  { trips }: OperatorSweep,
  { quoting, by, dates }: SweepScope,
  { pairs, offers }: { readonly pairs: number | undefined; readonly offers: readonly Offer[] | undefined },
): readonly number[] | undefined {
  if (quoting.how === 'none') return [0, 0];
  if (quoting.how === 'all') return pairs === undefined ? undefined : [pairs, pairs];
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  const kinds = (lengths * trips.length) / dates.length;
  const counts: Partial<Record<CheapestOf, number>> = { all: quoting.most, calendar: dates.length };
  const wanted = by.map((one) => ({
    count: counts[one] ?? (offers && new Set(offers.map((offer) => groupKey(offer, one))).size),
    most: mostEach[one] ?? mostOfGroup,
  }));
  if (wanted.some(({ count }) => count === undefined)) return undefined;
  return [
    kinds + sum(wanted.map(({ count = 0 }) => count)),
    kinds + sum(wanted.map(({ count = 0, most }) => count * most)),
  ];
}
