/** Helpers to plant one defect in the responses of an operator. */
import { at, json, type MutableResponse, type Mutation } from './mutant.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** `id` is the check that must report the defect. */
export type Defect = readonly [id: string, defect: string, mutate: Mutation];

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/\d+\/accessories$/;
export const plans = /^\/vehicles\/\d+\/insurance-types$/;
export const quotes = /^\/quotes$/;

/** Changes the JSON body of responses at these addresses. */
export const bodyAt = (path: RegExp, change: (body: any) => unknown, status = 200): Mutation =>
  at(path, json(change), status);

/** Changes the first entry of the lists at these addresses. */
export const firstAt = (path: RegExp, change: (entry: any) => void): Mutation =>
  bodyAt(path, (list) => void change(list[0]));

export function only(holds: (exchange: MutableResponse) => boolean, mutate: Mutation): Mutation {
  return (exchange) => {
    if (holds(exchange)) mutate(exchange);
  };
}

export const withParameter = (name: string, mutate: Mutation): Mutation => only(({ query }) => query.has(name), mutate);
export const withoutParameter = (name: string, mutate: Mutation): Mutation =>
  only(({ query }) => !query.has(name), mutate);

/** Quotes with extras, and quotes without. */
export const selected = (change: (quote: any) => unknown): Mutation =>
  at(quotes, withParameter('accessory_ids', json(change)));
export const plain = (change: (quote: any) => unknown): Mutation =>
  at(quotes, withoutParameter('accessory_ids', json(change)));

export function counting(mutate: (exchange: MutableResponse, count: number) => void): Mutation {
  let count = 0;
  return (exchange) => mutate(exchange, (count += 1));
}
