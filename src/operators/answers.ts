/** The answers of sweeps, stored so that an interrupted sweep goes on. Loaded only when they are needed. */
import type * as z from 'zod/mini';
import type { Client } from '../api/client.ts';
import { availabilityKey, basketKey, extrasKey } from '../api/request-keys.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, Selection } from '../api/types.ts';
import type { Answer, SweepAnswers } from '../planner/session.ts';
import type { Asked } from './store-file.ts';
import { valueOf, type Store } from './store.ts';

const minute = 60_000;
/** As long as an answer is stored, ms; a quote only until it expires. */
const [listMaxAgeMs, quoteMaxAgeMs] = [30 * minute, 30 * 24 * 60 * minute];

/** For a sweep that begins now; `service` is asked for what is not stored. */
export function sweepAnswers(service: Client, store: Store, now: () => number): SweepAnswers {
  const begun = now();
  const lists = new Set<string>();
  const find = <T>(asked: Asked, schema: z.ZodMiniType): Answer<T> | undefined => {
    const stored = store.get(asked);
    const value = stored && valueOf(stored);
    if (stored === undefined || !schema.safeParse(value).success) return undefined;
    return { value: value as T, storedAt: stored.at < begun ? stored.at : undefined };
  };
  const list = async <T>(key: string, schema: z.ZodMiniType, ask: () => Promise<T>): Promise<Answer<T>> => {
    lists.add(key);
    const known = find<T>({ key }, schema);
    if (known !== undefined) return known;
    const value = await ask();
    store.keep({ key }, value, now() + listMaxAgeMs);
    return { value, storedAt: undefined };
  };
  return {
    isEmpty: () => store.every().length === 0,
    isKnown: (trip) => store.get({ key: availabilityKey(trip) }) !== undefined,
    vehicles: (selection) => new Set(store.all(basketKey(selection)).flatMap(({ vehicle }) => vehicle ?? [])),
    hasQuote: (selection) => store.get(quoteAsked(selection)) !== undefined,
    find: async (selection) => find<Quote>(quoteAsked(selection), quoteSchema)?.value,
    availability: (trip) => list(availabilityKey(trip), vehiclesSchema, () => service.availability(trip)),
    accessories: (id, dates) =>
      list(extrasKey('accessories', id, dates), extrasSchema, () => service.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      list(extrasKey('insurance-types', id, dates), extrasSchema, () => service.insuranceTypes(id, dates)),
    quote: async (selection) => {
      const known = find<Quote>(quoteAsked(selection), quoteSchema);
      if (known !== undefined) return known;
      const value = await service.quote(selection);
      store.keep(quoteAsked(selection), value, Math.min(Date.parse(value.expiresAt), now() + quoteMaxAgeMs));
      return { value, storedAt: undefined };
    },
    finish: () => store.forget([...lists]),
  };
}

function quoteAsked(selection: Selection): Asked {
  return { key: basketKey(selection), vehicle: selection.vehicleId };
}
