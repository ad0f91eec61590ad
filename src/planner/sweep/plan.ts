/** How many requests a sweep takes, and how long they take within the budget. */
import type { Allowance } from '../session.ts';

/** The most requests that a sweep sends, and so the most trips: more can only be planned. */
export const mostRequests = 20_000;

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
  /** False if more requests come on top, of which nobody knows how many. */
  readonly counted: boolean;
  /** Trips, over all operators. */
  readonly cells: number;
  /** `top:5`, `all`, `none`. */
  readonly quote: string;
  /** Until the last request can be sent; operators are asked in parallel. */
  readonly seconds: number;
  readonly operators: readonly OperatorPlan[];
}

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

export function operatorPlan(
  parts: Requests & Allowance & Pick<OperatorPlan, 'operator' | 'baseUrl' | 'known'>,
): OperatorPlan {
  const { operator, baseUrl, depots, availability, extras, quotes, known, ...allowance } = parts;
  const requests = depots + availability + extras + quotes;
  const seconds = Math.round(sendingMs(requests, parts) / 1000);
  return { operator, baseUrl, depots, availability, extras, quotes, known, requests, ...allowance, seconds };
}

export function sweepPlan(
  operators: readonly OperatorPlan[],
  { cells, quote, exact, counted }: Pick<SweepPlan, 'cells' | 'quote' | 'exact' | 'counted'>,
): SweepPlan {
  return {
    requests: operators.reduce((sum, { requests }) => sum + requests, 0),
    exact,
    counted,
    cells,
    quote,
    seconds: operators.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    operators,
  };
}
