/** The answers of sweeps, stored so that an interrupted sweep goes on, and asked for once. Loaded only when they are needed. */
import type * as z from 'zod/mini';
import type { Client } from '../api/client.ts';
import { dateParameters, quoteParameters, tripParameters, type Parameters } from '../api/links.ts';
import { extrasSchema, quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import type { Quote, RentalDates, Selection, Trip } from '../api/types.ts';
import { parseJson, stringifyJson } from '../json.ts';
import { isExpired } from '../planner/expiry.ts';
import type { Answer, SweepAnswers } from '../planner/session.ts';
import { createAnswerIndex, type Asked, type StoredAnswer } from './answer-index.ts';
import { openAnswerLog } from './answer-log.ts';
import { createAsking } from './asking.ts';
import type { SharedQuotes } from './budget-server.ts';
import { cachePath, type CacheOptions } from './cache.ts';

const minute = 60_000;
/** As long as an answer is stored, ms; a quote only until it expires. */
const [listMaxAgeMs, quoteMaxAgeMs] = [30 * minute, 30 * 24 * 60 * minute];

interface AnswerOptions extends CacheOptions {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** What is asked for, and what an answer must be. */
interface Request {
  readonly asked: Asked;
  readonly schema: z.ZodMiniType;
}

export type StoredAnswers = ReturnType<typeof openStoredAnswers>;

/**
 * Of this process and, but for the sandbox, of all processes of the user; quotes also of other machines. With `refresh`, answers of
 * earlier runs do not count, and new ones replace them.
 */
export function openStoredAnswers(options: AnswerOptions, server?: SharedQuotes) {
  const { operator, env, now, refresh, notify, sleep } = options;
  // The sandbox has another address in every run, so only this process can use its answers again.
  const folder = operator.sandbox ? undefined : cachePath(env, 'sweeps', operator.baseUrl);
  const log = folder === undefined ? undefined : openAnswerLog({ folder, now, notify });
  const index = createAnswerIndex(now, log);
  index.update();
  if (refresh) index.forgetAll();
  const keepQuote = (asked: Asked, quote: Quote): void =>
    index.keep(asked, quote, Math.min(Date.parse(quote.expiresAt), now() + quoteMaxAgeMs));
  const keepList = (asked: Asked, list: unknown): void => index.keep(asked, list, now() + listMaxAgeMs);
  const serverKey = ({ key, vehicle }: Asked): string => `${operator.baseUrl.href} ${vehicle} ${key}`;
  const sharedQuote = async (asked: Asked): Promise<Quote | undefined> => {
    const quote = refresh ? undefined : parseQuote(await server?.read(serverKey(asked)));
    if (quote === undefined || isExpired(quote, now())) return undefined;
    keepQuote(asked, quote);
    return quote;
  };
  /** For a sweep that begins now; `service` is asked for what is not stored, and `signal` ends the waits for other sweeps. */
  const begin = (service: Client, signal: AbortSignal): SweepAnswers => {
    index.update();
    const begun = index.order();
    const lists = new Set<string>();
    const isUsable = ({ until, over = Infinity }: StoredAnswer): boolean => until > now() && over > begun;
    const find = <T>({ asked, schema }: Request): Answer<T> | undefined => {
      const stored = index.all(asked.key).get(asked.vehicle);
      const value = stored !== undefined && isUsable(stored) ? stored.read() : undefined;
      if (stored === undefined || !schema.safeParse(value).success) return undefined;
      return { value: value as T, storedAt: stored.order <= begun ? stored.at : undefined };
    };
    const askOnce = createAsking({ index, sleep, notify, signal });
    const answer = <T>(
      request: Request,
      ask: () => Promise<T>,
      keep: (asked: Asked, value: T) => void,
    ): Promise<Answer<T>> =>
      askOnce(
        request.asked,
        () => find<T>(request),
        async () => {
          const value = await ask();
          keep(request.asked, value);
          return { value, storedAt: undefined };
        },
      );
    const list = <T>(key: string, schema: z.ZodMiniType, ask: () => Promise<T>): Promise<Answer<T>> => {
      lists.add(key);
      return answer({ asked: { key }, schema }, ask, keepList);
    };
    return {
      isEmpty: () => index.isEmpty(),
      isKnown: (trip) => [...index.all(availabilityKey(trip)).values()].some(isUsable),
      vehicles: (selection) => {
        const stored = [...index.all(basketKey(selection))].filter(([, one]) => isUsable(one));
        return new Set(stored.flatMap(([vehicleId]) => vehicleId ?? []));
      },
      find: async (selection) => {
        const request = quoteRequest(selection);
        return find<Quote>(request)?.value ?? sharedQuote(request.asked);
      },
      availability: (trip) => list(availabilityKey(trip), vehiclesSchema, () => service.availability(trip)),
      accessories: (id, dates) =>
        list(extrasKey('accessories', id, dates), extrasSchema, () => service.accessories(id, dates)),
      insuranceTypes: (id, dates) =>
        list(extrasKey('insurance-types', id, dates), extrasSchema, () => service.insuranceTypes(id, dates)),
      quote: (selection) => {
        const request = quoteRequest(selection);
        const ask = async (): Promise<Quote> => {
          const quote = await service.quote(selection);
          await server?.write(serverKey(request.asked), stringifyJson(quote), Date.parse(quote.expiresAt) - now());
          return quote;
        };
        return answer(request, ask, keepQuote);
      },
      finish: () => index.giveUp([...lists]),
    };
  };
  return { begin, close: (): void => log?.close() };
}

/** Another machine wrote it, so it is checked like an answer of the service. */
function parseQuote(text: string | undefined): Quote | undefined {
  if (text === undefined) return undefined;
  try {
    const quote = parseJson(text);
    return quoteSchema.safeParse(quote).success ? (quote as Quote) : undefined;
  } catch {
    return undefined;
  }
}

function quoteRequest(selection: Selection): Request {
  return { asked: { key: basketKey(selection), vehicle: selection.vehicleId }, schema: quoteSchema };
}

function availabilityKey(trip: Trip): string {
  return keyOf('/vehicles/availability', tripParameters(trip));
}

function extrasKey(list: string, vehicleId: number, dates: RentalDates): string {
  return keyOf(`/vehicles/${vehicleId}/${list}`, dateParameters(dates));
}

/** The request for a quote without its vehicle; the order of accessories does not count. */
function basketKey(selection: Omit<Selection, 'vehicleId'>): string {
  const accessoryIds = [...selection.accessoryIds].sort((a, b) => a - b);
  const { vehicle_id: _, ...parameters } = quoteParameters({ ...selection, vehicleId: 0, accessoryIds });
  return keyOf('/quotes', parameters);
}

/** Ids and dates need no escapes. */
function keyOf(path: string, parameters: Parameters): string {
  const query = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
