/** What a planted fault is, and helpers to plant one in some answers of a good operator. */
import { at, json, type MutableResponse, type Mutation } from '../support/mutant.ts';
import type { RunOptions } from '../support/smoke.ts';

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/[^/]+\/accessories$/;
export const plans = /^\/vehicles\/[^/]+\/insurance-types$/;
export const quotes = /^\/quotes$/;

/**
 * What is wrong in words, and how, by everything that a run then finds: `fail depots-ids`, `warn quote-sums, warn quote-rate`. The faults
 * of `src/sandbox/defects.ts` are not here again.
 */
export type Faults = Readonly<Record<string, Readonly<Record<string, Mutation>>>>;

export interface FaultTable {
  readonly faults: Faults;
  readonly options?: RunOptions;
}

/** Changes the JSON body of responses at these addresses. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const bodyAt = (path: RegExp, change: (body: any) => unknown, status = 200): Mutation =>
  at(path, json(change), status);

/** As `bodyAt`, of some answers only. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const bodyIf = (path: RegExp, applies: Applies, change: (body: any) => unknown): Mutation =>
  at(path, only(applies, json(change)));

/** The same fault with each of these. */
export function each<T>(words: string, list: readonly T[], mutate: (one: T) => Mutation): Record<string, Mutation> {
  return Object.fromEntries(list.map((one) => [`${words} ${JSON.stringify(one)}`, mutate(one)]));
}

export function only(holds: Applies, mutate: Mutation): Mutation {
  return (exchange) => {
    if (holds(exchange)) mutate(exchange);
  };
}

/** Several changes of one answer, in this order. */
export function all(...mutations: readonly Mutation[]): Mutation {
  return (exchange) => mutations.forEach((mutate) => mutate(exchange));
}

export type Applies = (exchange: MutableResponse) => boolean;

/** Applies to everything from the request number `first` of the interface on. */
export function since(first: number): Applies {
  let count = 0;
  return ({ path }) => !path.startsWith('/site/') && (count += 1) >= first;
}

export const has =
  (name: string): Applies =>
  ({ query }) =>
    query.has(name);
export const lacks =
  (name: string): Applies =>
  ({ query }) =>
    !query.has(name);

/** Does not refuse: sends the last good body of the endpoint. */
export function accepting(path: RegExp, applies: Applies, refusal = 400): Mutation {
  let good = '[]';
  return (exchange) => {
    if (!path.test(exchange.path)) return;
    if (exchange.status === 200) good = exchange.body;
    if (exchange.status === refusal && applies(exchange)) Object.assign(exchange, { status: 200, body: good });
  };
}

export const status =
  (value: number): Mutation =>
  (exchange) =>
    void (exchange.status = value);

export const type =
  (value: string): Mutation =>
  ({ headers }) =>
    void (headers['content-type'] = value);
