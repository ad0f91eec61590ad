/** How many requests a sweep takes, and how long they take within the budget. */
import type { Allowance } from '../session.ts';

/** Requests to one operator. */
export interface Requests {
  readonly depots: number;
  readonly availability: number;
  /** Lists of accessories and of insurance plans. */
  readonly extras: number;
  readonly quotes: number;
}

export interface OperatorPlan extends Requests, Allowance {
  readonly operator: string;
  readonly baseUrl: string;
  /** Quotes that an earlier run stored and that are still valid: they are not asked for again, and not among `quotes`. */
  readonly known: number;
  readonly requests: number;
  readonly seconds: number;
}

export interface SweepPlan {
  /** To all operators. */
  readonly requests: number;
  /** False if the plan rests on assumptions. */
  readonly exact: boolean;
  /** Trips, over all operators. */
  readonly cells: number;
  /** `top:5`, `all`, `none`. */
  readonly quote: string;
  /** Until the last request can be sent; operators are asked in parallel. */
  readonly seconds: number;
  readonly operators: readonly OperatorPlan[];
  /** What the numbers rest on if they are not exact. */
  readonly assumptions: readonly string[];
}

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

export function operatorPlan(
  parts: Requests & Allowance & Pick<OperatorPlan, 'operator' | 'baseUrl' | 'known'>,
): OperatorPlan {
  const { operator, baseUrl, depots, availability, extras, quotes, known, limit, windowMs, free } = parts;
  const requests = depots + availability + extras + quotes;
  const seconds = Math.round(sendingMs(requests, parts) / 1000);
  return { operator, baseUrl, depots, availability, extras, quotes, known, requests, limit, windowMs, free, seconds };
}

export function sweepPlan(
  operators: readonly OperatorPlan[],
  parts: Pick<SweepPlan, 'cells' | 'quote' | 'assumptions'>,
): SweepPlan {
  const { cells, quote, assumptions } = parts;
  return {
    requests: operators.reduce((sum, { requests }) => sum + requests, 0),
    exact: assumptions.length === 0,
    cells,
    quote,
    seconds: operators.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    operators,
    assumptions,
  };
}

/** What is known before the first request. */
export interface Unasked {
  readonly cells: number;
  /** Vehicles quoted for each trip; Infinity is all of them. */
  readonly top: number;
  /** How many vehicles were given by id; undefined if names or all vehicles are wanted. */
  readonly ids: number | undefined;
  /** Lists to look up at each vehicle: 0, 1 or 2. */
  readonly lists: number;
  /** Stored quotes for these trips and this basket. */
  readonly known: number;
}

export interface Expected {
  readonly extras: number;
  readonly quotes: number;
  readonly known: number;
  readonly assumptions: readonly string[];
  /** The answers cannot make it more. */
  readonly isMost: boolean;
}

/** The requests to expect, and the assumptions behind them. */
export function expectRequests({ cells, top, ids, lists, known }: Unasked): Expected {
  const each = Math.min(top, ids ?? Number.POSITIVE_INFINITY);
  if (each === 0 || cells === 0) return { extras: 0, quotes: 0, known: 0, assumptions: [], isMost: true };
  if (!Number.isFinite(each)) return uncounted(lists);
  const assumptions = [`${each} of the wanted vehicles ${each === 1 ? 'is' : 'are'} available for each trip`];
  if (lists > 0 && ids === undefined) assumptions.push('the cheapest vehicles are the same for each trip');
  if (lists > 0) assumptions.push('stored quotes are not reused, because extras given by name are looked up first');
  else if (known > 0) assumptions.push('stored quotes are for the vehicles that are compared now');
  const quotes = cells * each;
  const used = Math.min(lists > 0 ? 0 : known, quotes);
  const extras = lists * (ids ?? each);
  const isMost = used === 0 && (lists === 0 || ids !== undefined);
  return { extras, quotes: quotes - used, known: used, assumptions, isMost };
}

function uncounted(lists: number): Expected {
  const assumptions = ['not counted: a quote for each available vehicle; availability tells how many there are'];
  if (lists > 0)
    assumptions.push(`not counted: ${lists === 1 ? 'a list' : `${lists} lists`} of extras for each of them`);
  return { extras: 0, quotes: 0, known: 0, assumptions, isMost: false };
}
