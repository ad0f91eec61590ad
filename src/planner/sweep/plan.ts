/** How many requests a sweep takes, and how long they take within the budget. */
import type { Allowance } from '../session.ts';
import { quotingInWords, type Quoting } from './quoting.ts';
import type { CheapestOf } from './request.ts';

/** The most requests that a sweep sends, and so the most trips: more can only be planned. */
export const requestCeiling = 20_000;

/** Requests to one operator. */
export interface Requests {
  readonly depots: number;
  readonly availability: number;
  /** Lists of accessories and of insurance plans. */
  readonly extras: number;
  /** The fewest to expect. */
  readonly quotes: number;
  readonly mostQuotes: number;
}

export interface OperatorPlan extends Requests, Allowance {
  readonly operator: string;
  readonly baseUrl: string;
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

/** What is known of the requests to one operator, or is assumed before it is asked. */
export interface Known extends Allowance, Quotable, Pick<Requests, 'depots' | 'availability' | 'extras'> {
  readonly operator: string;
  readonly baseUrl: string;
  readonly trips: number;
  /** As `pairs`, of all vehicles that were ever seen if no more is known; undefined if none was. */
  readonly allPairs: number | undefined;
  /** False if quotes come on top, and their number is not known. */
  readonly isCounted: boolean;
  /** Something is assumed. */
  readonly isAssumed: boolean;
}

export function sweepPlan(known: readonly Known[], quoting: Quoting): SweepPlan {
  const operators = known.map((one) => operatorPlan(one, quoting));
  const all = known.map(({ allPairs, stored, ...one }) =>
    allPairs === undefined ? undefined : lists(one) + allPairs - stored,
  );
  return {
    requests: operators.reduce((sum, { requests }) => sum + requests, 0),
    mostRequests: operators.reduce((sum, one) => sum + one.mostRequests, 0),
    allRequests: all.includes(undefined) ? null : all.reduce<number>((sum, one = 0) => sum + one, 0),
    exact: known.every(({ isAssumed }) => !isAssumed) && operators.every((one) => one.requests === one.mostRequests),
    counted: known.every(({ isCounted }) => isCounted),
    trips: known.reduce((sum, { trips }) => sum + trips, 0),
    quote: quotingInWords(quoting),
    seconds: operators.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    operators,
  };
}

/** All requests but the quotes. */
function lists({ depots, availability, extras }: Pick<Requests, 'depots' | 'availability' | 'extras'>): number {
  return depots + availability + extras;
}

function operatorPlan(known: Known, quoting: Quoting): OperatorPlan {
  const { operator, baseUrl, depots, availability, extras, stored, limit, windowMs, free, isCounted } = known;
  const { quotes, mostQuotes } = isCounted ? expectQuotes(quoting, known) : { quotes: 0, mostQuotes: 0 };
  const others = lists(known);
  const requests = others + quotes;
  const seconds = Math.round(sendingMs(requests, known) / 1000);
  return {
    ...{ operator, baseUrl, depots, availability, extras, quotes, mostQuotes },
    known: quoting.how === 'none' ? 0 : stored,
    ...{ requests, mostRequests: others + mostQuotes, limit, windowMs, free, seconds },
  };
}

/** What is known of the quotes that one operator can be asked for. */
interface Quotable {
  /** Pairs of a trip and a vehicle; Infinity if not known. */
  readonly pairs: number;
  /** Of so many nights between the same depots. */
  readonly kinds: number;
  /** For the cheapest that are wanted. */
  readonly wanted: Wanted;
  /** How many of the quotes are stored. */
  readonly stored: number;
}

/** Quotes to expect for the cheapest alone. */
export interface Wanted {
  readonly least: number;
  readonly most: number;
}

/** Starts of one vehicle often have the same daily rate, and any of them can be the cheapest; so can any vehicle of one length. */
const perGroup: Partial<Record<CheapestOf, Wanted>> = {
  vehicle: { least: 5, most: 15 },
  nights: { least: 1, most: 15 },
};

/** `counts`: how many groups, or how many of all together. `operators`: so many share them. */
export function wantedQuotes(counts: readonly (readonly [CheapestOf, number])[], operators: number): Wanted {
  const sum = (key: keyof Wanted): number =>
    counts.reduce((all, [by, count]) => all + count * (perGroup[by]?.[key] ?? 1), 0) / operators;
  return { least: sum('least'), most: sum('most') };
}

/**
 * The fewest and the most quotes to expect. With `best`, each kind of trip takes one, and each group as many as are wanted of it; how many
 * more it takes to be sure depends on the prices: up to four times as many for a few, and half as many again for many.
 */
export function expectQuotes(quoting: Quoting, { pairs, kinds, wanted, stored }: Quotable) {
  if (quoting.how === 'none') return { quotes: 0, mostQuotes: 0 };
  const left = Math.max(0, pairs - stored);
  if (quoting.how === 'all') return { quotes: left, mostQuotes: left };
  const least = kinds + wanted.least;
  const most = Math.max(Math.min(4 * least, 1.5 * least + 30), kinds + wanted.most);
  const within = (count: number): number => Math.min(left, Math.max(0, rounded(count) - stored));
  return { quotes: within(least), mostQuotes: within(most) };
}

/** Ten or more up to a whole ten: it is an estimate. */
function rounded(count: number): number {
  return count < 10 ? Math.ceil(count) : Math.ceil(count / 10) * 10;
}
