/** How many requests a sweep takes, and how long they take within the budget. */
import type { Allowance } from '../session.ts';
import { quotingInWords, type Quoting } from './quoting.ts';
import type { CheapestOf } from './request.ts';

/** The most requests that a sweep sends. */
export const requestCeiling = 20_000;

/** Requests to one operator. */
export interface OperatorPlan extends Allowance {
  readonly operator: string;
  readonly baseUrl: string;
  readonly depots: number;
  readonly availability: number;
  /** Lists of accessories and of insurance plans. */
  readonly extras: number;
  /** The fewest to expect. */
  readonly quotes: number;
  readonly mostQuotes: number;
  /** Quotes that an earlier run stored and that are still valid: they are not asked for again, and not among `quotes`. */
  readonly known: number;
  readonly requests: number;
  /** With the most quotes to expect. */
  readonly mostRequests: number;
  readonly seconds: number;
}

export interface SweepPlan {
  /** To all operators, with the fewest quotes to expect. */
  readonly requests: number;
  readonly mostRequests: number;
  /** With `--quote all`; null while the number of vehicles is not known. */
  readonly allRequests: number | null;
  /** False if the plan rests on assumptions. */
  readonly exact: boolean;
  /** False if more requests come on top, and their number is not known. */
  readonly counted: boolean;
  /** Trips, over all operators. */
  readonly trips: number;
  /** `best:10`, `all`, `none`. */
  readonly quote: string;
  /** Until the last request can be sent; operators are asked in parallel. */
  readonly seconds: number;
  readonly operators: readonly OperatorPlan[];
}

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

/** What is known of the requests to one operator; undefined while the number of vehicles is not known. */
export interface Known extends Omit<
  OperatorPlan,
  'extras' | 'quotes' | 'mostQuotes' | 'requests' | 'mostRequests' | 'seconds'
> {
  readonly trips: number;
  readonly extras: number | undefined;
  /** Pairs of a trip and a vehicle. */
  readonly pairs: number | undefined;
  /** Of so many nights between the same depots. */
  readonly kinds: number;
  /** What the cheapest are looked for among, and how many of them. */
  readonly wanted: readonly (readonly [CheapestOf, number | undefined])[];
  /** The availability of all trips is known. */
  readonly isLookedUp: boolean;
}

export function sweepPlan(known: readonly Known[], quoting: Quoting): SweepPlan {
  const expected = known.map((one) => (one.extras === undefined ? undefined : expectQuotes(quoting, one)));
  const operators = known.map((one, index) => operatorPlan(one, expected[index]));
  const sum = (countOf: (one: OperatorPlan, index: number) => number): number =>
    operators.reduce((total, one, index) => total + countOf(one, index), 0);
  const allRequests = sum(({ requests, quotes, known: stored }, index) => {
    return known[index]?.extras === undefined
      ? Number.NaN
      : requests - quotes + (known[index].pairs ?? Number.NaN) - stored;
  });
  return {
    requests: sum(({ requests }) => requests),
    mostRequests: sum(({ mostRequests }) => mostRequests),
    allRequests: Number.isNaN(allRequests) ? null : allRequests,
    exact:
      operators.every(({ requests, mostRequests }) => requests === mostRequests) &&
      known.every(({ isLookedUp }) => isLookedUp || quoting.how === 'none'),
    counted: !expected.includes(undefined),
    trips: sum((_, index) => known[index]?.trips ?? 0),
    quote: quotingInWords(quoting),
    seconds: Math.max(0, ...operators.map(({ seconds }) => seconds)),
    operators,
  };
}

function operatorPlan(
  { operator, baseUrl, depots, availability, extras = 0, known, limit, windowMs, free }: Known,
  { quotes, mostQuotes } = { quotes: 0, mostQuotes: 0 },
): OperatorPlan {
  const others = depots + availability + extras;
  return {
    ...{ operator, baseUrl, depots, availability, extras, quotes, mostQuotes, known },
    ...{ requests: others + quotes, mostRequests: others + mostQuotes, limit, windowMs, free },
    seconds: Math.round(sendingMs(others + quotes, { limit, windowMs, free }) / 1000),
  };
}

/** Starts of one vehicle often have the same daily rate, and any of them can be the cheapest; so can any vehicle of one length. */
const mostOfGroup = 15;

/**
 * The fewest and the most quotes to expect; undefined if nobody knows. With `best`, each kind of trip takes one, and each group as many as
 * are wanted of it; how many more it takes to be sure depends on the prices: up to four times as many for a few, and half as many again for many.
 */
export function expectQuotes(
  quoting: Quoting,
  { pairs, kinds, wanted, known }: Pick<Known, 'pairs' | 'kinds' | 'wanted' | 'known'>,
) {
  if (quoting.how === 'none') return { quotes: 0, mostQuotes: 0 };
  const left = pairs === undefined ? Number.POSITIVE_INFINITY : pairs - known;
  if (quoting.how === 'all') return pairs === undefined ? undefined : { quotes: left, mostQuotes: left };
  let [least, most] = [kinds, kinds];
  for (const [by, count] of wanted) {
    if (count === undefined) return undefined;
    least += count;
    most += by === 'all' || by === 'calendar' ? count : count * mostOfGroup;
  }
  most = Math.max(most, Math.min(4 * least, 1.5 * least + 30));
  const within = (count: number): number => Math.min(left, Math.max(0, rounded(count) - known));
  return { quotes: within(least), mostQuotes: within(most) };
}

/** Ten or more up to a whole ten: it is an estimate. */
function rounded(count: number): number {
  return count < 10 ? Math.ceil(count) : Math.ceil(count / 10) * 10;
}
