/** How many requests a sweep takes, how long they take within the budget, and whether they are allowed. */
import { UsageError, type FieldText } from '../../errors.ts';
import type { Allowance } from '../session.ts';
import { quotingInWords, type Quoting } from './quoting.ts';
import type { CheapestOf } from './groups.ts';

/** The most requests that a sweep sends. */
export const requestCeiling = 20_000;

/** Days before and after the first day. More would be more starts than memory has room for. */
export const mostFlex = 60;

export type OperatorPlan = ReturnType<typeof operatorPlan>;
export type SweepPlan = ReturnType<typeof sweepPlan>;

/** ms until the last of `requests` can be sent: free requests go at once, then as many as the limit allows each window. */
export function sendingMs(requests: number, { limit, windowMs, free }: Allowance): number {
  return requests <= free ? 0 : Math.ceil((requests - free) / limit) * windowMs;
}

/** What is known of the requests to one operator; undefined until the number of vehicles is known. */
export interface Known extends Allowance {
  readonly operator: string;
  readonly baseUrl: string;
  readonly trips: number;
  readonly depots: number;
  readonly availability: number;
  /** Lists of accessories and of insurance plans. */
  readonly extras: number | undefined;
  /** Pairs of a trip and a vehicle. */
  readonly pairs: number | undefined;
  /** How many kinds of trips there are: a kind has the same depots and as many nights. */
  readonly kinds: number;
  /** What the cheapest are looked for among, and how many of them. */
  readonly wanted: readonly (readonly [CheapestOf, number | undefined])[];
  /** Quotes that an earlier run stored and that are still valid: they are not asked for again, and not among those to expect. */
  readonly known: number;
}

/** `documents/compare.ts` says what its fields are. */
export function sweepPlan(known: readonly Known[], quoting: Quoting) {
  const operators = known.map((one) => operatorPlan(one, quoting));
  const most = operators.flatMap(({ mostRequests }) => mostRequests ?? []);
  return {
    requests: sum(operators.map(({ requests }) => requests)),
    mostRequests: most.length < operators.length ? null : sum(most),
    trips: sum(known.map(({ trips }) => trips)),
    quote: quotingInWords(quoting),
    seconds: Math.max(0, ...operators.map(({ seconds }) => seconds)),
    operators,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function operatorPlan(one: Known, quoting: Quoting) {
  const { operator, baseUrl, depots, availability, extras, known, limit, windowMs, free } = one;
  const expected = extras === undefined ? undefined : expectQuotes(quoting, one);
  const others = depots + availability + (extras ?? 0);
  const { quotes = 0, mostQuotes } = expected ?? {};
  const requests = others + quotes;
  return {
    ...{ operator, baseUrl, depots, availability, extras: extras ?? 0, quotes, known, requests },
    mostRequests: mostQuotes === undefined ? null : others + mostQuotes,
    ...{ limit, windowMs, free },
    seconds: Math.round(sendingMs(requests, { limit, windowMs, free }) / 1000),
  };
}

/** How many quotes one of the cheapest takes at most, as a rule: other starts of the same vehicle often have the same daily rate. */
const mostEach: Partial<Record<CheapestOf, number>> = { all: 5, calendar: 2 };
const mostOfGroup = 15;

/** With `best`, each kind of trip takes one quote, and so does each of the cheapest. How many more it takes depends on the prices. */
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
    most += count * (mostEach[by] ?? mostOfGroup);
  }
  const within = (count: number): number => Math.min(left, Math.max(0, count - known));
  return { quotes: within(least), mostQuotes: within(most) };
}

/** Whether a sweep that may take more requests than `maxRequests` may go on. */
export type Confirm = (plan: SweepPlan) => Promise<boolean>;

/** Thrown when one more request would be more than is allowed. */
export class SpentError extends UsageError {}

interface Limits {
  readonly maxRequests?: number | undefined;
  readonly confirm?: Confirm | undefined;
  /** How many requests have looked depots up. */
  readonly forDepots: () => number;
}

/** How many a sweep may send unless the user says so. */
export const usualMaxRequests = 300;

export function createSpending({ maxRequests = usualMaxRequests, confirm, forDepots }: Limits) {
  let allowed = Math.min(maxRequests, requestCeiling);
  let sent = 0;
  return {
    /**
     * Throws UsageError for a plan of more requests than allowed, unless it is confirmed; then as many are allowed as it may take. A script
     * goes on if at least as few as the plan expects are allowed.
     */
    allow: async (plan: SweepPlan): Promise<void> => {
      const { requests } = plan;
      const most = mostOf(plan);
      if (most > allowed && requests <= requestCeiling && confirm !== undefined) {
        const stopped = sent + forDepots() > 0 ? 'No quotes were requested.' : 'Nothing was sent.';
        if (!(await confirm(plan))) throw refused(plan, `Stopped. ${stopped}`);
        allowed = Math.min(most, requestCeiling);
      } else if (requests > allowed) {
        throw refused(
          plan,
          (name) => `this takes ${requests} requests, more than ${name('maxRequests')} allows (${allowed})`,
        );
      }
    },
    /** One request is sent. Throws SpentError if it is not allowed. */
    spend: (): void => {
      if (sent + forDepots() >= allowed) {
        throw new SpentError(`no more than ${allowed} requests are allowed`, {
          hint: (name) => `to go on, give ${name('maxRequests')} a higher number: what was answered is stored`,
        });
      }
      sent++;
    },
  };
}

/** The hint says how to stay within the number of requests. */
function refused(plan: SweepPlan, message: FieldText): UsageError {
  const most = mostOf(plan);
  return new UsageError(message, {
    hint: (name) =>
      [
        'compare fewer dates or depots',
        ...(plan.quote === 'all' ? [`give ${name('quote')} best`] : []),
        ...(most <= requestCeiling ? [`allow them with ${name('maxRequests')} ${most}`] : []),
      ].join('; or '),
  });
}

function mostOf({ requests, mostRequests }: SweepPlan): number {
  return mostRequests ?? requests;
}
