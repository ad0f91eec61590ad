/** The answers of comparisons, stored so that an interrupted comparison goes on. Loaded only when they are needed. */
import type * as z from 'zod/mini';
import type { Client } from '../api/client.ts';
import { availabilityKey, basketKey, extrasKey } from '../api/request-keys.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, Selection } from '../api/types.ts';
import { issuesOf } from '../api/validate.ts';
import { readInstant } from '../base/instants.ts';
import type { Answer, CompareAnswers } from '../planner/session.ts';
import type { Asked, Store } from './store.ts';

const minute = 60_000;
/** As long as an answer is stored, ms; a quote only until it expires. */
const [listMaxAgeMs, quoteMaxAgeMs] = [30 * minute, 30 * 24 * 60 * minute];

interface AnswerParts {
  readonly now: () => number;
  /** Called before each request, which is not sent if it throws. */
  readonly onSend: () => void;
  /** Lists of earlier comparisons do not count; quotes do. */
  readonly freshLists?: boolean;
}

/** For a comparison that begins now; `service` is asked for what is not stored. */
export function compareAnswers(
  service: Client,
  store: Store,
  { now, onSend, freshLists = false }: AnswerParts,
): CompareAnswers {
  /** What this comparison asked for itself. */
  const own = new Set<string>();
  const storedFor = (asked: Asked) => {
    const isOld = freshLists && asked.vehicle === undefined && !own.has(nameOf(asked));
    return isOld ? undefined : store.get(asked);
  };
  const find = <T>(asked: Asked, schema: z.ZodMiniType): Answer<T> | undefined => {
    const stored = storedFor(asked);
    if (stored === undefined || issuesOf(schema, stored.value).length > 0) return undefined;
    return { value: stored.value as T, storedAt: own.has(nameOf(asked)) ? undefined : stored.at };
  };
  const answer = async <T>(
    asked: Asked,
    schema: z.ZodMiniType,
    ask: () => Promise<T>,
    until: (value: T) => number,
  ): Promise<Answer<T>> => {
    const known = find<T>(asked, schema);
    if (known !== undefined) return known;
    onSend();
    const value = await ask();
    own.add(nameOf(asked));
    store.keep(asked, value, until(value));
    return { value, storedAt: undefined };
  };
  const list = <T>(key: string, schema: z.ZodMiniType, ask: () => Promise<T>): Promise<Answer<T>> =>
    answer({ key }, schema, ask, () => now() + listMaxAgeMs);
  const quoteEnd = ({ expiresAt }: Quote): number => Math.min(readInstant(expiresAt), now() + quoteMaxAgeMs);
  return {
    isKnown: (trip) => storedFor({ key: availabilityKey(trip) }) !== undefined,
    hasQuote: (selection, name) => store.get(quoteAsked(selection, name)) !== undefined,
    availability: (trip) => list(availabilityKey(trip), vehiclesSchema, () => service.availability(trip)),
    accessories: (id, dates) =>
      list(extrasKey('accessories', id, dates), extrasSchema, () => service.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      list(extrasKey('insurance-types', id, dates), extrasSchema, () => service.insuranceTypes(id, dates)),
    quote: (selection, name) =>
      answer(quoteAsked(selection, name), quoteSchema, () => service.quote(selection), quoteEnd),
  };
}

function nameOf({ key, vehicle, name }: Asked): string {
  return `${key} ${vehicle ?? ''} ${name ?? ''}`;
}

function quoteAsked(selection: Selection, name: string): Asked {
  return { key: basketKey(selection), vehicle: selection.vehicleId, name };
}
