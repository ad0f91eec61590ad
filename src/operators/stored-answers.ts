/** The answers of sweeps, stored so that an interrupted sweep goes on. Loaded only when they are needed. */
import { setFlagsFromString } from 'node:v8';
import type * as z from 'zod/mini';
import type { Client } from '../api/client.ts';
import { availabilityKey, basketKey, extrasKey } from '../api/request-keys.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, Selection } from '../api/types.ts';
import type { Answer, SweepAnswers } from '../planner/session.ts';
import { createAnswerIndex, readStored, type AnswerIndex, type StoredAnswer } from './answer-index.ts';
import type { Asked } from './answer-lines.ts';
import { openAnswerLog } from './answer-log.ts';
import { cachePath, type CacheOptions } from './cache.ts';

const minute = 60_000;
/** As long as an answer is stored, ms; a quote only until it expires. */
const [listMaxAgeMs, quoteMaxAgeMs] = [30 * minute, 30 * 24 * 60 * minute];

/** What is asked for, and what an answer must be. */
interface Request {
  readonly asked: Asked;
  readonly schema: z.ZodMiniType;
}

export type StoredAnswers = ReturnType<typeof openStoredAnswers>;

/**
 * Of this process and, but for the sandbox, of all processes of the user; with `refresh`, answers of
 * earlier runs do not count, and new ones replace them.
 */
export function openStoredAnswers(options: CacheOptions) {
  const { operator, env, now, refresh, notify } = options;
  // What requests leave behind would stay until it is three times as much as what is used. Collected sooner, a long sweep needs two thirds
  // of the memory, and no more time.
  setFlagsFromString('--heap-growing-percent=15');
  // The sandbox begins anew with every command, so only this process can use its answers again.
  const folder = operator.sandbox ? undefined : cachePath(env, 'sweeps', operator.baseUrl);
  const log = folder === undefined ? undefined : openAnswerLog({ folder, now, notify });
  const index = createAnswerIndex(now, log);
  if (refresh) {
    index.begin();
    index.forgetAll();
  }
  return {
    /** For a sweep that begins now; `service` is asked for what is not stored. */
    begin: (service: Client): SweepAnswers => answersFor(service, { index, now }),
    close: (): void => log?.close(),
  };
}

interface SweepParts {
  readonly index: AnswerIndex;
  readonly now: () => number;
}

function answersFor(service: Client, { index, now }: SweepParts): SweepAnswers {
  const begun = index.begin();
  const lists = new Set<string>();
  const isUsable = ({ until, over = Infinity }: StoredAnswer): boolean => until > now() && over > begun;
  const isStored = (asked: Asked): boolean => {
    const stored = index.get(asked);
    return stored !== undefined && isUsable(stored);
  };
  const find = <T>({ asked, schema }: Request): Answer<T> | undefined => {
    const stored = index.get(asked);
    const value = stored !== undefined && isUsable(stored) ? readStored(stored) : undefined;
    if (stored === undefined || !schema.safeParse(value).success) return undefined;
    return { value: value as T, storedAt: stored.order <= begun ? stored.at : undefined };
  };
  const answer = async <T>(
    request: Request,
    ask: () => Promise<T>,
    until: (value: T) => number,
  ): Promise<Answer<T>> => {
    const known = find<T>(request);
    if (known !== undefined) return known;
    const value = await ask();
    index.keep(request.asked, value, until(value));
    return { value, storedAt: undefined };
  };
  const list = <T>(key: string, schema: z.ZodMiniType, ask: () => Promise<T>): Promise<Answer<T>> => {
    lists.add(key);
    return answer({ asked: { key }, schema }, ask, () => now() + listMaxAgeMs);
  };
  const quoteEnd = ({ expiresAt }: Quote): number => Math.min(Date.parse(expiresAt), now() + quoteMaxAgeMs);
  return {
    isEmpty: index.isEmpty,
    isKnown: (trip) => isStored({ key: availabilityKey(trip) }),
    vehicles: (selection) => {
      const stored = [...index.all(basketKey(selection))].filter(([, one]) => isUsable(one));
      return new Set(stored.flatMap(([vehicleId]) => vehicleId ?? []));
    },
    hasQuote: (selection) => isStored(quoteRequest(selection).asked),
    find: (selection) => Promise.resolve(find<Quote>(quoteRequest(selection))?.value),
    availability: (trip) => list(availabilityKey(trip), vehiclesSchema, () => service.availability(trip)),
    accessories: (id, dates) =>
      list(extrasKey('accessories', id, dates), extrasSchema, () => service.accessories(id, dates)),
    insuranceTypes: (id, dates) =>
      list(extrasKey('insurance-types', id, dates), extrasSchema, () => service.insuranceTypes(id, dates)),
    quote: (selection) => answer(quoteRequest(selection), () => service.quote(selection), quoteEnd),
    finish: () => index.giveUp([...lists]),
  };
}

function quoteRequest(selection: Selection): Request {
  return { asked: { key: basketKey(selection), vehicle: selection.vehicleId }, schema: quoteSchema };
}
