/** What a saved trip asks: the ids that were sent, with the names that they had. A file that holds it may have been changed, so it is checked. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import * as answers from '../api/answers.ts';
import { schemaOf } from '../api/schemas.ts';
import type { CalendarDate } from '../api/types.ts';
import { isoDate } from '../planner/calendar.ts';
import { fold, type Named } from '../planner/names.ts';
import type { AskedExtra } from '../planner/proof.ts';
import type { Operator } from '../planner/session.ts';
import { groupings } from '../planner/sweep/groups.ts';
import { urlOf } from '../text.ts';

const address = z.string().check(z.refine((text) => /^https?:$/.test(urlOf(text)?.protocol ?? '')));
/** No address of an operator holds a password; that of a budget server can, and stays out. */
const operator = z.object({
  name: z.string(),
  timeZone: z.string(),
  limit: z.object({ requests: z.int().check(z.positive()), windowMs: z.number().check(z.positive()) }),
  sandbox: z.boolean(),
  baseUrl: address,
  siteUrl: address,
  siteIsAssumed: z.boolean(),
});
export type SavedOperator = z.infer<typeof operator>;

const named = z.array(z.object({ id: z.int(), name: z.string() }));
/** Of one operator, for the ids that were asked for. Depots are whole, for their hours. */
const names = z.object({
  depots: schemaOf(answers.depots),
  vehicles: named,
  accessories: named,
  insurance: named,
});
export type Names = z.infer<typeof names>;

const date = z.custom<CalendarDate>((text) => typeof text === 'string' && isoDate(text) !== undefined);
const selection = z.object({
  pickUpDepotId: z.int(),
  dropOffDepotId: z.int(),
  pickUpDate: date,
  dropOffDate: date,
  vehicleId: z.int(),
  accessoryIds: z.array(z.int()).check(z.maxLength(1000)),
  insuranceId: z.optional(z.int()),
});
const texts = z.array(z.string());
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
  berths: z.optional(z.int()),
  maxRate: z.optional(z.string()),
  by: z.optional(z.array(z.enum([...groupings, 'calendar', 'all']))),
});

/** In every question. `operators` and `names` have the same order. */
const shared = { operators: z.array(operator).check(z.minLength(1)), names: z.array(names) };
export const questionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quote'), ...shared, selection }),
  z.object({ kind: z.literal('compare'), ...shared, sweep }),
]);
export type Question = z.infer<typeof questionSchema>;
export type QuoteQuestion = Question & { readonly kind: 'quote' };
export type CompareQuestion = Question & { readonly kind: 'compare' };

/** Names can have changed since, and are no part of the question. */
export function asksTheSame(one: Question, other: Question): boolean {
  const plain = ({ operators, names: _, ...rest }: Question): unknown =>
    JSON.parse(JSON.stringify({ ...rest, addresses: operators.map(({ name, baseUrl }) => [name, baseUrl]) }));
  return isDeepStrictEqual(plain(one), plain(other));
}

export function savedOperator(of: Operator): SavedOperator {
  const { name, timeZone, limit, sandbox, baseUrl, siteUrl, siteIsAssumed = false } = of;
  return { name, timeZone, limit, sandbox, baseUrl: baseUrl.href, siteUrl: siteUrl.href, siteIsAssumed };
}

export function operatorOf({ baseUrl, siteUrl, ...rest }: SavedOperator): Operator {
  return { ...rest, baseUrl: new URL(baseUrl), siteUrl: new URL(siteUrl) };
}

export const noNames: Names = { depots: [], vehicles: [], accessories: [], insurance: [] };

/** What the quote must show. */
export function askedExtras({ selection: { accessoryIds, insuranceId }, names: [known = noNames] }: QuoteQuestion) {
  const nameIn = (list: Names['accessories'], id: number) => list.find((one) => one.id === id)?.name;
  const accessories = [...new Set(accessoryIds)].map((id): AskedExtra => {
    const quantity = accessoryIds.filter((one) => one === id).length;
    return { kind: 'accessory', id, name: nameIn(known.accessories, id), quantity };
  });
  if (insuranceId === undefined) return accessories;
  const name = nameIn(known.insurance, insuranceId);
  return [...accessories, { kind: 'insurance', id: insuranceId, name, quantity: 1 } as const];
}

/** `vehicle 11 is now Mini Hatchback; it was Kea 4 Berth`: of the first id that is listed under another name alone. A spelling is no name. */
export function renamedIn(what: string, before: readonly Named[], now: readonly Named[]): string | undefined {
  for (const { id, name } of before) {
    const names = now.filter((one) => one.id === id).map((one) => one.name);
    if (names[0] !== undefined && names.every((other) => fold(other) !== fold(name)))
      return `${what} ${id} is now ${names[0]}; it was ${name}`;
  }
  return undefined;
}

/** The same of depots, which are always listed. */
export function movedIn(before: readonly Named[], now: readonly Named[]): string | undefined {
  const gone = before.find(({ id }) => now.every((one) => one.id !== id));
  return renamedIn('depot', before, now) ?? (gone && `depot ${gone.id} is no longer listed; it was ${gone.name}`);
}
