/** What a saved trip asks: the ids that were sent, with the names that they had. */
import { isDeepStrictEqual } from 'node:util';
import type { CalendarDate, Quote, Selection } from '../api/types.ts';
import { fold, type Named } from '../planner/names.ts';
import type { AskedExtra } from '../planner/proof.ts';
import type { Operator } from '../planner/session.ts';
import type { SweepRequest } from '../planner/sweep/request.ts';
import type { ValueOf } from '../shape.ts';
import type { savedOperator as savedOperatorShape } from './file.ts';

/** Addresses are texts, as they are in a file. The address of a budget server stays out: it can hold a password. */
export type SavedOperator = ValueOf<typeof savedOperatorShape>;
export type Names = SavedOperator['names'];

interface AskedOperators {
  readonly operators: readonly [SavedOperator, ...SavedOperator[]];
  /** The first day and the last one. */
  readonly days: readonly [CalendarDate, CalendarDate];
}

export interface QuoteQuestion extends AskedOperators {
  readonly kind: 'quote';
  readonly selection: Selection;
  /** What the quote must show. */
  readonly asked: readonly AskedExtra[];
}

export interface CompareQuestion extends AskedOperators {
  readonly kind: 'compare';
  readonly sweep: SweepRequest;
}

export type Question = QuoteQuestion | CompareQuestion;

export function savedOperator(of: Operator, names: Names): SavedOperator {
  const { budgetUrl: _secret, local: _local, baseUrl, siteUrl, ...rest } = of;
  return { ...rest, baseUrl: baseUrl.href, siteUrl: siteUrl.href, names };
}

export function operatorOf({ names: _, baseUrl, siteUrl, ...rest }: SavedOperator): Operator {
  return { ...rest, baseUrl: new URL(baseUrl), siteUrl: new URL(siteUrl) };
}

/** Names can have changed since, and are no part of the question. */
export function asksTheSame(one: Question, other: Question): boolean {
  const [asks, also] = [one, other].map((question): unknown => {
    const addresses = question.operators.map(({ name, baseUrl }) => [name, baseUrl]);
    const ids = question.kind === 'quote' ? question.selection : question.sweep;
    // As they are in a file: without the fields that are undefined.
    return JSON.parse(JSON.stringify([addresses, ids]));
  });
  return isDeepStrictEqual(asks, also);
}

/** What there is now, as far as it is known. */
type Lists = { readonly [Kind in keyof Names]?: readonly Named[] | undefined };

const things = [
  ['depots', 'depot'],
  ['vehicles', 'vehicle'],
  ['accessories', 'accessory'],
  ['insurance', 'insurance plan'],
] as const;

/**
 * `vehicle 11 is now Mini Hatchback; it was Kea 4 Berth`: of the first id that is listed under another name alone, or of a depot that is not
 * listed any more. Lists of all but depots leave out what is not free. A spelling is no name.
 */
export function renamedIn(before: Names, now: Lists): string | undefined {
  for (const [kind, thing] of things) {
    const list = now[kind];
    if (list === undefined) continue;
    for (const { id, name } of before[kind]) {
      const called = list.filter((one) => one.id === id).map((one) => one.name);
      if (called.length === 0 && kind === 'depots') return `${thing} ${id} is no longer listed; it was ${name}`;
      if (called.length > 0 && called.every((other) => fold(other) !== fold(name)))
        return `${thing} ${id} is now ${called[0]}; it was ${name}`;
    }
  }
  return undefined;
}

/** The extras in prices. */
export function extrasIn(prices: readonly Pick<Quote, 'priceBreakdown'>[]) {
  return {
    accessories: prices.flatMap(({ priceBreakdown }) => priceBreakdown.accessories),
    insurance: prices.flatMap(({ priceBreakdown }) => priceBreakdown.insurance ?? []),
  };
}
