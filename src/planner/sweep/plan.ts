/** How many requests a sweep takes, and how long they take within the budget. */
import type { Allowance } from '../session.ts';

/** Requests to one operator. */
export interface Requests {
  readonly depots: number;
  readonly availability: number;
  /** Lists of accessories and of insurance plans. */
  readonly extras: number;
  readonly quotes: number;
  /** At most so many more: extras whose ids change with the dates are looked up, and quoted, again. */
  readonly again: number;
}

export interface OperatorPlan extends Omit<Requests, 'again'>, Allowance {
  readonly operator: string;
  readonly baseUrl: string;
  /** Quotes that an earlier run stored and that are still valid: they are not asked for again, and not among `quotes`. */
  readonly known: number;
  readonly requests: number;
  /** Requests at most, if the extras of vehicles change with the dates. */
  readonly upTo: number;
  readonly seconds: number;
}

export interface SweepPlan {
  /** To all operators. */
  readonly requests: number;
  /** Requests at most, if the extras of vehicles change with the dates. */
  readonly upTo: number;
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
  readonly assumptions: readonly Assumption[];
}

/** Requests that are `uncounted` come on top of the numbers. */
export interface Assumption {
  readonly kind: 'assumed' | 'uncounted';
  readonly text: string;
}

/** The plan as documents have it. */
export function planDocument(plan: SweepPlan) {
  return { ...plan, assumptions: plan.assumptions.map(assumptionText) };
}

export function assumptionText({ kind, text }: Assumption): string {
  return kind === 'uncounted' ? `not counted: ${text}` : text;
}

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

export function operatorPlan(
  parts: Requests & Allowance & Pick<OperatorPlan, 'operator' | 'baseUrl' | 'known'>,
): OperatorPlan {
  const { operator, baseUrl, depots, availability, extras, quotes, again, known, ...allowance } = parts;
  const requests = depots + availability + extras + quotes;
  const seconds = Math.round(sendingMs(requests, parts) / 1000);
  const upTo = requests + again;
  return { operator, baseUrl, depots, availability, extras, quotes, known, requests, ...allowance, seconds, upTo };
}

export function sweepPlan(
  operators: readonly OperatorPlan[],
  parts: Pick<SweepPlan, 'cells' | 'quote' | 'assumptions'>,
): SweepPlan {
  const { cells, quote, assumptions } = parts;
  return {
    requests: operators.reduce((sum, { requests }) => sum + requests, 0),
    upTo: operators.reduce((sum, { upTo }) => sum + upTo, 0),
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
  /** Different pairs of dates. */
  readonly dates: number;
  /** Vehicles quoted for each trip; Infinity is all of them. */
  readonly top: number;
  /** How many vehicles were given by id; undefined if names or all vehicles are wanted. */
  readonly ids: number | undefined;
  /** Lists to look up at each vehicle: 0, 1 or 2. */
  readonly lists: number;
  /** Stored quotes for these trips and this basket. */
  readonly known: number;
}

export interface Expected extends Pick<Requests, 'extras' | 'quotes' | 'again'> {
  readonly known: number;
  readonly assumptions: readonly Assumption[];
  /** The answers cannot make it more. */
  readonly isMost: boolean;
}

/** The requests to expect, and the assumptions behind them. */
export function expectRequests({ cells, dates, top, ids, lists, known }: Unasked): Expected {
  const isQuoted = top > 0;
  const each = Math.min(isQuoted ? top : Number.POSITIVE_INFINITY, ids ?? Number.POSITIVE_INFINITY);
  if (each === 0 || cells === 0 || !(isQuoted || lists > 0)) return nothingExpected;
  if (!Number.isFinite(each)) return { ...nothingExpected, assumptions: uncounted(isQuoted, lists), isMost: false };
  const texts = [`${each} of the wanted vehicles ${each === 1 ? 'is' : 'are'} available for each trip`];
  if (lists > 0 && ids === undefined) texts.push('the cheapest vehicles are the same for each trip');
  if (lists > 0 && isQuoted)
    texts.push('stored quotes are not reused, because extras given by name are looked up first');
  else if (known > 0) texts.push('stored quotes are for the vehicles that are compared now');
  const assumptions = texts.map((text): Assumption => ({ kind: 'assumed', text }));
  const quotes = isQuoted ? cells * each : 0;
  const used = Math.min(lists > 0 ? 0 : known, quotes);
  const extras = lists * (ids ?? each) * (isQuoted ? 1 : dates);
  const again = isQuoted && lists > 0 && dates > 1 ? extras * (dates - 1) + quotes : 0;
  const isMost = used === 0 && (lists === 0 || ids !== undefined);
  return { extras, quotes: quotes - used, again, known: used, assumptions, isMost };
}

const nothingExpected: Expected = { extras: 0, quotes: 0, again: 0, known: 0, assumptions: [], isMost: true };

function uncounted(isQuoted: boolean, lists: number): Assumption[] {
  const many = lists === 1 ? 'a list' : `${lists} lists`;
  return [
    ...(isQuoted ? ['a quote for each available vehicle; availability tells how many there are'] : []),
    ...(lists > 0 ? [`${many} of extras for each ${isQuoted ? 'of them' : 'available vehicle'}`] : []),
  ].map((text) => ({ kind: 'uncounted', text }));
}
