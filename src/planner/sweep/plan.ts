/** How many requests a sweep takes, and how long they take within the budget. By arithmetic, and again when the offers are known. */
import { nights } from '../calendar.ts';
import type { Allowance } from '../session.ts';
import { groupKey, type CheapestOf } from './groups.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { quotingInWords, type Quoting } from './quoting.ts';
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
  const { allowance, session, answers } = sweep;
  const { name: operator, baseUrl } = session.operator;
  const { depots, availability, extras } = found?.run.sent ?? listsToAsk(sweep, scope, isLater);
  const known = found?.offers.filter((one) => answers.hasQuote(selectionOf(one), one.vehicle.name)).length ?? 0;
  const expected =
    extras === undefined ? undefined : expectQuotes(scope.quoting, { ...pricesToFind(sweep, scope, found), known });
  const others = depots + availability + (extras ?? 0);
  const { quotes = 0, mostQuotes } = expected ?? {};
  const requests = others + quotes;
  return {
    ...{ operator, baseUrl: baseUrl.href, depots, availability, extras: extras ?? 0, quotes, known, requests },
    mostRequests: mostQuotes === undefined ? null : others + mostQuotes,
    ...allowance,
    seconds: Math.round(sendingMs(requests, allowance) / 1000),
  };
}

/** Of what is stored only the availability counts. The depots of an earlier look-up cost a later run nothing. */
function listsToAsk(sweep: OperatorSweep, { named }: SweepScope, isLater: boolean) {
  const { depots } = sweep.session;
  const lists = neededLists(sweep.basket).length;
  const vehicles = idsOfFilter(sweep.vehicles)?.size;
  return {
    depots: (isLater && depots.isStored ? 0 : depots.requests()) + (named && depots.known().length === 0 ? 1 : 0),
    availability: sweep.trips.filter((trip) => !sweep.answers.isKnown(trip)).length,
    /** Undefined until the number of vehicles is known. */
    extras: lists === 0 ? 0 : vehicles && vehicles * lists,
  };
}

/** What the prices are looked for among. */
interface Prices {
  /** Pairs of a trip and a vehicle; undefined until the number of vehicles is known. */
  readonly pairs: number | undefined;
  /** How many kinds of trips there are: a kind has the same depots and as many nights. */
  readonly kinds: number;
  /** How many of the cheapest are wanted of all, or of how many groups. */
  readonly wanted: readonly (readonly [CheapestOf, number | undefined])[];
}

function pricesToFind({ trips, vehicles }: OperatorSweep, { quoting, by, dates }: SweepScope, found?: Found): Prices {
  const ids = idsOfFilter(vehicles)?.size;
  const lengths = new Set(dates.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate))).size;
  const countOf = (one: CheapestOf): number | undefined => {
    if (one === 'all') return quoting.how === 'best' ? quoting.most : 0;
    if (one === 'calendar') return dates.length;
    return found && new Set(found.offers.map((offer) => groupKey(offer, one))).size;
  };
  return {
    pairs: found?.offers.length ?? (ids && ids * trips.length),
    kinds: (lengths * trips.length) / dates.length,
    wanted: by.map((one) => [one, countOf(one)] as const),
  };
}

/** How many quotes one of the cheapest takes at most, as a rule: other starts of the same vehicle often have the same daily rate. */
const mostEach: Partial<Record<CheapestOf, number>> = { all: 5, calendar: 2 };
const mostOfGroup = 15;

/**
 * With `best`, each kind of trip takes one quote, and so does each of the cheapest. How many more it takes depends on the prices. `known`:
 * quotes that an earlier run stored and that are still valid: they are not asked for again.
 */
export function expectQuotes(quoting: Quoting, { pairs, kinds, wanted, known }: Prices & { readonly known: number }) {
  if (quoting.how === 'none') return { quotes: 0, mostQuotes: 0 };
  const left = pairs === undefined ? Number.POSITIVE_INFINITY : pairs - known;
  if (quoting.how === 'all') return pairs === undefined ? undefined : { quotes: left, mostQuotes: left };
  let [least, most] = [kinds, kinds];
  for (const [by, count] of wanted) {
    if (count === undefined) return undefined;
    least += count;
    most += count * (mostEach[by] ?? mostOfGroup);
  }
  const within = (count: number): number => Math.min(left, Math.max(0, count - known));
  return { quotes: within(least), mostQuotes: within(most) };
}
