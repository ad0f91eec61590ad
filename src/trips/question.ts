/** What a saved trip asks: the ids that were sent, with the names that they had. A file that holds it may have been changed, so it is checked. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { urlOf } from '../addresses.ts';
import * as answers from '../api/answers.ts';
import { schemaOf } from '../api/schemas.ts';
import type { CalendarDate, Quote } from '../api/types.ts';
import { isoDate } from '../planner/calendar.ts';
import { fold, type Named } from '../planner/names.ts';
import type { AskedExtra } from '../planner/proof.ts';
import type { Operator } from '../planner/session.ts';
import { groupings } from '../planner/sweep/groups.ts';

const named = z.readonly(z.array(z.object({ id: z.int(), name: z.string() })));
/** Of one operator, for the ids that were asked for. Depots are whole, for their hours. */
const names = z.object({
  depots: schemaOf(answers.depots),
  vehicles: named,
  accessories: named,
  insurance: named,
});
export type Names = z.infer<typeof names>;

const isAddress = z.refine<string>((text) => /^https?:$/.test(urlOf(text)?.protocol ?? ''));
const address = z.codec(z.string().check(isAddress), z.instanceof(URL), {
  decode: (text) => new URL(text),
  encode: (url) => url.href,
});
const operator = z.object({
  name: z.string(),
  timeZone: z.string(),
  limit: z.object({ requests: z.int().check(z.positive()), windowMs: z.number().check(z.positive()) }),
  sandbox: z.boolean(),
  baseUrl: address,
  siteUrl: address,
  siteIsAssumed: z._default(z.boolean(), false),
  names,
});
export type SavedOperator = z.infer<typeof operator>;

const date = z.custom<CalendarDate>((text) => typeof text === 'string' && isoDate(text) !== undefined);
const selection = z.object({
  pickUpDepotId: z.int(),
  dropOffDepotId: z.int(),
  pickUpDate: date,
  dropOffDate: date,
  vehicleId: z.int(),
  accessoryIds: z.readonly(z.array(z.int()).check(z.maxLength(1000))),
  insuranceId: z.optional(z.int()),
});
const texts = z.readonly(z.array(z.string()));
/** Nothing else is read from a file: what writes a file or sends more requests must not come out of one. */
const sweep = z.strictObject({
  pickUp: texts,
  dropOff: z.optional(texts),
  from: z.string(),
  flex: z.optional(z.int()),
  nights: z.optional(z.string()),
  to: z.optional(z.string()),
  vehicle: z.optional(texts),
  accessory: z.optional(texts),
  insurance: z.optional(texts),
  quote: z.optional(z.string()),
  by: z.optional(z.readonly(z.array(z.enum([...groupings, 'calendar', 'all'])))),
});

const operators = z.tuple([operator], operator);
export const questionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quote'), operators, selection }),
  z.object({ kind: z.literal('compare'), operators, sweep }),
]);
export type Question = z.infer<typeof questionSchema>;
export type QuoteQuestion = Extract<Question, { kind: 'quote' }>;
export type CompareQuestion = Extract<Question, { kind: 'compare' }>;

/** Names can have changed since, and are no part of the question. */
export function asksTheSame(one: Question, other: Question): boolean {
  const [asked, also] = [one, other].map((question): unknown => {
    const addresses = question.operators.map(({ name, baseUrl }) => [name, baseUrl]);
    const asks = question.kind === 'quote' ? question.selection : question.sweep;
    // As they are in a file: without the fields that are undefined.
    return JSON.parse(JSON.stringify({ addresses, asks }));
  });
  return isDeepStrictEqual(asked, also);
}

/** No address of an operator holds a password; that of a budget server can, and stays out. */
export function savedOperator(of: Operator, names: Names): SavedOperator {
  const { name, timeZone, limit, sandbox, baseUrl, siteUrl, siteIsAssumed = false } = of;
  return { name, timeZone, limit, sandbox, baseUrl, siteUrl, siteIsAssumed, names };
}

/** What the quote must show. */
export function askedExtras({ selection, operators }: QuoteQuestion): AskedExtra[] {
  const { accessoryIds, insuranceId } = selection;
  const [{ names }] = operators;
  const nameIn = (list: readonly Named[], id: number) => list.find((one) => one.id === id)?.name;
  const accessories = [...new Set(accessoryIds)].map((id): AskedExtra => {
    const quantity = accessoryIds.filter((one) => one === id).length;
    return { kind: 'accessory', id, name: nameIn(names.accessories, id), quantity };
  });
  if (insuranceId === undefined) return accessories;
  const name = nameIn(names.insurance, insuranceId);
  return [...accessories, { kind: 'insurance', id: insuranceId, name, quantity: 1 }];
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
export function extrasIn(prices: readonly Quote['priceBreakdown'][]) {
  return {
    accessories: prices.flatMap(({ accessories }) => accessories),
    insurance: prices.flatMap(({ insurance }) => insurance ?? []),
  };
}
